"""How far an event is: its rounds, as the bar of every page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.eventlog.action import Phase
from padd.core.eventlog.rounds import open_tables
from padd.core.eventlog.state import Presence, Stage
from padd.core.formats.registry import format_of
from padd.core.model import PairingStyle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.eventlog.state import RoundState
    from padd.presentation.event_view import EventView

FOLDED_FROM: Final = 8
"""Events with more rounds fold the settled ones into one segment."""


class Segment(msgspec.Struct, frozen=True):
    """One piece of the bar: a round, or the end."""

    digit: str
    word: str
    state: str
    note: str = ""
    anchor: str = ""


def segments(view: EventView) -> tuple[Segment, ...]:
    """Return the rounds of the event as the bar shows them."""
    pieces = list(_rounds(view))
    settled = [piece for piece in pieces if piece.state == "settled"]
    if len(pieces) > FOLDED_FROM and len(settled) > 1:
        word = f"Rounds 1 to {settled[-1].digit}"
        folded = Segment(f"1–{settled[-1].digit}", word, "settled", anchor="round-1")
        pieces = [folded, *(piece for piece in pieces if piece.state != "settled")]
    over = view.state.phase in {Phase.FINISHED, Phase.REPORTED}
    return (*pieces, Segment("End", "Finish", "settled" if over else "planned"))


def _rounds(view: EventView) -> Iterator[Segment]:
    state = view.state
    planned = _planned(view)
    for number in range(1, max(planned, len(state.rounds)) + 1):
        round_ = state.round(number) if state.rounds else None
        word = f"Round {number}"
        if round_ is None:
            yield Segment(str(number), word, "planned")
        elif round_.stage is Stage.CLOSED:
            yield Segment(str(number), word, "settled", anchor=f"round-{number}")
        else:
            note = count_of(round_)
            yield Segment(str(number), word, "now", note, anchor=f"round-{number}")


def _planned(view: EventView) -> int:
    """Return how many rounds there will be; a knock-out halves its field each time."""
    if not view.opened:
        return view.listing.rounds_planned
    settings, entrants = view.state.settings, view.state.entrants.values()
    if settings.stages:
        return format_of(settings).scheduled_rounds(view.facts)
    if settings.pairing_style is not PairingStyle.SINGLE_ELIMINATION:
        return settings.rounds_planned
    field = sum(entrant.presence is not Presence.WITHDRAWN for entrant in entrants)
    return max(settings.rounds_planned, (field - 1).bit_length() if field else 0)


def count_of(round_: RoundState) -> str:
    """Return how far a round is, in a few words."""
    if round_.stage is Stage.DRAFT:
        return "draft"
    tables = len(round_.tables)
    return f"{tables - len(open_tables(round_))} of {tables} confirmed"
