"""Write events and appointments as iCalendar."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

import msgspec
from icalendar import Calendar
from icalendar import Event as Component

from padd.services.links import page_url
from padd.store.columns.event_rows import local_time
from padd.store.models.events import Event

HOURS_A_ROUND: Final = 1.5
EVENING: Final = 18


class CalendarEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What a calendar shows between two moments; empty texts are left out."""

    uid: str
    starts: datetime
    ends: datetime
    summary: str
    location: str = ""
    url: str = ""
    status: str = ""
    description: str = ""


def write_calendar(entries: Iterable[CalendarEntry], *, now: datetime, title: str = "") -> bytes:
    """Return entries as iCalendar; moments in UTC need no table of time zones.

    An entry that no calendar can hold is left out.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//PADD//Star Trek CCG organized play//EN")
    calendar.add("version", "2.0")
    if title:
        calendar.add("name", title)
        calendar.add("x-wr-calname", title)
    for entry in entries:
        with suppress(OverflowError, ValueError):
            calendar.add_component(_component(entry, now=now))
    data: bytes = calendar.to_ical()
    return data


def _component(entry: CalendarEntry, *, now: datetime) -> Component:
    component = Component()
    component.add("uid", f"{entry.uid}@padd")
    component.add("dtstamp", now.astimezone(UTC).replace(microsecond=0))
    component.add("dtstart", entry.starts)
    component.add("dtend", entry.ends)
    for name in ("summary", "location", "url", "status", "description"):
        if value := getattr(entry, name):
            component.add(name, value)
    return component


def estimated_end(
    starts_at: datetime, rounds: int, ends_on: date | None, time_zone: str
) -> datetime:
    """Return a likely end: the rounds with their breaks, or the last day."""
    likely = starts_at + timedelta(hours=HOURS_A_ROUND * rounds)
    if not ends_on:
        return likely
    zone = local_time(starts_at, time_zone).tzinfo
    last = datetime.combine(ends_on, time(EVENING), tzinfo=zone)
    return max(likely, last.astimezone(UTC))


def calendar_file(event: Event, *, now: datetime) -> bytes:
    """Return one event for the calendar of a person who comes."""
    starts = event.starts_at.astimezone(UTC)
    venue = event.venue
    entry = CalendarEntry(
        uid=event.public_id,
        starts=starts,
        ends=estimated_end(starts, event.rounds_planned, event.ends_on, event.time_zone),
        summary=event.name,
        location=f"{venue.name}, {venue.town}" if venue is not None else "",
        url=page_url("listing", event=event.public_id) or "",
    )
    return write_calendar([entry], now=now)
