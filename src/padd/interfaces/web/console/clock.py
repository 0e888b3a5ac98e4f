"""The clock of a round as the console shows it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from padd.core.eventlog.state.event_state import RoundState, Stage
from padd.core.eventlog.state.time_limits import warnings_of
from padd.presentation.eventlog.clock import at_time
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.page_words import clock_face
from padd.services.eventlog.clock_watch import watch


def clock_of(view: EventView, round_: RoundState) -> dict[str, Any]:
    """Return the clock of a round as facts; the page works the rest out."""
    clock = round_.clock
    ends = clock.ends_at()
    minutes = clock.minutes or view.state.minutes
    moved = watch.moved(view.id, clock.started_at)
    marks = [(warning.minutes_left, warning.halfway) for warning in warnings_of(clock, view.book)]
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
        "at_time": at_time(view.book, in_pods=view.format.in_pods),
        "paused": view.clock(clock.paused_at),
        "moved": round(moved.total_seconds() / 60),
    }


def _left_when_paused(round_: RoundState, minutes: int) -> int:
    clock = round_.clock
    started = datetime.fromisoformat(str(clock.started_at))
    stood = datetime.fromisoformat(str(clock.paused_at))
    run = (stood - started).total_seconds() - clock.paused_seconds
    return int(minutes * 60 - run)
