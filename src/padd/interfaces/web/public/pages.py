"""What the pages of a running event show, gathered from what the room sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from padd.presentation import page_words
from padd.presentation.event_bracket import bracket_drawing, bracket_in_words
from padd.presentation.pods import pods_of
from padd.presentation.round_reasons import reasons_by_table, reasons_of
from padd.presentation.rounds import names_of_round, tables_of
from padd.presentation.standings_page import standings_page
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from padd.core.eventlog.state import RoundState
    from padd.presentation.event_view import EventView

    Context = dict[str, Any]


def _round_of(hall: EventView, number: int | None) -> RoundState | None:
    """Return a published round, or the latest one."""
    if number is None:
        return hall.current
    return hall.state.round(number)


def pairings(hall: EventView, number: int | None, *, by_name: bool) -> Context:
    """Return a round by table or by name, and which other rounds there are."""
    round_ = _round_of(hall, number) if hall.opened else None
    if number is not None and round_ is None:
        raise NotFound("round")
    shown: Context = {"round": round_, "by_name": by_name, "number": number}
    if round_ is None:
        return shown
    return {
        **shown,
        "rounds": tuple(one.number for one in hall.state.played),
        "rows": () if by_name else tables_of(hall, round_),
        "lines": names_of_round(hall, round_),
        "pods": pods_of(hall, round_),
        "swiss": hall.format.gives_victory_points,
        "open": sum(table.open for table in round_.tables.values()),
    }


def why(hall: EventView, number: int) -> Context:
    """Return a round with the reason for every table."""
    round_ = _round_of(hall, number) if hall.opened else None
    if round_ is None or not hall.format.gives_victory_points:
        raise NotFound("round")
    found = reasons_of(hall, round_)
    return {
        "round": round_,
        "rows": tables_of(hall, round_),
        "why": reasons_by_table(found, round_),
        "summary": page_words.capitalised(found.summary) if found else "",
        "cite": found.cite if found else "",
        "bye_why": tuple(one.reason for one in found.byes) if found else (),
        "draw": round_.draw or {},
    }


def standings(hall: EventView) -> Context:
    """Return the table as it stands, each place with its reason."""
    return {"table": standings_page(hall)}


def bracket(hall: EventView) -> Context:
    """Return the bracket as a drawing, and as a list for phones and readers."""
    if not hall.opened or not hall.format.has_bracket:
        raise NotFound("bracket")
    return {"drawing": bracket_drawing(hall), "view": bracket_in_words(hall)}
