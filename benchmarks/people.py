"""Finding a misspelt name among 50,000 people, and paging 10,000 events.

The peer of the search is rapidfuzz's own ready-made one over all names, asked turn
about; our search may take as long as it at most. The peer of the calendar is a page of
as many events with region, venue and count asked for event by event; ours may take
half as long. `DATABASE_URL` measures PostgreSQL in place of a SQLite file.
"""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime, timedelta
from itertools import count
from time import process_time
from typing import TYPE_CHECKING

from benchmarks._goals import fail_if_missed
from benchmarks._turns import by_turns, hold_turns

if TYPE_CHECKING:
    from padd.core.rng import Rng
    from padd.store.models.events import Event, Venue
    from padd.store.models.people import Person

PEOPLE = 50_000
EVENTS = 10_000
VENUES = 300
EVENT_BY_EVENT = 0.5
RUNS = 60
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
SYLLABLES = (
    *("ka", "ro", "mi", "ten", "dax", "lu", "far", "neg", "shi", "tor", "vel", "qua"),
    *("bri", "jem", "ola", "zek", "an", "el", "is", "or", "un", "ith", "ger", "pal"),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PADD_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        names = fill()
        search(names)
        calendar()
    fail_if_missed()


def fill() -> list[tuple[str, str]]:
    """Fill the database in one go; return the handle and name of everybody."""
    from django.db import transaction

    with transaction.atomic():
        people = everybody()
        events = past_events(venues_everywhere())
        eight_at_each(events, people)
    return [(person.handle, person.name) for person in people]


def word(chance: Rng, parts: int) -> str:
    return "".join(chance.one_of(SYLLABLES) for _ in range(parts)).capitalize()


def everybody() -> list[Person]:
    from padd.core.rng import Rng
    from padd.core.text import look_alike_outline
    from padd.store.models.people import Person

    chance = Rng(50_000, "benchmark people")
    rows = []
    for number in range(PEOPLE):
        handle = f"{word(chance, 3)}{number}"
        name = f"{word(chance, 2)} {word(chance, 3)}"
        rows.append(
            Person(
                handle=handle,
                outline=look_alike_outline(handle),
                name=name,
                name_outline=look_alike_outline(name),
                created_at=NOW,
                revision=number + 1,
            )
        )
    return Person.objects.bulk_create(rows, batch_size=1000)


def venues_everywhere() -> list[Venue]:
    from padd.core.rng import Rng
    from padd.store.models.events import Venue
    from padd.store.models.people import Region

    chance = Rng(50_000, "benchmark venues")
    regions = list(Region.objects.all())
    return Venue.objects.bulk_create(
        Venue(
            name=word(chance, 3),
            outline=str(number),
            town=word(chance, 2),
            region=regions[number % len(regions)],
            time_zone="Europe/Berlin",
            state="verified",
            created_at=NOW,
        )
        for number in range(VENUES)
    )


def past_events(venues: list[Venue]) -> list[Event]:
    from padd.core.rng import Rng
    from padd.store.models.events import Event

    chance = Rng(50_000, "benchmark events")
    rows = [
        Event(
            name=f"{word(chance, 2)} Open",
            state="processed",
            rulebook="opg-5",
            edition=("1E", "2E", "TR")[number % 3],
            format="constructed",
            card_pool="complete",
            rules="standard",
            rounds_planned=4,
            pairing_style="swiss",
            starts_at=NOW - timedelta(hours=7 * number + 48),
            time_zone="Europe/Berlin",
            registered_at=NOW - timedelta(days=4000),
            region=venues[number % VENUES].region,
            venue=venues[number % VENUES],
            created_at=NOW,
        )
        for number in range(EVENTS)
    ]
    return Event.objects.bulk_create(rows, batch_size=500)


def eight_at_each(events: list[Event], people: list[Person]) -> None:
    from padd.store.models.events import Registration

    rows = [
        Registration(
            event=event,
            person=people[(number * 7 + seat) % 2000],
            state="going",
            seat=seat,
            number=seat,
            created_at=NOW,
        )
        for number, event in enumerate(events)
        for seat in range(1, 9)
    ]
    Registration.objects.bulk_create(rows, batch_size=1000)


def misspelt(text: str) -> str:
    middle = len(text) // 2
    return text[: middle - 1] + text[middle] + text[middle - 1] + text[middle + 1 :]


def search(names: list[tuple[str, str]]) -> None:
    from datetime import UTC, datetime

    from rapidfuzz import fuzz, process

    from padd.services.access.actors import SYSTEM
    from padd.services.people.search import search_people

    def look_up(text: str) -> object:
        return search_people(by=SYSTEM, now=datetime.now(UTC), text=text)

    begun = process_time()
    look_up(text="warm")
    print(f"reading {PEOPLE:,} people once: {(process_time() - begun) * 1000:.0f} ms")
    asked = names[:: PEOPLE // RUNS]
    for about, place in (("handle", 0), ("name of two words", 1)):
        texts = [pair[place] for pair in names]
        wrong = [misspelt(pair[place]) for pair in asked[:RUNS]]
        ours, theirs = iter(wrong), iter(wrong)
        took = by_turns(
            lambda ours=ours: look_up(next(ours)),
            lambda theirs=theirs, texts=texts: process.extract(
                next(theirs), texts, scorer=fuzz.WRatio, limit=10
            ),
            turns=len(wrong),
        )
        hold_turns(f"misspelt {about} / rapidfuzz WRatio", took, most=1)


def calendar() -> None:
    from padd.store.models.events import Event, Registration
    from padd.store.queries.events.calendar import CalendarFilter, list_events

    def one_by_one(number: int) -> None:
        first = number * 150
        for row in Event.objects.order_by("-starts_at")[first : first + 50]:
            assert row.region.name
            assert row.venue
            Registration.objects.filter(event=row, state="going").count()

    for about, wanted in (
        ("past, page by page", CalendarFilter(when="past")),
        ("past, searched", CalendarFilter(when="past", text="open ka")),
        ("past, one area", CalendarFilter(when="past", area="europe", edition="2E")),
    ):
        ours, theirs = count(), count()
        took = by_turns(
            lambda ours=ours, wanted=wanted: list_events(wanted, now=NOW, page=3 * next(ours) + 1),
            lambda theirs=theirs: one_by_one(next(theirs)),
        )
        hold_turns(f"{about} / asked event by event", took, most=EVENT_BY_EVENT)


if __name__ == "__main__":
    main()
