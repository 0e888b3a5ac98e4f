"""Notice if this computer's clock is changed during a round.

A round ends by this computer's clock. Another clock, which no one can set, runs next to
it; if the two drift apart, current rounds would end too early or too late, and the
director is told by how much.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from padd.services.eventlog.log_cache import cached_logs

Running = tuple[str, str]
"""An event, and when the clock of its round was started."""

JUMP: Final = timedelta(seconds=30)
"""What is less is a clock that a network sets right, bit by bit."""


class ClockWatch:
    """Two clocks side by side, and by how much running rounds were moved."""

    def __init__(self) -> None:
        self._began: datetime | None = None
        """When the steady clock was at zero, by the other one."""
        self._moved: dict[Running, timedelta] = {}
        self._lock = Lock()

    def look(self, *, now: datetime, steady: float, running: Iterable[Running]) -> timedelta | None:
        """Compare the clocks; return by how much one was set since the last look."""
        began = now - timedelta(seconds=steady)
        with self._lock:
            before, self._began = self._began, began
            if before is None or abs(began - before) < JUMP:
                return None
            for clock in running:
                old = self._moved.get(clock, timedelta())
                self._moved[clock] = old + (began - before)
            return began - before

    def moved(self, event_id: str, started_at: str | None) -> timedelta:
        """Return by how much the clock was set since a round was started."""
        with self._lock:
            found = self._moved.get((event_id, started_at or ""), timedelta())
        return found if abs(found) >= JUMP else timedelta()


watch: Final = ClockWatch()


def steady_seconds() -> float:
    """Return the seconds of a clock that is never set; sleep counts where the system counts it."""
    boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


def running_clocks() -> tuple[Running, ...]:
    """Return the clocks that run in the events this process has in memory."""
    return tuple(
        (cached.event_id, round_.clock.started_at)
        for cached in cached_logs()
        if (round_ := cached.state.current) is not None
        and round_.clock.running
        and round_.clock.started_at is not None
    )
