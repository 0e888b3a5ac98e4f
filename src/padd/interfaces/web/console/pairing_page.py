"""The pairings of the round that is drawn: figures, reasons, changes by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from padd.core.eventlog.actions.rounds import draft_objection
from padd.core.eventlog.facts import facts
from padd.core.eventlog.partners import (
    Partners,
    partners,
)
from padd.core.eventlog.rounds import names
from padd.core.eventlog.state import Stage
from padd.core.pairing.next_round import field_of
from padd.presentation.event_bracket import bracket_drawing
from padd.presentation.round_reasons import reasons_by_table, reasons_of
from padd.presentation.rounds import others, points_before, table_rows

if TYPE_CHECKING:
    from django.http import QueryDict

    from padd.core.eventlog.state import RoundState
    from padd.core.model import PlayerId
    from padd.presentation.event_view import EventView


def pairings(
    desk: EventView, query: QueryDict, typed: QueryDict | None
) -> dict[str, Any]:
    """Return the current round with the reason for every table."""
    round_ = desk.current
    if round_ is None:
        return {"round": None, "drawing": bracket_drawing(desk)}
    found = reasons_of(desk, round_)
    why = reasons_by_table(found, round_)
    draw = round_.draw or {}
    by_hand = query.get("change") == "yes" or typed is not None
    stale = draft_objection(desk.state, desk.book) if desk.state.draft else None
    return {
        "round": round_,
        "draft": round_.stage is Stage.DRAFT,
        "rows": sorted(table_rows(desk, round_), key=lambda row: row.number),
        "others": others(desk, round_),
        "before": points_before(desk, round_),
        "summary": found.summary if found else "",
        "cite": found.cite if found else "",
        "why": why if len(set(why.values())) > 1 else {},
        "why_all": next(iter(why.values()), "") if len(set(why.values())) == 1 else "",
        "bye_why": [one.reason for one in found.byes] if found else [],
        "seed": draw.get("seed"),
        "redraws": draw.get("redraws", 0),
        "changed": draw.get("changed", ()),
        "stale": stale,
        "names": desk.names,
        "seats": _seats(round_, typed),
        "may_meet": _may_meet(desk, round_) if by_hand else {},
        "by_hand": by_hand,
        "can_change": not desk.format.has_bracket and round_.stage is not Stage.CLOSED,
        "pods": desk.format.in_pods,
        "drawing": bracket_drawing(desk),
    }


def _seats(round_: RoundState, typed: QueryDict | None) -> dict[PlayerId, str]:
    """Return where everybody sits, as typed if it was typed."""
    now = {
        **{player: str(table) for player, table in round_.seats.items()},
        **dict.fromkeys(round_.byes, "bye"),
    }
    if typed is None:
        return now
    return {player: typed.get(f"seat-{player}", at) for player, at in now.items()}


def _may_meet(desk: EventView, round_: RoundState) -> dict[PlayerId, str]:
    """Return for everybody whom the rules let in next by hand (SWISS-70, SWISS-71)."""
    rules = desk.book.pairing
    if not desk.format.avoids_rematches or rules.rematches == "allowed":
        return {}
    field = field_of(facts(desk.state, draft=True), desk.book, round_.number)
    return {player: _line(desk, partners(field, player)) for player in field.players}


def _line(desk: EventView, found: Partners) -> str:
    """Return whom a player may meet: of the same points, or else of those below."""
    if found.same:
        return f"may meet {names(desk.state, found.same)}"
    if found.below:
        return f"nobody with as many points; below, {names(desk.state, found.below)}"
    return "has met everybody with as many points or fewer"
