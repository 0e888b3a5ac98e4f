"""How long a round lasts, when players are warned, and who is too late."""

from __future__ import annotations

from datetime import datetime, timedelta

from padd.core.eventlog.state.event_state import Clock, LogState
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import DeckFormat, Event, StrictStruct
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite


def minutes_of_round(event: Event, book: Rulebook) -> int | None:
    """Return the time limit that the rulebook gives; None where it gives none."""
    own = book.brackets.game_minutes
    bracket = format_of(event).has_bracket
    if bracket and own is not None and event.edition in own:
        return own[event.edition]
    limits = book.time.online if event.online else book.time.in_person
    if event.rules is not None and event.rules in limits.rules:
        return limits.rules[event.rules]
    if event.format is DeckFormat.DRAFT and event.edition in limits.drafts:
        return limits.drafts[event.edition]
    return (limits.editions or {}).get(event.edition)


def least_minutes(event: Event, book: Rulebook) -> int | None:
    """Return the least limit that a director may set, where there is one."""
    limits = book.time.online if event.online else book.time.in_person
    least = limits.minimum or {}
    return least.get(event.format, least.get("default"))


def limit_objection(event: Event, minutes: int | None, book: Rulebook) -> Refusal | None:
    """Refuse a time limit below the least, or none where there must be one."""
    least = least_minutes(event, book)
    if minutes is None:
        must = book.time.timed == "must" and minutes_of_round(event, book) is None
        if not must:
            return None
        return Refusal(
            "minutes-missing",
            message("Rounds need a time limit, and the rulebook leaves it to you."),
            rule=cite(book, "time.timed"),
            way_out=(
                message("Set at least {least} minutes.", least=least)
                if least
                else message("Set the minutes.")
            ),
        )
    if minutes < (least or 1):
        return Refusal(
            "minutes-too-few",
            message(
                "A round must last at least {value} minutes, not {minutes}.",
                value=least or 1,
                minutes=minutes,
            ),
            rule=cite(book, "time.in_person.minimum"),
        )
    return None


class TimeWarning(StrictStruct, frozen=True, kw_only=True):
    """A moment at which the room is told how much time is left."""

    minutes_left: int
    at: datetime
    halfway: bool = False


def time_warnings(clock: Clock, book: Rulebook) -> tuple[TimeWarning, ...]:
    """Return the warnings that the rulebook asks for, the first one first."""
    ends = clock.ends_at()
    if ends is None or clock.minutes is None:
        return ()
    rules = book.time.warnings
    left = {minutes: False for minutes in rules.minutes_left if minutes < clock.minutes}
    if rules.halfway or (rules.least and not left):
        left[clock.minutes // 2] = True
    return tuple(
        TimeWarning(minutes_left=minutes, at=ends - timedelta(minutes=minutes), halfway=halfway)
        for minutes, halfway in sorted(left.items(), reverse=True)
    )


def play_started_at(state: LogState) -> str | None:
    """Return when play began: the clock of the first round, once it runs."""
    return state.rounds[0].clock.started_at if state.rounds else None
