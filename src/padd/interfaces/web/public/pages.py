"""What the public pages of a running event show."""

from __future__ import annotations

from typing import Any

from padd.core.eventlog.actions.setup import is_filmed
from padd.core.eventlog.state.event_state import RoundState
from padd.presentation import page_words
from padd.presentation.eventlog.event_bracket import (
    bracket_drawing,
    bracket_in_words,
    posted_bracket,
)
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.pods import pods_of
from padd.presentation.eventlog.round_reasons import reasons_by_table, reasons_of, why_not_question
from padd.presentation.eventlog.round_tables import tables_of
from padd.presentation.eventlog.rounds import names_of_round
from padd.presentation.eventlog.scenario_view import drawn_again
from padd.presentation.eventlog.standings_page import standings_page
from padd.services.refusal import NotFound

Context = dict[str, Any]


def _round_of(view: EventView, number: int | None) -> RoundState | None:
    """Return a published round, or the latest one."""
    if number is None:
        return view.current
    return view.state.round(number)


def pairings(view: EventView, number: int | None, *, by_name: bool) -> Context:
    """Return a round by table or by name, and which other rounds there are."""
    round_ = _round_of(view, number) if view.opened else None
    if number is not None and round_ is None:
        raise NotFound("round")
    shown: Context = {"round": round_, "by_name": by_name, "number": number}
    if round_ is None:
        return shown
    return {
        **shown,
        "rounds": tuple(round_.number for round_ in view.state.played),
        "rows": () if by_name else tables_of(view, round_),
        "lines": names_of_round(view, round_),
        "pods": pods_of(view, round_),
        "filmed": frozenset(
            table.number for table in round_.tables.values() if is_filmed(view.state, table)
        ),
        "swiss": view.format.gives_victory_points,
        "drawn_again": drawn_again(round_),
        "open": sum(table.open for table in round_.tables.values()),
    }


def why(view: EventView, number: int, asked: tuple[str, str]) -> Context:
    """Return a round with the reason for every table, and why not, if it is asked."""
    round_ = _round_of(view, number) if view.opened else None
    if round_ is None or not view.format.gives_victory_points:
        raise NotFound("round")
    reasons = reasons_of(view, round_)
    return {
        "round": round_,
        "rows": tables_of(view, round_),
        "why": reasons_by_table(reasons, round_),
        "summary": page_words.capitalised(reasons.summary) if reasons else "",
        "cite": reasons.cite if reasons else "",
        "bye_why": tuple(bye.reason for bye in reasons.byes) if reasons else (),
        "draw": round_.draw or {},
        "drawn_again": drawn_again(round_),
        "why_not": why_not_question(view, round_, *asked),
    }


def standings(view: EventView) -> Context:
    """Return the table as it stands, each place with its reason."""
    return {"table": standings_page(view)}


def bracket(view: EventView) -> Context:
    """Return the bracket as a drawing, and as a list for phones and readers."""
    if not view.opened or not view.format.has_bracket:
        raise NotFound("bracket")
    return {
        "drawing": bracket_drawing(view),
        "view": bracket_in_words(view),
        "posted": posted_bracket(view, heats_begun=False),
    }
