"""What the last rounds of an event still decide: who has clinched, who can win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.state.event_state import RoundState
from padd.core.scoring.clinch import Clinch, clinch_of
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.words import join_alternatives, join_names

FINALISTS: Final = 2
NAMED: Final = 6
"""How many players are named one by one."""


def clinch_of_round(view: EventView, round_: RoundState, last_rounds: int) -> Clinch | None:
    """Return the places that each player can still reach in the last rounds of a Swiss event."""
    if not view.format.gives_victory_points or view.swiss_ranking.in_orbit:
        return None
    left = view.state.settings.rounds_planned - round_.number
    if not 0 <= left < last_rounds:
        return None
    return view.once(
        "clinch",
        lambda: clinch_of(view.scored, view.book, rounds_left=left, standings=view.swiss_ranking),
    )


def clinch_in_sentences(view: EventView) -> tuple[str, ...]:
    """Return what the last round still decides, as the room reads it."""
    round_ = view.current if view.opened else None
    places = None if round_ is None else clinch_of_round(view, round_, last_rounds=1)
    if places is None or view.state.finished_at:
        return ()
    return tuple(_sentences(view, places))


def _sentences(view: EventView, found: Clinch) -> Iterator[str]:
    final = view.state.final_planned
    wanted, goal = (FINALISTS, "a place in the final") if final else (1, "first place")
    clinched = [p for p, where in found.places.items() if where.worst <= wanted]
    others = [p for p, where in found.places.items() if where.best <= wanted < where.worst]
    if clinched:
        names = sorted(view.names[player] for player in clinched)
        yield f"{join_names(names)} {'has' if len(names) == 1 else 'have'} clinched {goal}."
    if len(others) > NAMED:
        yield f"{len(others)} players can still take {goal}."
    elif others:
        names = sorted(view.names[player] for player in others)
        yield f"{join_alternatives(names)} can still take {goal}."
