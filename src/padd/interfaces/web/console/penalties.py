"""The page of penalties: the adviser, and every penalty of the event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.http import QueryDict

from padd.core.eventlog.actions.penalties import PenaltyAdvice, infraction_of, penalty_advice
from padd.core.eventlog.guidance.remedies import due_remedies, remedy_of, remedy_words
from padd.core.eventlog.state.rounds import next_number
from padd.interfaces.web.console.page import console_page
from padd.interfaces.web.console.players import players_by_name
from padd.presentation.conduct.conduct_in_play import (
    INFRACTIONS,
    conduct_for_directors,
    disqualification_report_to,
    reports_disqualifications,
)
from padd.presentation.eventlog.event_view import EventView
from padd.rulebooks.schema import cite
from padd.services.conduct.case_views import CaseRow, own_cases
from padd.services.eventlog.sibling_penalties import penalties_in_sibling_stages

EFFECTS: Final = {
    0: "A verbal warning; nothing is recorded.",
    1: "A warning recorded on the scorecard.",
    2: "The player loses a turn; the players carry it out at the table.",
    3: "The player loses this game, or the next one if none is in progress.",
    4: "The player is out at once and loses any open game, and headquarters is told.",
}


@console_page("console-penalties", "console/penalties.html")
def penalties_page(view: EventView, query: QueryDict, form: QueryDict | None) -> dict[str, Any]:
    """Return the adviser, and every penalty of the event."""
    fields = form or query
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
        "in_event": players_by_name(view),
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
    """Return the cases of this event that the actor has reported."""
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
