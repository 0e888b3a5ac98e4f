"""A round robin: who may play one, and how many rounds it has."""

from __future__ import annotations

from typing import Final

import msgspec

from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.core.model import Event, Kind, Round
from padd.core.pairing.circle import circle_of_draw, rounds_of_circle
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite

MOST_PLAYERS: Final = 16
"""A larger field would play for more than a day."""


def round_robin_objection(state: LogState, event: Event, book: Rulebook) -> Refusal | None:
    """Refuse a round robin in what is sanctioned, too large, or under way."""
    rule = cite(book, "sanctioning.styles")
    if event.kind is not Kind.SWISS or event.scenario is not None:
        return Refusal(
            "round-robin-style",
            message("A round robin needs Swiss rounds and no scenario."),
            way_out=message("Choose Swiss rounds first."),
        )
    if event.level > 1 or event.championship is not None:
        return Refusal(
            "round-robin-sanctioned",
            message("A championship can’t be played as a round robin."),
            rule=rule,
            way_out=message("Use Swiss rounds."),
        )
    if state.begun and not state.round_robin:
        return Refusal(
            "already-begun",
            message("A round robin starts with round 1, which is already published."),
            way_out=message("Undo publishing it in the log first."),
        )
    if len(state.players) > MOST_PLAYERS:
        return Refusal(
            "round-robin-size",
            message(
                "A round robin is for at most {most} players, not {players}.",
                most=MOST_PLAYERS,
                players=len(state.players),
            ),
            way_out=message("Use Swiss rounds for this many players."),
        )
    return None


def with_planned_rounds(state: LogState, drawn: Round) -> LogState:
    """Return the state with as many rounds as the circle of its first round takes."""
    seats = circle_of_draw(drawn.draw)
    if drawn.number != 1 or not seats:
        return state
    planned = msgspec.structs.replace(state.settings, rounds_planned=rounds_of_circle(seats))
    return msgspec.structs.replace(state, event=planned)
