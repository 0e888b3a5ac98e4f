"""What of a draft or sealed event is to be done before its first round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.messages import Message, message

if TYPE_CHECKING:
    from padd.core.eventlog.state import LogState
    from padd.rulebooks.schema import Rulebook

FORMATS: Final = frozenset({"draft", "sealed"})


class LimitedStep(msgspec.Struct, frozen=True):
    """A step of the limited play, in a word and in a sentence."""

    code: str
    title: Message
    detail: Message


def plan_step(state: LogState, book: Rulebook) -> LimitedStep | None:
    """Say that the plan is missing, where the rulebook has such events."""
    format_ = str(state.settings.format)
    if format_ not in FORMATS & set(book.formats.formats) or state.limited is not None:
        return None
    return LimitedStep(
        "limited-plan",
        message("Plan the {format}", format=format_),
        message("Packs, passing and the time to build, before anybody sees a card."),
    )


def limited_step(state: LogState) -> LimitedStep | None:
    """Return what follows the plan: the deal, the draft, the time to build."""
    limited = state.limited
    if limited is None or limited.built_at is not None:
        return None
    if not limited.dealt:
        return LimitedStep(
            "limited-deal",
            message("Deal the packs"),
            message("Seats are drawn, and every pack follows from the secret."),
        )
    if limited.building_at is not None:
        return LimitedStep(
            "limited-building",
            message("Players are building their decks"),
            message("Round 1 comes when the time to build is over."),
        )
    if limited.drafting:
        return LimitedStep(
            "limited-draft",
            message("The draft is under way"),
            message("When every pack is drafted, start the time to build."),
        )
    return LimitedStep(
        "limited-build",
        message("Start the time to build"),
        message("The packs are dealt, and players have their cards."),
    )
