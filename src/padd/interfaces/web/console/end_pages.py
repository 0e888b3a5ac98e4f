"""Standings, penalties, the log, the settings, and the end of the event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from django.http import QueryDict
from django.urls import reverse

from padd.core.eventlog.actions.penalties import PenaltyAdvice, infraction_of, penalty_advice
from padd.core.eventlog.actions.settings import game_objection, style_objection
from padd.core.eventlog.guidance.checklist import Tie, open_points, ties_left
from padd.core.eventlog.guidance.cut import possible_cuts
from padd.core.eventlog.guidance.remedies import due_remedies, remedy_of, remedy_words
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.state.director_plays import voters_on_director
from padd.core.eventlog.state.event_state import LogState, Phase, Presence
from padd.core.eventlog.state.pods import needs_finals
from padd.core.eventlog.state.rounds import next_number
from padd.core.eventlog.state.way_of_play import usual_way_of_play
from padd.core.model import PlayerId
from padd.interfaces.web.console.page import console_page
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.conduct.conduct_in_play import (
    conduct_for_directors,
    disqualification_report_to,
    reports_disqualifications,
)
from padd.presentation.conduct.infraction_words import INFRACTIONS
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.log_text import all_lines
from padd.presentation.eventlog.standings_page import (
    place_reason,
    standings_page,
    standings_page_at,
)
from padd.presentation.events.quick_start import GAMES, ROUND_ROBIN, STYLES, SWISS_FOR
from padd.presentation.names import sort_key
from padd.rulebooks.schema import cite
from padd.services import eventlog
from padd.services.access.permissions import Permission, allowed
from padd.services.conduct.case_views import CaseRow, own_cases
from padd.services.eventlog.sibling_penalties import penalties_in_sibling_stages
from padd.store.queries.events.venues import find_venues
from padd.store.writes.local_events import NOWHERE

MOST_VENUES: Final = 200
READ_OUT: Final = 4
"""How many places are read out."""
EFFECTS: Final = {
    0: "A verbal warning; nothing is recorded.",
    1: "A warning recorded on the scorecard.",
    2: "The player loses a turn; the players carry it out at the table.",
    3: "The player loses this game, or the next one if none is in progress.",
    4: "The player is out at once and loses any open game, and headquarters is told.",
}


@console_page("console-standings", "console/standings.html")
def console_standings(view: EventView, query: QueryDict, typed: QueryDict | None) -> dict[str, Any]:
    """Return the table as it stands, each place with its reason."""
    del query, typed
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


@console_page("console-penalties", "console/penalties.html")
def penalties_page(view: EventView, query: QueryDict, typed: QueryDict | None) -> dict[str, Any]:
    """Return the adviser, and every penalty of the event."""
    fields = typed or query
    conduct = view.book.conduct
    levels = {level.level: level.name for level in conduct.levels or ()}
    groups: dict[str, list[Any]] = {}
    for infraction in conduct.infractions or ():
        groups.setdefault(infraction.group, []).append(infraction)
    return {
        "groups": groups,
        "explained": INFRACTIONS,
        "levels": levels,
        "effects": EFFECTS,
        "asked": fields,
        "advised": _advised(view, fields),
        "own_cases": _own_cases(view),
        "given": view.state.penalties,
        "due": tuple(due_remedies(view.state, view.book)),
        "in_event": _in_event(view),
        "watched": _seconds_to_watch(view, fields.get("infraction", "")),
        "begun": view.state.begun,
        "highest": view.highest_penalty,
        "rule": cite(view.book, "conduct.infractions"),
        "duties": conduct_for_directors(view.book),
        "sheets": view.highest_penalty is None and reports_disqualifications(view.book),
        "reported_to": disqualification_report_to(view.book),
        "told": cite(view.book, "conduct.disqualification_reported_to"),
    }


def _seconds_to_watch(view: EventView, code: str) -> int | None:
    """Return how long the director watches before an infraction is penalized."""
    infraction = infraction_of(code, view.book)
    watched = infraction is not None and infraction.watched
    return view.book.conduct.stalling_seconds if watched else None


def _own_cases(view: EventView) -> tuple[CaseRow, ...]:
    """Return the cases of this event that whoever asks has reported."""
    return tuple(
        row for row in own_cases(by=view.actor) if row.event == view.calendar_event.public_id
    )


def _advised(view: EventView, fields: QueryDict) -> dict[str, Any] | None:
    """Return the level that the code gives for what was asked."""
    player, code = fields.get("player", ""), fields.get("infraction", "")
    if player not in view.state.players or not code:
        return None
    advised = penalty_advice(
        view.state,
        view.state.players[player].id,  # type: ignore[index]
        code,
        view.book,
        intent=bool(fields.get("intent")),
        before_start=bool(fields.get("before_start")),
        elsewhere=penalties_in_sibling_stages(
            view.calendar_event.public_id,
            view.state,
            view.state.players[player].id,  # type: ignore[index]
            code,
        ),
    )
    if advised is None:
        return None
    infraction = infraction_of(code, view.book)
    remedy = remedy_of(code, view.book)
    return {
        "advice": advised,
        "listed": _range(advised.listed, infraction.most if infraction else None),
        "parts": tuple(_parts(advised, code)),
        "total": _range(advised.level, advised.most),
        "levels": tuple(advised.levels),
        "remedy": remedy_words(remedy, next_number(view.state)) if remedy else "",
        "remedy_rule": cite(view.book, "conduct.remedies"),
    }


def _parts(advised: PenaltyAdvice, code: str) -> Iterator[tuple[str, str]]:
    """Yield what raises or lowers the listed level."""
    if advised.before_start:
        yield "Found before the event", "instead"
        return
    yield "Intent", _added(advised.intent)
    yield f"Repeats of {code}", _added(advised.repeats)


def _added(levels: int) -> str:
    return f"+{levels}" if levels else "0"


def _range(least: int, most: int | None) -> str:
    return f"{least}–{most}" if most is not None and most > least else str(least)


def _in_event(view: EventView) -> list[tuple[PlayerId, str]]:
    players = [
        (e.id, view.name(e.id))
        for e in view.state.players.values()
        if e.presence in {Presence.HERE, Presence.ENTERED, Presence.DROPPED}
    ]
    return sorted(players, key=lambda player: sort_key(player[1]))


@console_page("console-log", "console/log.html")
def log_page(view: EventView, query: QueryDict, typed: QueryDict | None) -> dict[str, Any]:
    """Return everything that was done, and the event at any entry."""
    del typed
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


@console_page("console-settings", "console/settings.html")
def settings_page(view: EventView, query: QueryDict, typed: QueryDict | None) -> dict[str, Any]:
    """Return what can be changed about the event itself."""
    del query, typed
    director = view.state.director_playing()
    known = view.book.pairing.system
    return {
        "event": view.state.settings,
        "games": [game for game in GAMES if game[0] in view.book.default_rules],
        "styles": [s for s in STYLES if SWISS_FOR.get(s[0], s[0]) in known],
        "style": ROUND_ROBIN if view.state.round_robin else view.state.settings.pairing_style,
        "game_fixed": game_objection(view.state),
        "style_fixed": style_objection(view.state),
        "match_lengths": view.book.brackets.match_lengths
        if view.format.has_bracket and not view.state.begun
        else (),
        "local_start": _local_start(view),
        "prizes": view.calendar_event.prizes,
        "place": view.calendar_event.place,
        "named": not view.calendar_event.place.startswith(NOWHERE),
        "may_delete": allowed(Permission.EVENT_DISCARD, view.roles)
        and view.state.phase is not Phase.REPORTED,
        "venues": find_venues("", limit=MOST_VENUES),
        "minutes": view.state.minutes,
        "staff": view.state.staff,
        "changes": view.state.rounds_changes,
        "notes": view.state.notes,
        "in_event": _in_event(view),
        "director": director,
        "voters": sorted(voters_on_director(view.state, director)) if director else (),
        "approval": view.state.approval,
        "rounds_rule": cite(view.book, "sanctioning.rounds_change.running"),
        **_online(view),
    }


def _online(view: EventView) -> dict[str, Any]:
    """Return how an online event is played: as announced, or as the rulebook says."""
    settings, book = view.state.settings, view.book
    if not settings.online or book.online is None:
        return {"way": None}
    way = view.state.way_of_play
    return {
        "way": way or usual_way_of_play(book, settings.edition),
        "way_announced": way is not None,
        "way_rule": cite(book, "online.software"),
        "extension_rule": cite(book, "online.no_extensions_announced"),
    }


def _local_start(view: EventView) -> str:
    """Return the start as the clock of the venue shows it, for a field of a form."""
    starts = view.state.settings.starts
    if starts is None:
        return ""
    moment = datetime.fromisoformat(starts)
    local = moment.astimezone(view.calendar_event.zone) if moment.tzinfo else moment
    return local.strftime("%Y-%m-%dT%H:%M")


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


@console_page("console-finish", "console/finish.html")
def finish_page(view: EventView, query: QueryDict, typed: QueryDict | None) -> dict[str, Any]:
    """Return the checklist of the end."""
    del query, typed
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
        "in_event": _in_event(view),
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
