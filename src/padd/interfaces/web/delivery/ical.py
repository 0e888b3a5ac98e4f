"""Calendar feeds: events as iCalendar, in their local time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from padd.presentation import page_words
from padd.presentation.events.event_rows import place_line, sanction_chip
from padd.services.delivery.event_calendar import CalendarEntry, estimated_end, write_calendar
from padd.store.queries.events.calendar import EventRow

CALLED_OFF: Final = frozenset({"cancelled", "voided"})


def calendar_feed(
    lines: Iterable[EventRow], *, title: str, now: datetime, address: Callable[[str], str]
) -> bytes:
    """Return a feed of events; `address` gives the page of an event by its id."""
    entries = []
    for line in lines:
        # An event whose end is beyond any calendar is left out.
        with suppress(OverflowError, ValueError):
            entries.append(_entry(line, page=address(line.public_id)))
    return write_calendar(entries, now=now, title=title)


def _entry(line: EventRow, *, page: str) -> CalendarEntry:
    return CalendarEntry(
        uid=line.public_id,
        starts=line.starts_at,
        ends=estimated_end(line.starts_at, line.rounds_planned, line.ends_on, line.time_zone),
        summary=line.name,
        location=place_line(line),
        url=page,
        status="CANCELLED" if line.state in CALLED_OFF else "CONFIRMED",
        description=f"{page_words.EDITIONS[line.edition]}, "
        f"{page_words.count(line.rounds_planned, 'round')}\n"
        f"{sanction_chip(line).word}\n{page}",
    )


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
