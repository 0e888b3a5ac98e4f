"""The next step of a draft or sealed event before its first round."""

from __future__ import annotations

from typing import Final

from padd.core.eventlog.state import LogState
from padd.core.eventlog.step import NextStep
from padd.core.messages import message
from padd.rulebooks.schema import Rulebook

FORMATS: Final = frozenset({"draft", "sealed"})


def plan_step(state: LogState, book: Rulebook) -> NextStep | None:
    """Say that the plan is missing, where the rulebook has such events."""
    format_ = str(state.settings.format)
    if format_ not in FORMATS & set(book.formats.formats) or state.limited is not None:
        return None
    return NextStep(
        code="limited-plan",
        title=message("Plan the {format}", format=format_),
        detail=message("Packs, passing and the time to build, before anyone sees a card."),
        kind="limited.planned",
    )


def limited_step(state: LogState) -> NextStep | None:
    """Return what follows the plan: the deal, the draft, the time to build."""
    limited = state.limited
    if limited is None or limited.built_at is not None:
        return None
    if not limited.dealt:
        return NextStep(
            code="limited-deal",
            title=message("Deal the packs"),
            detail=message("Seats are drawn, and every pack follows from the secret."),
            kind="limited.dealt",
        )
    if limited.building_at is not None:
        return NextStep(
            code="limited-building",
            title=message("Players are building their decks"),
            detail=message("Round 1 starts after deck building."),
            kind="limited.dealt",
        )
    if limited.drafting:
        return NextStep(
            code="limited-draft",
            title=message("The draft is under way"),
            detail=message("Start deck building once every pack is drafted."),
            kind="limited.dealt",
        )
    return NextStep(
        code="limited-build",
        title=message("Start deck building"),
        detail=message("The packs are dealt, and players have their cards."),
        kind="limited.dealt",
    )
