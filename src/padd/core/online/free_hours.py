"""The hours of a day in local time, to be marked as free or not."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from padd.core.online.common_hours import Interval

HOUR = timedelta(hours=1)


class HourOfDay(NamedTuple):
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
