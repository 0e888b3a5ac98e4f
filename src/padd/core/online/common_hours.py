"""The hours when several people are all free, in UTC.

Local times that are skipped or occur twice are resolved where people enter their hours,
so two zones can never disagree here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo

import msgspec


class Interval(msgspec.Struct, frozen=True, order=True):
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


HOUR = timedelta(hours=1)


class HourOfDay(msgspec.Struct, frozen=True, order=True):
    """One hour of a person's day."""

    interval: Interval
    shown: time
    """What the clock shows as it begins."""
    again: bool
    """Whether the clock shows that time for the second time on this day."""


def hours_of_day(day: date, zone: tzinfo) -> tuple[HourOfDay, ...]:
    """Return the real hours of a local day: 23 or 25 where the clocks are changed."""
    start = datetime.combine(day, time(), zone).astimezone(UTC)
    end = datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)
    found: list[HourOfDay] = []
    while start < end:
        local = start.astimezone(zone)
        until = min(start + HOUR, end)
        shown = time(local.hour, local.minute)
        again = any(hour.shown == shown for hour in found)
        found.append(HourOfDay(Interval(start, until), shown, again))
        start = until
    return tuple(found)


def possible_starts(
    interval: Interval, *, length: timedelta, step: timedelta
) -> tuple[datetime, ...]:
    """Return when a game of some length can begin inside common hours.

    Hours that began already go on from the next full step: no one proposes the
    present minute, which is past when it is sent.
    """
    found: list[datetime] = []
    start = interval.start
    past = timedelta(minutes=start.minute, seconds=start.second) % step
    if past or start.microsecond:
        start = start.replace(microsecond=0) + step - past
    while start + length <= interval.end:
        found.append(start)
        start += step
    return tuple(found)


def clip_intervals(
    intervals: Iterable[Interval], *, first: datetime, last: datetime
) -> tuple[Interval, ...]:
    """Return what of some hours lies between two moments."""
    cut = (Interval(max(one.start, first), min(one.end, last)) for one in intervals)
    return tuple(one for one in cut if one.start < one.end)
