"""Queries of the calendar: upcoming, live and past events, filtered and paged."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Q

from padd.core.text import outline
from padd.store.models import (
    Area,
    Directorship,
    Event,
    EventState,
    Registration,
    RegistrationState,
)
from padd.store.row_values import at_the_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from django.db.models import QuerySet

PAGE: Final = 50
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
class Filter:
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
    ends_on: str
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
class Page:
    """One page of a list."""

    lines: tuple[EventRow, ...]
    number: int
    pages: int
    total: int


def calendar(choice: Filter, *, now: datetime, page: int = 1, size: int = PAGE) -> Page:
    """Return one page of the calendar; always three queries."""
    events = _filtered(choice, now=now)
    total = events.count()
    pages = max(1, -(-total // size))
    number = min(max(1, page), pages)
    first = (number - 1) * size
    return Page(
        lines=_cut(events, choice, slice(first, first + size)),
        number=number,
        pages=pages,
        total=total,
    )


def nearest(choice: Filter, *, now: datetime, most: int) -> tuple[EventRow, ...]:
    """Return the first lines of the calendar without counting all; two queries."""
    return _cut(_filtered(choice, now=now), choice, slice(most))


def _cut(events: QuerySet[Event], choice: Filter, part: slice) -> tuple[EventRow, ...]:
    """Return a part of what was found: the soonest first, of the past the latest.

    Only keys are sorted; the wide rows are read for that part alone.
    """
    order = ("-starts_at", "-id") if choice.when == "past" else ("starts_at", "id")
    keys = events.order_by(*order).values("pk")[part]
    rows = Event.objects.filter(pk__in=keys).select_related("region", "venue")
    return lines_of(rows.order_by(*order))


def feed(choice: Filter, *, now: datetime, most: int = 1000) -> tuple[EventRow, ...]:
    """Return the events of a calendar feed, the soonest first; two queries."""
    events = _filtered(choice, now=now).select_related("region", "venue")
    return lines_of(events.order_by("starts_at", "id")[:most])


def month(first: date, last: date) -> dict[date, int]:
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
    begin = datetime.combine(first, time.min, tzinfo=UTC)
    end = datetime.combine(last, time.max, tzinfo=UTC)
    rows = Event.objects.filter(
        state__in=PUBLIC,
        starts_at__gte=begin - AROUND_THE_WORLD,
        starts_at__lte=end + AROUND_THE_WORLD,
    ).exclude(state=EventState.CANCELLED)
    for key, starts_at, zone in rows.values_list("pk", "starts_at", "time_zone"):
        day = at_the_place(starts_at, zone).date()
        if first <= day <= last:
            yield key, day


def _filtered(choice: Filter, *, now: datetime) -> QuerySet[Event]:
    rows = Event.objects.filter(state__in=PUBLIC)
    rows = rows.filter(_when(choice.when, now))
    if choice.area == Area.ONLINE:
        rows = rows.filter(online=True)
    elif choice.area:
        rows = rows.filter(region__area=choice.area, online=False)
    if choice.region:
        rows = rows.filter(
            Q(region__slug=choice.region) | Q(region__parent__slug=choice.region)
        )
    for field in ("edition", "kind", "format"):
        if value := getattr(choice, field):
            rows = rows.filter(**{field: value})
    if choice.day is not None:
        rows = rows.filter(
            pk__in=[key for key, _ in _beginning(choice.day, choice.day)]
        )
    if choice.online is not None:
        rows = rows.filter(online=choice.online)
    if choice.person:
        entered = Registration.objects.filter(
            person__public_id=choice.person, seat__isnull=False
        )
        directed = Directorship.objects.filter(person__public_id=choice.person)
        rows = rows.filter(
            Q(pk__in=entered.values("event")) | Q(pk__in=directed.values("event"))
        )
    for word in choice.text.split()[:6]:
        matches = Q(name__icontains=word) | Q(region__name__icontains=word)
        # Places are found without their accents too: "wurfel" is "Würfel" there.
        rows = rows.filter(
            matches
            | Q(venue__name__icontains=word)
            | Q(venue__town__icontains=word)
            | Q(venue__outline__contains=outline(word) or word)
        )
    return rows


def _when(when: str, now: datetime) -> Q:
    if when == "live":
        return Q(state=EventState.RUNNING)
    if when == "past":
        return Q(state__in=DONE) | Q(
            state__in=[EventState.LISTED, EventState.CANCELLED],
            starts_at__lt=now - STALE,
        )
    if when == "results":
        # What nobody has looked at yet, or was dated ahead, is no result of the game.
        return Q(state=EventState.PROCESSED, starts_at__lte=now)
    if when == "upcoming":
        return Q(
            state__in=[EventState.LISTED, EventState.CANCELLED],
            starts_at__gte=now - STALE,
        )
    return Q()


def lines_of(rows: Iterable[Event]) -> tuple[EventRow, ...]:
    """Return events as lines of a list, with how many are coming; one query."""
    events = list(rows)
    counts: defaultdict[tuple[int, str], int] = defaultdict(int)
    shown = [RegistrationState.GOING, RegistrationState.WAITING]
    registered = (
        Registration.objects.filter(
            event__in=[row.pk for row in events], state__in=shown
        )
        .values_list("event", "state")
        .annotate(Count("id"))
        .order_by()
    )
    for event, state, number in registered:
        counts[event, state] = number
    return tuple(
        line_of(
            row,
            coming=counts[row.pk, RegistrationState.GOING],
            waiting=counts[row.pk, RegistrationState.WAITING],
        )
        for row in events
    )


def line_of(row: Event, *, coming: int = 0, waiting: int = 0) -> EventRow:
    """Return an event as a line of a list."""
    venue = row.venue
    return EventRow(
        public_id=row.public_id,
        name=row.name,
        state=row.state,
        edition=row.edition,
        format=row.format,
        rules=row.rules,
        scenario=row.scenario,
        card_pool=row.card_pool,
        kind=row.kind,
        level=row.level,
        rounds_planned=row.rounds_planned,
        release_set=row.release_set,
        pairing_style=row.pairing_style,
        online=row.online,
        starts_at=row.starts_at.astimezone(UTC),
        local_start=at_the_place(row.starts_at, row.time_zone),
        time_zone=row.time_zone,
        ends_on=row.ends_on.isoformat() if row.ends_on else "",
        region=row.region.name,
        area=Area.ONLINE if row.online else row.region.area,
        venue=venue.name if venue else "",
        town=venue.town if venue else "",
        venue_state=venue.state if venue else "",
        capacity=row.capacity,
        coming=coming,
        waiting=waiting,
        rulebook=row.rulebook,
        registered_at=row.registered_at,
        expected_players=row.expected_players,
    )
