"""When a cut can start, and who plays in it."""

from __future__ import annotations

from typing import Final

from padd.core.eventlog.guidance.checklist import open_points
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.state.event_state import LogState, Presence
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.registry import ranking_of
from padd.core.messages import message
from padd.core.model import Kind, PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook

CUT_SIZES: Final = (4, 8, 16)


def cut_players(
    state: LogState, book: Rulebook, size: int, declined: tuple[PlayerId, ...] = ()
) -> tuple[PlayerId, ...]:
    """Return the best of those who are here and want to play on, the best first."""
    here = [
        player
        for player in ranking_of(event_facts(state), book).order
        if state.players[player].presence is Presence.HERE and player not in declined
    ]
    return tuple(here[:size])


def possible_cuts(state: LogState, book: Rulebook) -> tuple[int, ...]:
    """Return the sizes of a cut that could start now; none before the Swiss is over."""
    if state.event is None or cut_objection(state, book) is not None:
        return ()
    here = sum(e.presence is Presence.HERE for e in state.players.values())
    return tuple(size for size in CUT_SIZES if size <= here)


def cut_objection(state: LogState, book: Rulebook) -> Refusal | None:
    """Refuse a cut after a cut, outside Swiss events, and before the Swiss is over."""
    if state.cut_after is not None:
        return Refusal(
            "cut-started", message("The cut has started."), way_out=message("Undo its start first.")
        )
    if state.settings.kind is not Kind.SWISS:
        return Refusal("cut-without-swiss", message("A cut follows Swiss rounds."))
    points = open_points(state, book)
    point = next((p for p in points if p.level is Level.REFUSED), None)
    if point is None:
        return None
    return Refusal(point.code, point.message, rule=point.rule, way_out=point.way_out)
