"""Queries of the calendar: upcoming, live and past events, filtered and paged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.functions import Lower

from padd.core.text import look_alike_outline
from padd.store.columns.event_rows import local_time
from padd.store.models.events import (
    Directorship,
    Event,
    EventKind,
    EventState,
    Registration,
    RegistrationState,
)
from padd.store.models.people import Area

PAGE: Final = 50
AREAS: Final = tuple(str(value) for value in Area.values)
KINDS: Final = tuple(str(value) for value in EventKind.values)
PUBLIC: Final = (
    EventState.LISTED,
    EventState.RUNNING,
    EventState.RESULTS_ENTERED,
    EventState.HELD,
    EventState.AWAITING_PROCESSING,
    EventState.PROCESSED,
    EventState.CANCELLED,
)
DONE: Final = (
    EventState.RESULTS_ENTERED,
    EventState.HELD,
    EventState.AWAITING_PROCESSING,
    EventState.PROCESSED,
)
AROUND_THE_WORLD: Final = timedelta(days=1)
STALE: Final = timedelta(days=1)
"""How long after its start an event that was never begun is still to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarFilter:
    """What a visitor wants to see of the calendar."""

    when: str = "upcoming"
    """upcoming, live, past, results (what counts) or all."""
    area: str = ""
    region: str = ""
    edition: str = ""
    kind: str = ""
    format: str = ""
    online: bool | None = None
    text: str = ""
    person: str = ""
    """Public id: events that this person enters or directs."""
    day: date | None = None
    """The day on which it begins, by the clock of its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """An event in a list."""

    public_id: str
    name: str
    state: str
    edition: str
    format: str
    rules: str
    scenario: str
    card_pool: str
    kind: str
    level: int
    rounds_planned: int
    release_set: str
    """The set that it celebrates, if it is a release tournament."""
    pairing_style: str
    online: bool
    starts_at: datetime
    local_start: datetime
    """What the clocks show at the place of the event."""
    time_zone: str
    ends_on: date | None
    region: str
    area: str
    venue: str
    town: str
    venue_state: str
    capacity: int | None
    coming: int
    waiting: int
    rulebook: str
    registered_at: datetime | None
    expected_players: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarPage:
    """One page of a list."""

    lines: tuple[EventRow, ...]
    number: int
    pages: int
    total: int


COPIED: Final = (
    *("public_id", "name", "state", "edition", "format", "rules", "scenario"),
    *("card_pool", "kind", "level", "rounds_planned", "release_set", "pairing_style"),
    *("online", "time_zone", "ends_on", "capacity", "rulebook", "registered_at"),
    "expected_players",
)
"""What a line has as the event has it."""
SHAPED: Final = (
    *("starts_at", "region__name", "region__area"),
    *("venue__name", "venue__town", "venue__state"),
)
REGISTERED: Final = """
(SELECT COUNT(*) FROM store_entry
  WHERE store_entry.event_id = store_event.id AND store_entry.state = %s)
