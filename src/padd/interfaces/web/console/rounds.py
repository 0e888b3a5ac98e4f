"""The pages of rounds and tables: the current round, the bracket, disputes, all rounds."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.http import QueryDict

from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import Presence, RoundState, Stage
from padd.core.eventlog.state.pods import round_of_pod
from padd.core.eventlog.state.rounds import disputed_tables, open_tables
from padd.core.eventlog.state.table import TableState, no_such_table_refusal
from padd.core.eventlog.state.time_limits import time_warnings
from padd.core.model import PairingStyle
from padd.interfaces.web.console import disputes
from padd.interfaces.web.console.page import console_page
from padd.interfaces.web.result_form import result_form
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog import log_text
from padd.presentation.eventlog.clock import time_call_words
from padd.presentation.eventlog.event_bracket import (
    bracket_drawing,
    bracket_in_words,
    first_turns,
    posted_bracket,
)
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.pods import match_pods
from padd.presentation.eventlog.result_words import result_preview
from padd.presentation.eventlog.round_tables import FILTERS, next_open_table, table_views
from padd.presentation.eventlog.rounds import players_without_table
from padd.presentation.messages import text
from padd.presentation.page_words import clock_face, score
from padd.presentation.svg.bracket import BESIDE_RESULTS
from padd.rulebooks.schema import cite
from padd.services.access.actors import ActorKind
from padd.services.eventlog.clock_watch import watch
from padd.services.eventlog.sibling_penalties import heats_begun
from padd.services.refusal import NotFound


def bracket_context(view: EventView) -> dict[str, Any]:
    """Return the bracket as it stands, and who begins where."""
    if not view.opened or not view.format.has_bracket:
        raise NotFound("bracket")
    to_higher = view.book.brackets.tied_match == "higher-seed"
    return {
        "drawing": bracket_drawing(view, BESIDE_RESULTS),
        "view": bracket_in_words(view),
        "begins": first_turns(view),
        "posted": posted_bracket(view, heats_begun=heats_begun(view.state)),
        "tied": cite(view.book, "brackets.tied_match") if to_higher else "",
    }


def round_clock(view: EventView, round_: RoundState) -> dict[str, Any]:
    """Return the clock of a round as facts; the page works the rest out."""
    clock = round_.clock
    ends = clock.ends_at()
    minutes = clock.minutes or view.state.minutes
    moved = watch.moved(view.id, clock.started_at)
    marks = [(warning.minutes_left, warning.halfway) for warning in time_warnings(clock, view.book)]
    left = int((ends - view.now).total_seconds()) if ends else None
    if clock.paused_at is not None and minutes is not None:
        left = _left_when_paused(round_, minutes)
    return {
        "facts": clock,
        "minutes": minutes,
        "ends": ends.isoformat() if ends else "",
        "ends_at": view.clock(ends),
        "left": None if left is None else max(left, 0),
        "idle": "" if minutes is None else clock_face(minutes * 60),
        "shown": "" if left is None else clock_face(left),
        "marks": marks,
        "warned": len(clock.warned_at),
        "possible": round_.stage is Stage.PUBLISHED and not view.state.settings.online,
        "called": view.clock(clock.ended_at),
        "at_time": time_call_words(view.book, in_pods=view.format.in_pods),
        "paused": view.clock(clock.paused_at),
        "moved": round(moved.total_seconds() / 60),
    }


def _left_when_paused(round_: RoundState, minutes: int) -> int:
    clock = round_.clock
    started = datetime.fromisoformat(str(clock.started_at))
    stood = datetime.fromisoformat(str(clock.paused_at))
    run = (stood - started).total_seconds() - clock.paused_seconds
    return int(minutes * 60 - run)


Context = dict[str, Any]

LAST_ACTS: Final = 4
MOST_BEST: Final = 4
"""So many of the best so far stand beside the pods of a match."""
MOST_TABLES: Final = 300
"""More tables than this are shown round by round."""


@console_page("console", "console/console.html")
def round_page(view: EventView, query: QueryDict, posted: QueryDict | None) -> Context:
    """Return the round that is on: its tables, its clock, the last acts."""
    round_ = view.current
    if not view.opened or round_ is None:
        return {"round": None, "last": log_text.latest_lines(view, most=LAST_ACTS)}
    asked = parse_int(query.get("open", ""))
    if round_.match_rounds is not None and round_.stage is not Stage.CLOSED:
        return _pod_match(view, round_, asked, query, posted)
    number = asked if asked in round_.tables else None
    rows = table_views(view, round_)
    show = query.get("show", "all")
    if show not in dict(FILTERS):
        show = "all"
    shown = tuple(row for row in rows if show in {"all", row.group} or row.number == number)
    return {
        "round": round_,
        "rows": rows,
        "shown": shown,
        "open": number,
        "open_row": next((row for row in shown if row.number == number), None),
        "form": _form(view, round_, number, query, posted),
        "filters": tuple(
            (name, word, sum(row.group == name for row in rows)) for name, word in FILTERS
        ),
        "show": show,
        "others": players_without_table(view, round_),
        "clock": round_clock(view, round_),
        "next_open": next_open_table(round_),
        "leaving": last_round_players(view, round_),
        "last": log_text.latest_lines(view, most=LAST_ACTS),
        "counts": _progress_text(rows),
    }


def _pod_match(
    view: EventView,
    round_: RoundState,
    asked: int | None,
    query: QueryDict,
    posted: QueryDict | None,
) -> Context:
    """Return the pods of a match, each with its rounds, and the pad that is open."""
    pods = match_pods(view, round_)
    place = _pad_round(view, round_, asked, parse_int(query.get("pod_round", "")))
    form = None
    if place is not None:
        form = _form(view, place, asked, query, posted)
    rules = view.book.tribbles
    best = view.standings.rows[:MOST_BEST]
    return {
        "round": round_,
        "pods": pods,
        "open": None if place is None else asked,
        "pad_round": None if place is None else place.number,
        "form": form,
        "rows": table_views(view, round_),
        "clock": round_clock(view, round_),
        "leaving": last_round_players(view, round_),
        "last": log_text.latest_lines(view, most=LAST_ACTS),
        "finals_ahead": view.state.settings.pairing_style is PairingStyle.TRIBBLES_FINALS
        and rules is not None
        and round_.number < rules.finals.final_rounds[0],
        "best": [(row.place_text, row.name, row.cells["points"]) for row in best],
        "keepers": rules is not None and bool(rules.score_keeper),
        "cites": {
            name: cite(view.book, path)
            for name, path in (
                ("keeper", "tribbles.score_keeper"),
                ("time", "time.in_person.editions"),
                ("lost", "tribbles.time_expired_loses"),
                ("out", "tribbles.going_out_first"),
                ("finals", "tribbles.finals.ranking"),
            )
        },
    }


def _pad_round(
    view: EventView, round_: RoundState, table: int | None, number: int | None
) -> RoundState | None:
    """Return the round of a pod to write down: the one asked for, or its next."""
    if table is None:
        return None
    now = round_of_pod(view.state, round_, table)
    known = view.state.round(number) if number is not None else None
    if known is not None and known.match_rounds == round_.match_rounds:
        here = known.tables.get(table)
        if here is not None and (here.settled or (now and now[0] is known)):
            return known
    return None if now is None else now[0]


def last_round_players(view: EventView, round_: RoundState) -> tuple[Context, ...]:
    """Return the players who leave after this round, and which of them did so by phone."""
    if round_.stage is not Stage.PUBLISHED:
        return ()
    drops = {
        line.action.player: line
        for line in view.recent
        if isinstance(line.action, Dropped) and not line.undone
    }
    gone = (
        entrant
        for entrant in view.state.players.values()
        if entrant.presence is Presence.DROPPED and entrant.dropped_after == round_.number
    )
    return tuple(
        {
            "player": entrant.id,
            "name": view.name(entrant.id),
            "own": (line := drops.get(entrant.id)) is not None and line.role is Role.PLAYER,
            "at": "" if line is None else view.clock(line.at),
        }
        for entrant in gone
    )


def _form(
    view: EventView,
    round_: RoundState,
    number: int | None,
    query: QueryDict,
    posted: QueryDict | None,
) -> Context | None:
    """Return the form of the open row, with the reports about its table."""
    if number is None:
        return None
    table = round_.tables[number]
    return {
        "fields": result_form(view, round_, table, posted or query),
        "table": table,
        "claims": _claims(view, table),
        "dispute": disputes.dispute_view(view, round_, table) if table.disputed else None,
        "deputies": deputies_for_table(view, table),
        "act": _result_action_kind(table),
        "counts": _saved_result(view, round_, table),
    }


def _saved_result(view: EventView, round_: RoundState, table: TableState) -> Context | None:
    """Return the saved result, to stand beside the form."""
    match = table.match
    if match is None or not table.settled:
        return None
    return {
        "score": score(*match.scores) if match.scores else "",
        "told": result_preview(match, view.state, view.book, view.name, round_.number),
    }


@console_page("console-disputes", "console/disputes.html")
def disputes_page(view: EventView, query: QueryDict, posted: QueryDict | None) -> Context:
    """Return the disputes, and the form of the table that is being decided."""
    tables = disputes.disputes_context(view, query, posted)
    number, at = tables["entering"]
    round_ = view.state.round(number) if number is not None else None
    table = round_.tables.get(at) if round_ is not None and at is not None else None
    form = None
    if round_ is not None and table is not None and table.disputed:
        form = _form(view, round_, table.number, query, posted)
    deputies_of = {
        (round_.number, table.number): deputies_for_table(view, table)
        for round_, table in disputed_tables(view.state)
    }
    return {**tables, "form": form, "deputies_of": deputies_of}


def deputies_for_table(view: EventView, table: TableState) -> tuple[tuple[str, str], ...] | None:
    """Return who enters the director's own game at the laptop; None at other tables."""
    director = view.state.director_playing()
    if view.actor.kind is not ActorKind.LAPTOP or director not in table.players:
        return None
    return tuple(
        (str(person.role), person.person)
        for person in view.state.staff
        if person.role in {Role.SECONDARY, Role.TERTIARY}
        and view.state.player_of_staff(person) not in table.players
    )


