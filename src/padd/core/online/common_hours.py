"""The hours when several people are all free, in UTC.

Local times that are skipped or occur twice are resolved where people enter their hours,
so two zones can never disagree here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple


class Interval(NamedTuple):
    """From one moment up to another."""

    start: datetime
    end: datetime

    @property
    def length(self) -> timedelta:
        """How long it lasts."""
        return self.end - self.start


def join_intervals(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Return the same hours in order, where touching or overlapping ones are one."""
    merged: list[Interval] = []
    for one in sorted(interval for interval in intervals if interval.length):
        if one.end < one.start:
            continue
        if merged and one.start <= merged[-1].end:
            last = merged[-1]
            merged[-1] = Interval(last.start, max(last.end, one.end))
        else:
            merged.append(one)
    return tuple(merged)


def common_hours(free: Sequence[Iterable[Interval]], *, least: timedelta) -> tuple[Interval, ...]:
    """Return when all are free for at least so long, in order.

    Each person's hours are walked through once, whatever their number.
    """
    if not free:
        return ()
    shared = join_intervals(free[0])
    for hours in free[1:]:
        shared = _intersection(shared, join_intervals(hours))
    return tuple(interval for interval in shared if interval.length >= least)


def _intersection(first: Sequence[Interval], second: Sequence[Interval]) -> tuple[Interval, ...]:
    met: list[Interval] = []
    left = right = 0
    while left < len(first) and right < len(second):
        start = max(first[left].start, second[right].start)
        end = min(first[left].end, second[right].end)
        if start < end:
            met.append(Interval(start, end))
        if first[left].end <= second[right].end:
            left += 1
        else:
            right += 1
    return tuple(met)


def best_hours(
    shared: Iterable[Interval], *, now: datetime, until: datetime | None, most: int = 6
) -> tuple[Interval, ...]:
    """Return the longest hours to come before the deadline, the earliest first."""
    ahead = []
    for one in shared:
        start, end = max(one.start, now), min(one.end, until) if until else one.end
        if start < end:
            ahead.append(Interval(start, end))
    longest = sorted(ahead, key=lambda one: (-one.length, one.start))[:most]
    return tuple(sorted(longest))
