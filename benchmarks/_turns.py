"""Measure two pieces of work by turns: a busy moment of the machine slows both.

The clock is the processor's unless something else is asked for: other programs on the
machine take time on the wall, not of our processor. Where a disk or a server is waited
for, only the wall tells.
"""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks._goals import hold

if TYPE_CHECKING:
    from collections.abc import Callable


class Turns(NamedTuple):
    """The median seconds of ours and of its peer."""

    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        """How many times the peer ours takes."""
        return self.ours / self.peer


def by_turns(
    ours: Callable[[], object],
    peer: Callable[[], object],
    *,
    turns: int = 15,
    clock: Callable[[], float] = time.process_time,
) -> Turns:
    """Return the median seconds of ours and of the peer, one after the other."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(turns):
        for work, times in zip((ours, peer), took, strict=True):
            start = clock()
            work()
            times.append(clock() - start)
    return Turns(*map(statistics.median, took))


def hold_turns(about: str, took: Turns, most: float) -> None:
    """Print both times and hold their ratio against a goal."""
    told = f"{took.ours * 1000:.2f} ms, peer {took.peer * 1000:.2f} ms"
    hold(about, took.ratio, most, told)