def _result_action_kind(table: TableState) -> str:
    if table.pod is not None:
        return "pod.corrected" if table.settled else "pod.scored"
    if table.settled:
        return "result.corrected"
    return "result.decided" if table.disputed else "result.entered"


def _claims(view: EventView, table: TableState) -> tuple[Context, ...]:
    """Return the reports of the players, each with the points it would give."""
    return tuple(
        {
            "who": view.name(claim.player),
            "at": view.clock(claim.at),
            "match": claim.match,
            "told": result_preview(claim.match, view.state, view.book, view.name)
            if claim.match is not None
            else None,
            "pod": claim.pod,
        }
        for claim in table.claims
    )


def _progress_text(rows: tuple[Any, ...]) -> str:
    """Return how far the round is, in a sentence."""
    parts = [
        f"{count} {word}"
        for status, word in (
            ("confirmed", "confirmed"),
            ("disputed", "disputed"),
            ("reported", "waiting"),
            ("delayed", "delayed"),
        )
        if (count := sum(row.status == status for row in rows))
    ]
    missing = sum(row.status in {"playing", "published", "draft"} for row in rows)
    return ", ".join([*parts, f"{missing} open"]) if missing else ", ".join(parts)


@console_page("console-bracket", "console/bracket.html")
def bracket_page(view: EventView, query: QueryDict, posted: QueryDict | None) -> Context:
    """Return the bracket, its open matches, and the form of the one that is entered."""
    shown, round_ = bracket_context(view), view.current
    if round_ is None or round_.stage is not Stage.PUBLISHED:
        return {**shown, "matches": ()}
    matches = [row for row in table_views(view, round_) if not row.settled]
    asked = parse_int(query.get("open", ""))
    number = next((row.number for row in matches if row.number == asked), None)
    form = _form(view, round_, number, query, posted)
    return {**shown, "matches": matches, "open": number, "form": form}


