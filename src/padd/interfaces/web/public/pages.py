"""What the pages of a running event show, gathered from what the room sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.urls import reverse

from padd.core.model import Kind
from padd.interfaces.web.console import navigation
from padd.interfaces.web.console.end_pages import table_of
from padd.interfaces.web.console.pairing_page import (
    drawing_of,
    reasons_of,
)
from padd.presentation import page_words
from padd.presentation.bracket import bracket_view
from padd.presentation.clock import clock_of
from padd.presentation.pods import pods_of
from padd.presentation.rounds import names_of_round, stage_of, tables_of
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping

    from padd.core.eventlog.state import RoundState
    from padd.presentation.bracket import BracketView
    from padd.presentation.event_view import EventView
    from padd.presentation.pairing_reasons import RoundReasons

    Context = dict[str, Any]

COLOURS: Final = {"before": "lavender", "finished": "blue"}
MOST_REASONS: Final = 64
_reasons: dict[tuple[str, int, bytes], RoundReasons | None] = {}


class PublicRailItem(msgspec.Struct, frozen=True):
    """One page of the rail."""

    name: str
    word: str
    icon: str


def places(hall: EventView) -> tuple[PublicRailItem, ...]:
    """Return where one can go: the pages of this event."""
    found = [
        PublicRailItem("listing", "Event", "calendar"),
        PublicRailItem("room-pairings", "Pairings", "arrow-left-right"),
        PublicRailItem("room-standings", "Standings", "trophy"),
    ]
    if hall.opened and hall.state.settings.kind is Kind.BRACKET:
        found.append(PublicRailItem("room-bracket", "Bracket", "columns-2"))
    found.append(PublicRailItem("room-info", "Info", "lightbulb"))
    return tuple(found)


def around(hall: EventView, here: str) -> Context:
    """Return what every page of the room shows around its own part."""
    stage = stage_of(hall)
    round_ = hall.current
    return {
        "hall": hall,
        "section": here,
        "places": places(hall),
        "segments": navigation.segments(hall),
        "colour": COLOURS.get(stage, "orange"),
        "stage": stage,
        "clock": clock_of(hall, round_) if hall.opened else None,
        "round_now": round_,
        "live_at": reverse("live", args=(hall.id,)),
        "poll_at": reverse("room-now", args=(hall.id,)),
    }


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
        "swiss": hall.state.settings.kind is Kind.SWISS,
        "open": sum(table.open for table in round_.tables.values()),
    }


def why(hall: EventView, number: int) -> Context:
    """Return a round with the reason for every table."""
    round_ = _round_of(hall, number) if hall.opened else None
    if round_ is None or hall.state.settings.kind is not Kind.SWISS:
        raise NotFound("round")
    found = _reasons_of(hall, round_)
    reasons = {} if found is None else _by_table(found, round_)
    return {
        "round": round_,
        "rows": tables_of(hall, round_),
        "why": reasons,
        "summary": page_words.capitalised(found.summary) if found else "",
        "cite": found.cite if found else "",
        "bye_why": tuple(one.reason for one in found.byes) if found else (),
        "draw": round_.draw or {},
    }


def _by_table(found: RoundReasons, round_: RoundState) -> dict[int, str]:
    return {round_.seats[one.players[0]]: one.reason for one in found.tables}


def _reasons_of(hall: EventView, round_: RoundState) -> RoundReasons | None:
    """Return why a round came out so, worked out once for what it rests on."""
    names = {player: hall.name(player) for player in hall.state.entrants}
    rests_on = msgspec.json.encode(
        (
            [one for one in hall.facts.rounds if one.number < round_.number],
            round_.seats,
            names,
        )
    )
    key = (hall.id, round_.number, rests_on)
    if key not in _reasons:
        if len(_reasons) >= MOST_REASONS:
            _reasons.clear()
        _reasons[key] = reasons_of(hall, round_, names)
    return _reasons[key]


def standings(hall: EventView) -> Context:
    """Return the table as it stands, each place with its reason."""
    return {"table": table_of(hall, hall.state) if hall.opened else None}


def bracket(hall: EventView) -> Context:
    """Return the bracket as a drawing, and as a list for phones and readers."""
    if not hall.opened or hall.state.settings.kind is not Kind.BRACKET:
        raise NotFound("bracket")
    return {"drawing": drawing_of(hall), "view": _view(hall)}


def _view(hall: EventView) -> BracketView | None:
    from padd.core.formats.bracket.event import played_event
    from padd.core.refusal import EventRefused

    names: Mapping[Any, str] = {p: hall.name(p) for p in hall.state.entrants}
    try:
        played = played_event(hall.facts, hall.book)
    except EventRefused:
        return None
    return bracket_view(played, names, best_of=hall.state.settings.best_of or None)
