"""Fill an empty installation with sample data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from typing import Final

from django.db import transaction

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.core.rng import Rng
from padd.core.text import look_alike_outline
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import SYSTEM, Actor
from padd.services.access.permissions import Permission, require
from padd.services.events.approvals_needed import request_venue_approval
from padd.services.events.sanction_adviser import event_level
from padd.services.installation.demo_cases import add_cases
from padd.services.installation.demo_championships import add_championship_plans
from padd.services.installation.demo_corrections import add_correction
from padd.services.installation.demo_decks import add_decks
from padd.services.installation.demo_leagues import add_leagues
from padd.services.installation.demo_names import (
    ENDINGS,
    FEES,
    HANDLES,
    PLACES,
    PRIZES,
    SERIES,
    DemoTown,
)
from padd.services.installation.demo_online import add_online_event
from padd.services.installation.demo_results import play_season
from padd.services.installation.demo_rulings import add_rulings
from padd.services.installation.demo_scenarios import add_scenarios
from padd.services.installation.demo_styles import add_styles
from padd.services.installation.installation import is_empty
from padd.services.local_time import moment
from padd.services.refusal import no
from padd.store.models.events import (
    Directorship,
    Event,
    EventState,
    Registration,
    RegistrationState,
    Venue,
    VenueState,
)
from padd.store.models.people import Person, Region
from padd.store.writes.championship_stages import stage_of
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry

RULEBOOK: Final = "opg-5"
SEED: Final = 1966
PAST_WEEKS: Final = 40
COMING_WEEKS: Final = 12
EVENING: Final = 18
MORNING: Final = 10
CONTINENTS: Final = {"europe": "European", "north-america": "North American"}
CHAMPIONSHIPS: Final = (
    # kind, name, place, weeks from now, edition, rounds, seats
    ("regional", "Regional Championship", 0, -34, "2E", 5, None),
    ("regional", "Regional Championship", 4, -33, "2E", 5, None),
    ("regional", "Regional Championship", 5, -31, "2E", 5, None),
    ("regional", "Regional Championship", 0, -32, "1E", 5, None),
    ("regional", "Regional Championship", 4, -30, "1E", 5, None),
    ("regional", "Regional Championship", 2, -31, "TR", 5, None),
    ("national", "National Championship", 2, -26, "2E", 5, None),
    ("continental", "Continental Championship", 5, -21, "2E", 6, None),
    ("continental", "Continental Championship", 0, -20, "2E", 6, None),
    ("continental", "Continental Championship", 0, -19, "1E", 6, None),
    ("continental", "Continental Championship", 0, -18, "TR", 5, None),
    ("masters", "Trek Masters", 3, -14, "2E", 5, None),
    ("world", "World Championship", 2, -8, "2E", 6, None),
    ("world", "World Championship", 2, -8, "1E", 6, None),
    ("world", "World Championship", 2, -7, "TR", 5, None),
    ("national", "National Championship", 2, -9, "1E", 5, None),
    ("regional", "Regional Championship", 0, 5, "2E", 5, 32),
    ("regional", "Regional Championship", 4, 7, "1E", 5, None),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoCounts:
    """How much was made."""

    people: int
    venues: int
    events: int
    entries: int


def fill(*, by: Actor, now: datetime, seed: int = SEED) -> DemoCounts:
    """Fill an empty installation; the same seed makes the same community."""
    require(Permission.DEMO_FILL, by)
    if not is_empty():
        raise RefusalError(
            no(
                "not-empty",
                message("People or events are already here, so no sample data was added."),
            )
        )
    with transaction.atomic():
        chance = Rng(seed, "demo")
        handles = _handles(seed)
        town = [_people(place, handles, chance, now) for place in PLACES]
        venues = [_venue(number, chance, now) for number in range(len(PLACES))]
        events = _season(venues, town, chance, now)
        registrations = _registrations(events, town, chance, now)
        play_season(by=by, now=now, seed=seed)
        add_cases(now=now)
        add_rulings(now=now)
        add_leagues(now=now)
        add_championship_plans(town, now=now)
        add_scenarios(by=by, now=now)
        add_styles(by=by, now=now)
        add_online_event(by=by, now=now)
        add_decks(by=by, now=now)
        add_correction(now=now)
        counts = DemoCounts(
            people=sum(map(len, town)),
            venues=len(venues),
            events=len(events),
            entries=registrations,
        )
        add_audit_entry(
            Permission.DEMO_FILL,
            by=by.label,
            subject="installation",
            at=now,
            after={"seed": seed, "people": counts.people, "events": counts.events},
        )
    return counts


def _handles(seed: int) -> Iterator[str]:
    """Yield handles as players choose them, each of them once."""
    pairs = product(HANDLES.split(), ENDINGS.split())
    return map("".join, Rng(seed, "demo handles").shuffled(pairs))


def _people(place: DemoTown, handles: Iterator[str], chance: Rng, now: datetime) -> list[Person]:
    region = Region.objects.get(slug=place.region)
    first_names, family = place.given.split(), _families(place.family)
    names = chance.shuffled(f"{first} {last}" for first in first_names for last in family)
    revision, rows = next_number("person"), []
    for name, handle in zip(names[: place.people], handles, strict=False):
        rows.append(
            Person(
                handle=handle,
                outline=look_alike_outline(handle),
                name=name,
                name_outline=look_alike_outline(name),
                region=region,
                created_at=now - timedelta(days=chance.below(2000)),
                revision=revision,
            )
        )
    return Person.objects.bulk_create(rows)


def _families(words: str) -> list[str]:
    """Return the family names of a place; a small word belongs to the next."""
    names: list[str] = []
    small = ""
    for word in words.split():
        if word.islower():
            small = f"{word} "
        else:
            names.append(small + word)
            small = ""
    return names


def _venue(number: int, chance: Rng, now: datetime) -> Venue:
    place = PLACES[number]
    new = number == len(PLACES) - 1
    row = Venue.objects.create(
        name=place.venue,
        outline=look_alike_outline(f"{place.venue} {place.town}"),
        street=place.street,
        town=place.town,
        region=Region.objects.get(slug=place.region),
        time_zone=place.time_zone,
        state=VenueState.UNVERIFIED if new else VenueState.VERIFIED,
        created_at=now - timedelta(days=2 if new else 300 + chance.below(900)),
    )
    if new:
        request_venue_approval(row, requester=SYSTEM, now=row.created_at)
    return row


def _season(
    venues: list[Venue], town: list[list[Person]], chance: Rng, now: datetime
) -> list[Event]:
    """Make a season: every place plays every other week or so, and championships."""
    rows = [
        _local(venues[place], week, chance, now)
        for week in range(-PAST_WEEKS, COMING_WEEKS)
        for place in range(len(PLACES))
        if chance.below(3) == 0
    ]
    rows += [
        _championship(venues[place], values, now)
        for values in CHAMPIONSHIPS
        for place in (values[2],)
    ]
    rows += [_online(week, chance, now) for week in range(-8, 8, 4)]
    events = Event.objects.bulk_create(rows)
    for event in sorted(events, key=lambda row: row.starts_at):
        stage_of(event, now=now)
    home = {venue.pk: people for venue, people in zip(venues, town, strict=True)}
    Directorship.objects.bulk_create(
        Directorship(event=event, person=person, rank=rank)
        for event in events
        for rank, person in enumerate(
            chance.shuffled(home.get(event.venue_id or 0, town[0])[:4])[:2], start=1
        )
    )
    return events


def _local(venue: Venue, week: int, chance: Rng, now: datetime) -> Event:
    name, edition, format_, pool, rules, rounds, expected = chance.one_of(SERIES)
    day = _day(now, week, chance.below(7))
    hour = EVENING if day.weekday() < 5 else MORNING  # noqa: PLR2004 -- until Friday
    capacity = chance.one_of((None, None, None, 8, 12, 16))
    return _event(
        now,
        name=f"{name} {venue.town}",
        edition=edition,
        format=format_,
        card_pool=pool,
        rules=rules,
        rounds_planned=rounds,
        pairing_style="tribbles" if edition == "TR" else "swiss",
        expected_players=expected,
        capacity=capacity,
        entry_fee=chance.one_of(FEES),
        prizes=chance.one_of(PRIZES),
        venue=venue,
        region=venue.region,
        time_zone=venue.time_zone,
        starts_at=moment(day.replace(hour=hour), venue.time_zone),
    )


def _championship(
    venue: Venue, values: tuple[str, str, int, int, str, int, int | None], now: datetime
) -> Event:
    kind, title, _, week, edition, rounds, seats = values
    day = _day(now, week, 5).replace(hour=MORNING)
    return _event(
        now,
        name=f"{_where(venue, kind)} {title} {day.year}".strip(),
        edition=edition,
        kind=kind,
        level=event_level(rulebook(RULEBOOK), kind),
        rules="otf" if edition == "1E" else "standard",
        pairing_style="tribbles" if edition == "TR" else "swiss",
        rounds_planned=rounds,
        final_confrontation=kind == "continental" and edition != "TR",
        deck_lists_required=True,
        preregistration_required=True,
        expected_players=20,
        capacity=seats,
        venue=venue,
        region=venue.region,
        time_zone=venue.time_zone,
        starts_at=moment(day, venue.time_zone),
    )


def _where(venue: Venue, kind: str) -> str:
    """Return what a championship is called after: the place that it is for."""
    if kind == "world":
        return ""
    if kind == "continental":
        area = venue.region.area
        return CONTINENTS.get(area, str(venue.region.get_area_display()))
    return venue.region.name


def _online(week: int, chance: Rng, now: datetime) -> Event:
    day = _day(now, week, chance.below(7)).replace(hour=EVENING)
    return _event(
        now,
        name=f"Subspace Series {day:%B}",
        edition=chance.one_of(("1E", "2E")),
        online=True,
        rounds_planned=4,
        expected_players=12,
        region=Region.objects.get(slug="online"),
        time_zone="UTC",
        starts_at=moment(day, "UTC"),
        ends_on=day.date() + timedelta(days=27),
    )


def _event(now: datetime, **values: object) -> Event:
    """Return an event with what all have, in the state that its date gives it."""
    row = Event(rulebook=RULEBOOK, created_at=now)
    usual = {"format": "constructed", "card_pool": "complete", "pairing_style": "swiss"}
    for name, value in {**usual, **values}.items():
        setattr(row, name, value)
    if not row.rules:
        row.rules = rulebook(RULEBOOK).formats.preferred_rules[row.edition]
    row.registered_at = min(now, row.starts_at - timedelta(days=10))
    row.created_at = row.registered_at
    past = row.starts_at < now - timedelta(days=1)
    row.state = EventState.PROCESSED if past else EventState.LISTED
    return row


def _day(now: datetime, week: int, weekday: int) -> datetime:
    """Return midnight, as a clock time, of a day some weeks from now."""
    monday = now - timedelta(days=now.weekday()) + timedelta(weeks=week)
    day = monday + timedelta(days=weekday)
    return datetime(day.year, day.month, day.day)  # noqa: DTZ001 -- a clock time


def _registrations(
    events: list[Event], town: list[list[Person]], chance: Rng, now: datetime
) -> int:
    rows: list[Registration] = []
    at_home = {place.venue: people for place, people in zip(PLACES, town, strict=True)}
    everybody = [person for people in town for person in people]
    for event in events:
        near = at_home[event.venue.name] if event.venue else everybody
        far = chance.shuffled(everybody)[: 12 if event.level > 1 else 2]
        expected = event.expected_players or 6
        number = expected + chance.below(6) - 2
        soon = event.starts_at < now + timedelta(weeks=3)
        coming = list(dict.fromkeys((*chance.shuffled(near), *far)))
        coming = coming[: number if soon else number // 2]
        rows += [
            _registration(event, person, number, now)
            for number, person in enumerate(chance.shuffled(coming), start=1)
        ]
    Registration.objects.bulk_create(rows)
    return len(rows)


def _registration(event: Event, person: Person, number: int, now: datetime) -> Registration:
    full = event.capacity is not None and number > event.capacity
    return Registration(
        event=event,
        person=person,
        state=RegistrationState.WAITING if full else RegistrationState.GOING,
        seat=None if full else number,
        number=number,
        created_at=now,
        confirmed_at=now,
    )
