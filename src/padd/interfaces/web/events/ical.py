"""Calendar feeds: events as iCalendar, in the time of their place."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from icalendar import Calendar, Event

from padd.presentation import page_words
from padd.presentation.events.event_rows import chip_of, where

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from padd.store.queries import EventRow

HOURS_A_ROUND: Final = 1.5
CALLED_OFF: Final = frozenset({"cancelled", "voided"})


def feed_of(
    lines: Iterable[EventRow],
    *,
    title: str,
    now: datetime,
    address: Callable[[str], str],
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
    entry.add("dtend", _end(line))
    entry.add("summary", line.name)
    entry.add("location", where(line))
    entry.add("url", page)
    entry.add("status", "CANCELLED" if line.state in CALLED_OFF else "CONFIRMED")
    entry.add(
        "description",
        f"{page_words.EDITIONS[line.edition]}, "
        f"{page_words.count(line.rounds_planned, 'round')}\n"
        f"{chip_of(line).word}\n{page}",
    )
    return entry


def _end(line: EventRow) -> datetime:
    """Return a likely end: the rounds with their breaks, or the last day."""
    likely = line.starts_at + timedelta(hours=HOURS_A_ROUND * line.rounds_planned)
    if not line.ends_on:
        return likely
    last = datetime.fromisoformat(line.ends_on).replace(
        hour=18, tzinfo=line.local_start.tzinfo
    )
    return max(likely, last.astimezone(UTC))
