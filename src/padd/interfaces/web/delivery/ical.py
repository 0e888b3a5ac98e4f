"""Calendar feeds: events as iCalendar, in their local time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar, Event

from padd.presentation import page_words
from padd.presentation.events.event_rows import place_line, sanction_chip
from padd.services.delivery.calendar_file import estimated_end
from padd.store.queries.events.calendar import EventRow

CALLED_OFF: Final = frozenset({"cancelled", "voided"})


def calendar_feed(
    lines: Iterable[EventRow], *, title: str, now: datetime, address: Callable[[str], str]
) -> bytes:
    """Return a feed of events; `address` gives the page of an event by its id."""
    calendar = Calendar()
    calendar.add("prodid", "-//PADD//Star Trek CCG organized play//EN")
    calendar.add("version", "2.0")
    calendar.add("name", title)
    calendar.add("x-wr-calname", title)
    for line in lines:
        # What no calendar can hold is left out; the others are still handed out.
        with suppress(OverflowError, ValueError):
            calendar.add_component(_entry(line, now=now, page=address(line.public_id)))
    data: bytes = calendar.to_ical()
    return data


def _entry(line: EventRow, *, now: datetime, page: str) -> Event:
    """Return one event; moments are in UTC, so no table of time zones is needed."""
    entry = Event()
    entry.add("uid", f"{line.public_id}@padd")
    entry.add("dtstamp", now.astimezone(UTC).replace(microsecond=0))
    entry.add("dtstart", line.starts_at)
    entry.add(
        "dtend", estimated_end(line.starts_at, line.rounds_planned, line.ends_on, line.time_zone)
    )
    entry.add("summary", line.name)
    entry.add("location", place_line(line))
    entry.add("url", page)
    entry.add("status", "CANCELLED" if line.state in CALLED_OFF else "CONFIRMED")
    entry.add(
        "description",
        f"{page_words.EDITIONS[line.edition]}, "
        f"{page_words.count(line.rounds_planned, 'round')}\n"
        f"{sanction_chip(line).word}\n{page}",
    )
    return entry


def calendar_response(
    request: HttpRequest, lines: Iterable[EventRow], *, title: str, name: str
) -> HttpResponse:
    """Return events as a calendar file."""
    data = calendar_feed(
        lines,
        title=title,
        now=timezone.now(),
        address=lambda public_id: request.build_absolute_uri(reverse("listing", args=(public_id,))),
    )
    response = HttpResponse(data, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return response
