"""Standings, the log, and the end of the event."""

from __future__ import annotations

from typing import Any, Final

from django.http import QueryDict
from django.urls import reverse

from padd.core.eventlog.guidance.checklist import Tie, open_points, ties_left
from padd.core.eventlog.guidance.cut import possible_cuts
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.state.event_state import LogState, Phase
from padd.core.eventlog.state.pods import needs_finals
from padd.interfaces.web.console.page import console_page
from padd.interfaces.web.console.players import players_by_name
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.log_text import all_lines
from padd.presentation.eventlog.standings_page import (
    place_reason,
    standings_page,
    standings_page_at,
)
from padd.services import eventlog

READ_OUT: Final = 4
"""How many places are read out."""


@console_page("console-standings", "console/standings.html")
def console_standings(
    view: EventView, _query: QueryDict, _form: QueryDict | None
) -> dict[str, Any]:
    """Return the table as it stands, each place with its reason."""
    return {"table": standings_page(view), "why_base": _standings_address(view)}


@console_page("console-reason", "console/place_reason.html")
def place_reason_page(
    view: EventView, query: QueryDict, _form: QueryDict | None, *, line: str
) -> dict[str, Any]:
    """Return the reason of a place, now or after an earlier entry of the log."""
    _, then = _earlier_state(view, query)
    page = standings_page(view) if then is None else standings_page_at(then, view.book)
    return {"reason": place_reason(page, line), "standings_address": _standings_address(view)}


def _standings_address(view: EventView) -> str:
    return reverse("console-standings", args=(view.id,))


def _earlier_state(view: EventView, query: QueryDict) -> tuple[int | None, LogState | None]:
    """Return the entry that a query names, and the event after it, if it is not the last."""
    number = parse_int(query.get("at", ""))
    if not number or number >= view.sequence:
        return None, None
    return number, eventlog.event_state(event_id=view.id, at=number)


@console_page("console-log", "console/log.html")
def log_page(view: EventView, query: QueryDict, _form: QueryDict | None) -> dict[str, Any]:
    """Return everything that was done, and the event at any entry."""
    at, then = _earlier_state(view, query)
    return {
        "entries": tuple(all_lines(view)),
        "at": at,
        "then": then,
        "then_table": standings_page_at(then, view.book) if then is not None else None,
        "why_base": _standings_address(view),
        "why_query": f"?at={at}" if at else "",
        "intact": view.snapshot.intact,
    }


@console_page("console-finish", "console/finish.html")
def finish_page(view: EventView, _query: QueryDict, _form: QueryDict | None) -> dict[str, Any]:
    """Return the checklist of the end."""
    state, swiss = view.state, view.format.gives_victory_points
    points = view.once("open points", lambda: open_points(state, view.book))
    ready = not any(point.before_final for point in points)
    final = state.settings.final_confrontation
    cuts = possible_cuts(state, view.book) if ready and not final else ()
    return {
        "points": points,
        "blocking": [p for p in points if p.level is Level.REFUSED],
        "ready": ready and bool(state.played),
        "final": final,
        "final_planned": state.final_planned,
        "best": tuple(view.places)[:2] if ready else (),
        "ties": _ties(view) if ready else (),
        "in_event": players_by_name(view),
        "can_have_final": swiss,
        "cuts": cuts,
        "by_standing": tuple(view.places)[: 2 * max(cuts)] if cuts else (),
        "cuts_tribbles": view.format.in_pods,
        "asks_for_finals": needs_finals(state, view.book),
        "phase": str(state.phase),
        "announced": _announced(view) if state.phase is not Phase.OPEN else (),
        "prizes": view.calendar_event.prizes,
        "given": [(view.name(one.player), one.what) for one in state.prizes],
        "by_place": [(player, view.name(player)) for player in view.places],
        "table": standings_page(view) if ready else None,
        "why_base": _standings_address(view),
    }


def _announced(view: EventView) -> tuple[tuple[int, str], ...]:
    """Return the best places, to be read out with the prizes (SWISS-91)."""
    best = list(view.places.items())[:READ_OUT]
    return tuple((at, view.name(player)) for player, at in best)


def _ties(view: EventView) -> tuple[Tie, ...]:
    """Return the ties that a toss parts."""
    if not view.state.played:
        return ()
    ties = view.once("ties", lambda: ties_left(view.state, view.book))
    return tuple(tie for tie in ties if tie.by != "tie-breaker-game")
