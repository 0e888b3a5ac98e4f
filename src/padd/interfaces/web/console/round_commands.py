"""What a form says about rounds: their tables, their clock, extra time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.clock import (
    ClockEnded,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClockWarned,
    DeadlineExtended,
    ExtraTimeGiven,
)
from padd.core.eventlog.actions.publication import RoundPublished, RoundUnpublished
from padd.core.eventlog.actions.rounds import RoundChanged, RoundClosed, Seating
from padd.core.eventlog.state.pods import match_through
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.interfaces.web.console.form_fields import (
    FormParser,
    MissingError,
    moment_of,
    optional_int,
    required_int,
    round_of,
    table_number,
    text_of,
)
from padd.presentation.eventlog.event_view import EventView

BYE: Final = "bye"


def _changed(typed: QueryDict, view: EventView) -> Action:
    """Read who sits where: one field for each player, with a table or a bye."""
    round_ = view.current
    if round_ is None:
        raise MissingError(message("No round is paired."))
    seats: dict[int, list[PlayerId]] = {}
    byes = []
    for player in (*round_.seats, *round_.byes):
        number = typed.get(f"seat-{player}", "").strip()
        if number == BYE:
            byes.append(player)
        else:
            place = required_int(typed, f"seat-{player}", f"The table of {view.name(player)}")
            seats.setdefault(place, []).append(player)
    return RoundChanged(
        number=round_.number,
        tables=tuple(
            Seating(table=table, players=tuple(players)) for table, players in sorted(seats.items())
        ),
        byes=tuple(byes),
        even_begun=typed.get("sure") == "yes",
    )


def _extended(typed: QueryDict, view: EventView) -> Action:
    until = moment_of(text_of(typed, "until"), view)
    if until is None:
        raise MissingError(message("Enter the new deadline."))
    return DeadlineExtended(
        number=round_of(typed), until=until, table=optional_int(typed, "table", "The table")
    )


ROUND_ACTIONS: Final[Mapping[str, FormParser]] = {
    "round.changed": _changed,
    "round.published": lambda typed, view: RoundPublished(
        number=(number := round_of(typed)),
        deadline=moment_of(text_of(typed, "until"), view),
        through=match_through(view.state, number, view.book),
    ),
    "round.unpublished": lambda typed, _view: RoundUnpublished(
        number=round_of(typed), even_begun=typed.get("sure") == "yes"
    ),
    "round.closed": lambda typed, _view: RoundClosed(
        number=round_of(typed), not_started=typed.get("not-started") == "yes"
    ),
    "round.deadline-extended": _extended,
    "clock.started": lambda typed, _view: ClockStarted(
        number=round_of(typed), minutes=optional_int(typed, "minutes", "The minutes")
    ),
    "clock.paused": lambda typed, _view: ClockPaused(number=round_of(typed)),
    "clock.resumed": lambda typed, _view: ClockResumed(number=round_of(typed)),
    "clock.warned": lambda typed, _view: ClockWarned(
        number=round_of(typed), minutes_left=optional_int(typed, "minutes", "The minutes")
    ),
    "clock.ended": lambda typed, _view: ClockEnded(number=round_of(typed)),
    "clock.extended": lambda typed, _view: ClockExtended(
        number=round_of(typed), minutes=required_int(typed, "minutes", "The minutes")
    ),
    "table.extra-time": lambda typed, _view: ExtraTimeGiven(
        number=round_of(typed),
        table=table_number(typed),
        minutes=required_int(typed, "minutes", "The minutes"),
    ),
}
