"""The timer that two players run themselves, minus its pauses."""

from __future__ import annotations

from datetime import datetime, timedelta

from padd.core.eventlog.state.table import TableState
from padd.core.model import StrictStruct


class GameTimer(StrictStruct, frozen=True):
    """How much of a game was played, and when time is called."""

    elapsed: timedelta
    running: bool
    ends_at: datetime | None
    """Nothing while it stands, or where there is no limit."""
    over: bool


def game_timer(table: TableState, *, minutes: int | None, now: datetime) -> GameTimer | None:
    """Return the timer of a table; None before the players start it (§13.3)."""
    if table.started_at is None:
        return None
    started = datetime.fromisoformat(table.started_at)
    paused = timedelta()
    running = True
    for pause in table.pauses:
        begin = max(datetime.fromisoformat(pause.began_at), started)
        end = datetime.fromisoformat(pause.ended_at) if pause.ended_at else None
        running = end is not None
        paused += max((end or now) - begin, timedelta())
    elapsed = max(now - started - paused, timedelta())
    if minutes is None:
        return GameTimer(elapsed=elapsed, running=running, ends_at=None, over=False)
    allowed = timedelta(minutes=minutes + table.extra_minutes)
    ends_at = started + allowed + paused if running else None
    return GameTimer(elapsed=elapsed, running=running, ends_at=ends_at, over=elapsed >= allowed)