@console_page("console-rounds", "console/rounds.html")
def rounds_page(view: EventView, query: QueryDict, _posted: QueryDict | None) -> Context:
    """Return every round with its results, the latest first; of many, one at a time."""
    all_rounds = tuple(reversed(view.state.rounds))
    shown, one_by_one = all_rounds, False
    if sum(len(round_.tables) for round_ in all_rounds) > MOST_TABLES:
        number, one_by_one = parse_int(query.get("round", "")), True
        shown = tuple(r for r in all_rounds if r.number == number) or all_rounds[:1]
    return {
        "numbers": [r.number for r in reversed(all_rounds)] if one_by_one else (),
        "rounds": [
            {
                "round": round_,
                "rows": sorted(
                    table_views(view, round_, with_points=False), key=lambda row: row.number
                ),
                "others": players_without_table(view, round_),
                "open": len(open_tables(round_)),
                "published": view.clock(round_.published_at),
            }
            for round_ in shown
        ],
    }


@console_page("console-table", "console/table.html")
def table_page(
    view: EventView, query: QueryDict, posted: QueryDict | None, *, number: int, at: int
) -> Context:
    """Return one table of any round: its result, its story, what can be done."""
    round_ = view.state.round(number)
    table = None if round_ is None else round_.tables.get(at)
    if round_ is None or table is None or round_.stage is Stage.DRAFT:
        raise NotFound(text(no_such_table_refusal(number, at).message))
    return {
        "round": round_,
        "row": next(r for r in table_views(view, round_) if r.number == at),
        "form": _form(view, round_, at, query, posted),
        "story": [
            {
                "how": str(saved.how),
                "at": view.clock(saved.at),
                "who": saved.by.person,
                "reason": saved.reason,
                "sequence": saved.sequence,
            }
            for saved in table.saved
        ],
        "counts_now": result_preview(table.match, view.state, view.book, view.name, number)
        if table.match is not None and table.settled
        else None,
        "online": view.state.settings.online,
        "can_delay": "delayed" in view.book.scoring.endings and not table.saved,
        "on": round_.stage is Stage.PUBLISHED,
    }
