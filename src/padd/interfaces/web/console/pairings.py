"""The pairings of the current round: figures, reasons, changes by hand."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import QueryDict

from padd.core.eventlog.state.event_state import RoundState, Stage
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.pods import last_round_of_match
from padd.core.eventlog.state.round_checks import draft_objection
from padd.core.eventlog.state.rounds import player_names
from padd.core.model import PlayerId
from padd.core.pairing.by_hand import PossiblePartners, possible_partners
from padd.core.pairing.next_round import pairing_field
from padd.interfaces.web.console.page import console_page
from padd.presentation.eventlog.event_bracket import bracket_drawing
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.round_reasons import (
    reasons_by_table,
    running_round_reasons,
    why_not_question,
)
from padd.presentation.eventlog.round_tables import TableSeat, points_before, table_views
from padd.presentation.eventlog.rounds import players_without_table
from padd.presentation.formats.pairing_reasons import RoundReasons


class Pair(msgspec.Struct, frozen=True):
    """A table as it was paired, with its reason where each has one of its own."""

    number: int
    seats: tuple[TableSeat, ...]
    why: str | None


@console_page("console-pairings", "console/pairings.html")
def pairings_page(view: EventView, query: QueryDict, form: QueryDict | None) -> dict[str, Any]:
    """Return the current round with the reason for every table."""
    round_ = view.current
    if round_ is None:
        drawing = bracket_drawing(view)
        return {"round": None, "can_change": False, "drawing": drawing}
    reasons = running_round_reasons(view, round_)
    why = reasons_by_table(reasons, round_)
    draw = round_.draw or {}
    seats, swap = _seats(round_, form), query.get("swap", "")
    swapped = _swapped(seats, swap, query.get("with", ""))
    by_hand = query.get("change") == "yes" or form is not None or swapped is not None
    stale = draft_objection(view.state, view.book) if view.state.draft else None
    can_change = not view.format.has_bracket and round_.stage is not Stage.CLOSED
    rows = sorted(table_views(view, round_), key=lambda row: row.number)
    same_reason = len(set(why.values())) == 1
    shown = {} if same_reason else why
    summary = reasons.summary if reasons else ""
    why_all = next(iter(why.values())) if same_reason else ""
    return {
        "round": round_,
        "title": _title(view, round_),
        "draft": round_.stage is Stage.DRAFT,
        "rows": rows,
        "pairs": [
            Pair(row.number, row.seats, shown.get(row.number, "") if shown else None)
            for row in rows
        ],
        "others": players_without_table(view, round_),
        "before": points_before(view, round_),
        "summary": summary,
        "cite": reasons.cite if reasons else "",
        "why_all": why_all,
        "bye_why": _bye_reasons(reasons, summary, why_all),
        "seed": draw.get("seed"),
        "redraws": draw.get("redraws", 0),
        "changed": draw.get("changed", ()),
        "stale": stale,
        "names": view.names,
        "why_not": why_not_question(view, round_, query.get("first", ""), query.get("other", "")),
        "seats": swapped or seats,
        "swap": swap if swap in seats and swapped is None else "",
        "can_swap": view.may_run and can_change and len(set(seats.values())) > 1,
        "may_meet": _may_meet(view, round_) if by_hand else {},
        "by_hand": by_hand,
        "can_change": can_change,
        "pods": view.format.in_pods,
        "drawing": bracket_drawing(view),
    }


def _title(view: EventView, round_: RoundState) -> str:
    """Return what the page is about: a round, or the rounds that pods play together."""
    planned = last_round_of_match(view.state, round_.number, view.book)
    first, last = round_.match_rounds or (round_.number, planned or round_.number)
    if not view.format.in_pods:
        return view.round_title(round_.number)
    return f"Pods of rounds {first} to {last}" if first < last else f"Pods of round {first}"


def _bye_reasons(reasons: RoundReasons | None, *said: str) -> list[str]:
    """Return why players have byes, without the reasons given for the whole round."""
    byes = reasons.byes if reasons else ()
    return [bye.reason for bye in byes if bye.reason not in said]


def _seats(round_: RoundState, form: QueryDict | None) -> dict[PlayerId, str]:
    """Return the seats of all players, as the form has them if there is one."""
    now = {
        **{player: str(table) for player, table in round_.seats.items()},
        **dict.fromkeys(round_.byes, "bye"),
    }
    if form is None:
        return now
    return {player: form.get(f"seat-{player}", at) for player, at in now.items()}


def _swapped(seats: dict[PlayerId, str], one: str, other: str) -> dict[PlayerId, str] | None:
    """Return the seats with two players in each other's place, if both have one."""
    pair = {player for player in seats if player in {one, other}}
    if len(pair) != len({one, other}) or one == other:
        return None
    at = {str(player): seats[player] for player in pair}
    other_of = {one: other, other: one}
    return {
        player: at[other_of[player]] if player in pair else seat for player, seat in seats.items()
    }


def _may_meet(view: EventView, round_: RoundState) -> dict[PlayerId, str]:
    """Return for each player the opponents that the rules allow by hand (SWISS-70, SWISS-71)."""
    rules = view.book.pairing
    if not view.format.avoids_rematches or rules.rematches == "allowed":
        return {}
    field = pairing_field(event_facts(view.state, draft=True), view.book, round_.number)
    return {player: _line(view, possible_partners(field, player)) for player in field.players}


def _line(view: EventView, partners: PossiblePartners) -> str:
    """Return whom a player can play: of the same points, or else of those below."""
    if partners.same:
        return f"can play {player_names(view.state, partners.same)}"
    if partners.below:
        return f"no one with the same points; below, {player_names(view.state, partners.below)}"
    return "has met everyone with the same or fewer points"