"""
"""How many registrations of an event are in a state. Every list of events asks this
twice, and as plain SQL it takes half of the time that Django needs to compile it."""
MOST_LINES: Final = 4000
"""How many lines are remembered with the values that they were made from."""


def list_events(
    choice: CalendarFilter, *, now: datetime, page: int = 1, size: int = PAGE
) -> CalendarPage:
    """Return one page of the calendar; always two queries."""
    total = count_events(choice, now=now)
    pages = max(1, -(-total // size))
    number = min(max(1, page), pages)
    first = (number - 1) * size
    return CalendarPage(
        lines=_cut(choice, first, first + size, now=now), number=number, pages=pages, total=total
    )


def count_events(choice: CalendarFilter, *, now: datetime) -> int:
    """Return how many events are wanted."""
    return _filtered(choice, now=now).count()


def first_events(
    *lists: tuple[CalendarFilter, int], now: datetime
) -> Iterator[tuple[EventRow, ...]]:
    """Yield the first lines of several lists; one query each, and one for all lines."""
    keys = [list(_keys(choice, now=now)[:most]) for choice, most in lists]
    rows = iter(event_rows_by_id(key for part in keys for key in part))
    for part in keys:
        yield tuple(islice(rows, len(part)))


def nearest_events(choice: CalendarFilter, *, now: datetime, most: int) -> tuple[EventRow, ...]:
    """Return the first lines of the calendar without counting all; one query."""
    return _cut(choice, 0, most, now=now)


def _cut(choice: CalendarFilter, first: int, last: int, *, now: datetime) -> tuple[EventRow, ...]:
    """Return a part of what is found: the soonest first, of the past the latest.

    Only keys are sorted; the wide rows are read for that part alone.
    """
    keys = _keys(choice, now=now)[first:last]
    rows = Event.objects.filter(pk__in=keys).order_by(*_order(choice))
    return event_rows_from(with_event_columns(rows))


def _keys(choice: CalendarFilter, *, now: datetime) -> QuerySet[Event, int]:
    rows = _filtered(choice, now=now).order_by(*_order(choice))
    return rows.values_list("pk", flat=True)


def _order(choice: CalendarFilter) -> tuple[str, str]:
    over = choice.when in {"past", "results"}
    return ("-starts_at", "-id") if over else ("starts_at", "id")


def feed_events(choice: CalendarFilter, *, now: datetime, most: int = 1000) -> tuple[EventRow, ...]:
    """Return the events of a calendar feed, the soonest first; one query."""
    return _cut(choice, 0, most, now=now)


def events_by_day(first: date, last: date) -> dict[date, int]:
    """Return how many events begin on each day from first to last; one query.

    A day is that of the place of the event, which may be a day off from UTC.
    """
    counts: defaultdict[date, int] = defaultdict(int)
    for _, day in _beginning(first, last):
        counts[day] += 1
    return dict(counts)


def _beginning(first: date, last: date) -> Iterator[tuple[int, date]]:
    """Give the keys of events that begin from one day to another, and their day.

    The moments asked for lie a day around, since days begin earlier and later
    elsewhere; as moments, not as dates, they are found by the index.
    """
    begin = datetime.combine(first, time.min, tzinfo=UTC) - AROUND_THE_WORLD
    end = datetime.combine(last, time.max, tzinfo=UTC) + AROUND_THE_WORLD
    rows = Event.objects.filter(starts_at__gte=begin, starts_at__lte=end)
    planned = rows.filter(state__in=PUBLIC).exclude(state=EventState.CANCELLED)
    for key, starts_at, zone in planned.values_list("pk", "starts_at", "time_zone"):
        day = local_time(starts_at, zone).date()
        if first <= day <= last:
            yield key, day


def _filtered(choice: CalendarFilter, *, now: datetime) -> QuerySet[Event, Any]:
    """Return the events that are wanted."""
    rows = Event.objects.alias(state_walked=Lower("state"))
    rows = rows.filter(_when(choice.when, now))
    if choice.area == Area.ONLINE:
        rows = rows.filter(online=True)
    elif choice.area:
        rows = rows.filter(region__area=choice.area, online=False)
    if choice.region:
        rows = rows.filter(Q(region__slug=choice.region) | Q(region__parent__slug=choice.region))
    for field in ("edition", "kind", "format"):
        if value := getattr(choice, field):
            rows = rows.filter(**{field: value})
    if choice.day is not None:
        rows = rows.filter(pk__in=[key for key, _ in _beginning(choice.day, choice.day)])
    if choice.online is not None:
        rows = rows.filter(online=choice.online)
    if choice.person:
        entered = Registration.objects.filter(person__public_id=choice.person, seat__isnull=False)
        directed = Directorship.objects.filter(person__public_id=choice.person)
        rows = rows.filter(Q(pk__in=entered.values("event")) | Q(pk__in=directed.values("event")))
    for word in choice.text.split()[:6]:
        matches = Q(name__icontains=word) | Q(region__name__icontains=word)
        # Places are found without their accents too: "wurfel" is "Würfel" there.
        rows = rows.filter(
            matches
            | Q(venue__name__icontains=word)
            | Q(venue__town__icontains=word)
            | Q(venue__outline__contains=look_alike_outline(word) or word)
        )
    return rows


def _when(when: str, now: datetime) -> Q:
    stale = now - STALE
    if when == "live":
        return Q(state=EventState.RUNNING)
    if when == "past":
        # Nearly all events are past, and the latest are found by going back in time.
        # A database that sees an index for the state sorts all of them instead.
        return Q(state_walked__in=DONE) | Q(
            state_walked__in=[EventState.LISTED, EventState.CANCELLED], starts_at__lt=stale
        )
    if when == "results":
        # What nobody has looked at yet, or was dated ahead, is no result of the game.
        return Q(state=EventState.PROCESSED, starts_at__lte=now)
    if when == "upcoming":
        return Q(state__in=[EventState.LISTED, EventState.CANCELLED], starts_at__gte=stale)
    return Q(state__in=PUBLIC)


def with_event_columns(rows: QuerySet[Event, Any], *first: str) -> QuerySet[Any, Any]:
    """Return a query for all that lines of a list have, with how many are coming."""
    return rows.annotate(
        coming=RawSQL(REGISTERED, [RegistrationState.GOING]),  # noqa: S611 -- a constant
        waiting=RawSQL(REGISTERED, [RegistrationState.WAITING]),  # noqa: S611 -- a constant
    ).values_list(*first, *COPIED, *SHAPED, "coming", "waiting")


def event_rows_from(rows: Iterable[tuple[Any, ...]]) -> tuple[EventRow, ...]:
    """Return lines of a list from the rows of a wide query."""
    return tuple(map(_line, rows))


def event_rows_by_id(events: Iterable[int]) -> tuple[EventRow, ...]:
    """Return events as lines of a list, by their keys; one query."""
    keys = list(events)
    # A caller that has the key of a deleted event may see it.
    found = Event._base_manager.filter(pk__in=keys)  # noqa: SLF001 -- Django's name
    rows = {row[0]: row[1:] for row in with_event_columns(found, "pk")}
    return event_rows_from(rows[key] for key in keys)


def event_row_from_model(row: Event, *, coming: int = 0, waiting: int = 0) -> EventRow:
    """Return an event as a line of a list."""
    values = (_value(row, column) for column in (*COPIED, *SHAPED))
    return _line((*values, coming, waiting))


def _value(row: Event, column: str) -> object:
    """Return what a row has where a query would look; nothing where a row ends."""
    value: object = row
    for name in column.split("__"):
        value = getattr(value, name, None)
    return value


@lru_cache(MOST_LINES)
def _line(row: tuple[Any, ...]) -> EventRow:
    """Return the line of a row; the same values always make the same line."""
    values = dict(zip((*COPIED, *SHAPED, "coming", "waiting"), row, strict=True))
    starts_at, time_zone = values["starts_at"], values["time_zone"]
    return EventRow(
        **{name: values[name] for name in COPIED},
        starts_at=starts_at.astimezone(UTC),
        local_start=local_time(starts_at, time_zone),
        region=values["region__name"],
        area=Area.ONLINE if values["online"] else values["region__area"],
        venue=values["venue__name"] or "",
        town=values["venue__town"] or "",
        venue_state=values["venue__state"] or "",
        coming=values["coming"],
        waiting=values["waiting"],
    )
