"""Standings, penalties, the log, the settings, and the end of the event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from padd.core.eventlog.action import Phase
from padd.core.eventlog.actions.penalties import advice
from padd.core.eventlog.actions.setup import voters_on
from padd.core.eventlog.checklist import (
    best_two,
    open_points,
    ties_left,
)
from padd.core.eventlog.level import Level
from padd.core.eventlog.remedies import (
    due,
    remedy_of,
    remedy_words,
)
from padd.core.eventlog.rounds import next_number
from padd.core.eventlog.state import Presence
from padd.interfaces.web.typed_numbers import small
from padd.presentation.log_text import all_said
from padd.presentation.standings_page import standings_page, standings_page_at
from padd.rulebooks.schema import cite
from padd.services import eventlog

if TYPE_CHECKING:
    from django.http import QueryDict

    from padd.core.model import PlayerId
    from padd.presentation.event_view import EventView

READ_OUT: Final = 4
"""How many places are read out."""
EFFECTS: Final = {
    0: "A word is enough; nothing is written down.",
    1: "It is written on the scorecard.",
    2: "The player loses a turn; the players carry it out at the table.",
    3: "The player loses this game, or the next one if no game is on.",
    4: "The player is out at once, an open game is lost, and it is reported upward.",
}


def standings(
    desk: EventView, query: QueryDict, typed: QueryDict | None
) -> dict[str, Any]:
    """Return the table as it stands, each place with its reason."""
    del query, typed
    return {"table": standings_page(desk)}


def penalties(
    desk: EventView, query: QueryDict, typed: QueryDict | None
) -> dict[str, Any]:
    """Return the adviser, and every penalty of the event."""
    asked = typed or query
    conduct = desk.book.conduct
    levels = {level.level: level.name for level in conduct.levels or ()}
    groups: dict[str, list[Any]] = {}
    for infraction in conduct.infractions or ():
        groups.setdefault(infraction.group, []).append(infraction)
    return {
        "groups": groups,
        "levels": levels,
        "effects": EFFECTS,
        "asked": asked,
        "advised": _advised(desk, asked),
        "given": desk.state.sentences,
        "due": tuple(due(desk.state, desk.book)),
        "in_event": _in_event(desk),
        "begun": desk.state.begun,
        "highest": desk.highest_penalty,
        "rule": cite(desk.book, "conduct.infractions"),
    }


def _advised(desk: EventView, asked: QueryDict) -> dict[str, Any] | None:
    """Return the level that the code gives for what was asked."""
    player, code = asked.get("player", ""), asked.get("infraction", "")
    if player not in desk.state.entrants or not code:
        return None
    found = advice(
        desk.state,
        desk.state.entrants[player].id,  # type: ignore[index]
        code,
        desk.book,
        intent=bool(asked.get("intent")),
        before_start=bool(asked.get("before-start")),
    )
    if found is None:
        return None
    remedy = remedy_of(code, desk.book)
    return {
        "advice": found,
        "sum": _sum(found),
        "levels": tuple(found.levels),
        "remedy": remedy_words(remedy, next_number(desk.state)) if remedy else "",
        "remedy_rule": cite(desk.book, "conduct.remedies"),
    }


def _sum(found: Any) -> str:  # noqa: ANN401 -- the advice of core
    if found.before_start:
        return f"Found before the start: level {found.level}."
    parts = [f"Listed at level {found.listed}"]
    if found.intent:
        parts.append(f"intent adds {found.intent}")
    if found.repeats:
        parts.append(f"earlier ones of the same kind add {found.repeats}")
    return ", ".join(parts) + "."


def _in_event(desk: EventView) -> list[tuple[PlayerId, str]]:
    found = [
        (e.id, desk.name(e.id))
        for e in desk.state.entrants.values()
        if e.presence in {Presence.HERE, Presence.ENTERED, Presence.DROPPED}
    ]
    return sorted(found, key=lambda one: one[1].casefold())


def log(desk: EventView, query: QueryDict, typed: QueryDict | None) -> dict[str, Any]:
    """Return everything that was done, and the event at any entry."""
    del typed
    said = small(query.get("at", ""))
    at = said if said and said < desk.sequence else None
    then = eventlog.state(event_id=desk.id, at=at) if at is not None else None
    return {
        "entries": tuple(all_said(desk)),
        "at": at,
        "then": then,
        "then_table": standings_page_at(then, desk.book) if then is not None else None,
        "intact": desk.snapshot.intact,
    }


def settings(
    desk: EventView, query: QueryDict, typed: QueryDict | None
) -> dict[str, Any]:
    """Return what can be changed about the event itself."""
    del query, typed
    director = desk.state.director_playing()
    return {
        "event": desk.state.settings,
        "minutes": desk.state.minutes,
        "staff": desk.state.staff,
        "changes": desk.state.rounds_changes,
        "notes": desk.state.notes,
        "in_event": _in_event(desk),
        "director": director,
        "voters": sorted(voters_on(desk.state, director)) if director else (),
        "approval": desk.state.approval,
        "rounds_rule": cite(desk.book, "sanctioning.rounds_change.running"),
    }


def _announced(desk: EventView) -> tuple[tuple[int, str], ...]:
    """Return the best places, to be read out with the prizes (SWISS-91)."""
    best = list(desk.places.items())[:READ_OUT]
    return tuple((at, desk.name(player)) for player, at in best)


def finish(
    desk: EventView, query: QueryDict, typed: QueryDict | None
) -> dict[str, Any]:
    """Return the checklist of the end."""
    del query, typed
    state, swiss = desk.state, desk.format.gives_victory_points
    points = open_points(state, desk.book)
    ready = not any(point.before_final for point in points)
    final = state.settings.final_confrontation
    return {
        "points": points,
        "blocking": [p for p in points if p.level is Level.REFUSED],
        "ready": ready and bool(state.played),
        "final": final,
        "final_planned": state.final_planned,
        "best": best_two(state, desk.book) if ready and state.played else (),
        "ties": [t for t in ties_left(state, desk.book) if t.by != "tie-breaker-game"]
        if ready and state.played
        else [],
        "in_event": _in_event(desk),
        "can_have_final": swiss,
        "phase": str(state.phase),
        "announced": _announced(desk) if state.phase is not Phase.OPEN else (),
        "prizes": desk.listing.prizes,
        "table": standings_page(desk) if ready else None,
    }
