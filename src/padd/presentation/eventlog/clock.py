"""The clock of a round, as facts: pages and the wall calculate the rest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.eventlog.state.event_state import RoundState, Stage
from padd.core.eventlog.state.time_limits import time_warnings
from padd.presentation import page_words
from padd.rulebooks.schema import Rulebook

if TYPE_CHECKING:  # keeps the start of the command line short
    from padd.presentation.eventlog.event_view import EventView

AT_TIME: Final = {
    "equal-turns": "Play on until both players have had equal turns.",
    "hands-down": "Hands down: the game stops now.",
    "stop": "Stop playing now.",
}


IN_A_ROW: Final = "Turns in a row count as one."


IN_PODS: Final = "The game ends now. Nobody scores for going out."


def time_call_words(book: Rulebook, *, in_pods: bool) -> str:
    """Return the announcement when time is called (TRIB-13 in pods)."""
    if in_pods:
        return IN_PODS
    said = AT_TIME.get(str(book.time.time_called), "")
    return f"{said} {IN_A_ROW}" if book.time.consecutive_turns_count_once else said


class TimeCall(msgspec.Struct, frozen=True):
    """A moment at which the remaining time is announced."""

    left: int
    """Seconds."""
    words: str
    at: str


class ClockView(msgspec.Struct, frozen=True):
    """The clock of a round as facts; pages and the wall calculate the rest."""

    state: str
    """none, waiting, running, paused or over"""
    minutes: int | None = None
    ends: str = ""
    started: str = ""
    ends_at: str = ""
    left: int | None = None
    """Seconds that were left when it was stopped."""
    since: str = ""
    calls: tuple[TimeCall, ...] = ()
    seated_by: str = ""
    seated_until: str = ""
    """Until when a player may come to the table, for scripts."""
    at_time: str = ""
    cite: str = ""


def clock_view(view: EventView, round_: RoundState | None) -> ClockView:
    """Return the clock of a round that is being played."""
    if round_ is None or round_.stage is not Stage.PUBLISHED:
        return ClockView(state="none")
    clock, book = round_.clock, view.book
    minutes = clock.minutes or view.state.minutes
    if minutes is None or view.state.settings.online:
        return ClockView(state="none")
    in_pods = view.format.in_pods
    rule = "tribbles.time_expired_loses" if in_pods else "time.time_called"
    common = {
        "minutes": minutes,
        "at_time": time_call_words(book, in_pods=in_pods),
        "cite": book.citations[rule].cite,
    }
    if clock.started_at is None:
        return ClockView(state="waiting", **common)  # type: ignore[arg-type]
    ends, started = clock.ends_at(), datetime.fromisoformat(clock.started_at)
    late = book.time.late.round_minutes
    until = None if late is None else started + timedelta(minutes=late)
    if ends is None:
        stood = datetime.fromisoformat(str(clock.paused_at))
        run = (stood - started).total_seconds() - clock.paused_seconds
        return ClockView(
            state="paused",
            left=max(0, round(minutes * 60 - run)),
            since=view.clock(clock.paused_at),
            **common,  # type: ignore[arg-type]
        )
    return ClockView(
        state="over" if clock.ended_at else "running",
        ends=ends.isoformat(timespec="seconds"),
        started=started.isoformat(timespec="seconds"),
        ends_at=view.clock(ends),
        calls=tuple(
            TimeCall(
                left=warning.minutes_left * 60,
                words=_call(warning.minutes_left, halfway=warning.halfway),
                at=view.clock(warning.at),
            )
            for warning in time_warnings(clock, book)
        ),
        seated_by=view.clock(until),
        seated_until="" if until is None else until.isoformat(timespec="seconds"),
        **common,  # type: ignore[arg-type]
    )


def _call(minutes: int, *, halfway: bool) -> str:
    return "Half-time" if halfway else page_words.count(minutes, "minute") + " left"
