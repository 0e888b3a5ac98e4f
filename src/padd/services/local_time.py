"""Convert between local times and moments."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from padd.core.messages import message
from padd.services.refusal import refusal_error


def format_date(at: date, pattern: str) -> str:
    """Return a date in words, its day without a leading zero on any system."""
    return at.strftime(pattern.replace("%d", str(at.day)))


@cache
def zone_names() -> frozenset[str]:
    """Return every time zone that this computer knows."""
    return frozenset(available_timezones())


def zone(name: str) -> ZoneInfo:
    """Return the time zone of that name, or refuse."""
    if name not in zone_names():
        raise refusal_error(
            "zone-unknown",
            message("“{name}” is not a time zone. Enter it like Europe/Berlin.", name=name),
            place="time_zone",
        )
    return ZoneInfo(name)


def moment(local: datetime, time_zone: str, *, second_time: bool = False) -> datetime:
    """Return the moment (UTC) at which the clocks of a zone show a local time.

    When clocks go back an hour is shown twice; the first one is meant unless the
    second is asked for. When they go forward an hour is never shown: refused.
    """
    place = zone(time_zone)
    naive = local.replace(tzinfo=None, fold=1 if second_time else 0)
    instant = naive.replace(tzinfo=place).astimezone(UTC)
    shown = instant.astimezone(place).replace(tzinfo=None, fold=0)
    if shown != naive.replace(fold=0):
        raise refusal_error(
            "time-skipped",
            message(
                "On that day the clocks in {time_zone} go forward, so "
                "{naive} does not exist. Choose another time.",
                time_zone=time_zone,
                naive=f"{naive:%H:%M}",
            ),
            place="starts",
        )
    return instant


def is_ambiguous_time(local: datetime, time_zone: str) -> bool:
    """Tell whether the clocks of a zone show a local time twice on that day."""
    place = zone(time_zone)
    naive = local.replace(tzinfo=None)
    first = naive.replace(tzinfo=place, fold=0).utcoffset()
    second = naive.replace(tzinfo=place, fold=1).utcoffset()
    return first is not None and second is not None and first > second


def local_time(at: datetime, time_zone: str) -> datetime:
    """Return what the clocks of a zone show at a moment."""
    return at.astimezone(zone(time_zone))


def hours_before(at: datetime, hours: int) -> datetime:
    """Return the moment that lies so many real hours earlier."""
    return at.astimezone(UTC) - timedelta(hours=hours)
