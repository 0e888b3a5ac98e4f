"""An event for somebody's own calendar, as iCalendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from icalendar import Calendar
from icalendar import Event as Entry

from padd.services.delivery.emails import page_url
from padd.store.columns.event_rows import local_time
from padd.store.models.events import Event

HOURS_A_ROUND: Final = 1.5
EVENING: Final = 18


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
    """Return one event; moments are in UTC, so no table of time zones is needed."""
    starts = event.starts_at.astimezone(UTC)
    entry = Entry()
    entry.add("uid", f"{event.public_id}@padd")
    entry.add("dtstamp", now.astimezone(UTC).replace(microsecond=0))
    entry.add("dtstart", starts)
    ends = estimated_end(starts, event.rounds_planned, event.ends_on, event.time_zone)
    entry.add("dtend", ends)
    entry.add("summary", event.name)
    if event.venue is not None:
        entry.add("location", f"{event.venue.name}, {event.venue.town}")
    if page := page_url(f"/events/{event.public_id}/"):
        entry.add("url", page)
    calendar = Calendar()
    calendar.add("prodid", "-//PADD//Star Trek CCG organized play//EN")
    calendar.add("version", "2.0")
    calendar.add_component(entry)
    data: bytes = calendar.to_ical()
    return data
