"""Lifetime points over all leagues, against the bare read of the same sums.

Goal: with 200 leagues of 10 seasons each, the lifetime list of the page of all leagues
takes at most 1.3 times the statement that sums and names, read by the driver itself.
"""

from __future__ import annotations

import random
import tempfile
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from benchmarks._goals import fail_if_missed
from benchmarks._turns import by_turns, hold_turns
from benchmarks.event_store import set_up

if TYPE_CHECKING:
    from padd.store.models.events import Event
    from padd.store.models.leagues import League, Season
    from padd.store.models.people import Person

LEAGUES, SEASONS, EVENTS, PLAYERS, PEOPLE = 200, 10, 12, 8, 4000
POINTS = (20, 16, 12, 12, 10, 10, 10, 10)
REPEATS, LARGEST, BATCH, LISTED = 9, 1.3, 2000, 100
NOW = datetime(2026, 11, 1, tzinfo=UTC)
BARE = """
SELECT person.public_id, person.handle, won.total, won.played
FROM (SELECT person_id, SUM(points) AS total, COUNT(*) AS played
      FROM store_pointswon GROUP BY person_id) AS won
JOIN store_person AS person ON person.id = won.person_id
ORDER BY won.total DESC, person.handle LIMIT 100
"""


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder)
        measure()
    fail_if_missed()


def measure() -> None:
    from padd.store.queries.leagues import points_over_all_leagues

    rows = fill(random.Random(16))
    took = by_turns(lambda: points_over_all_leagues(limit=LISTED), read, turns=REPEATS)
    assert [tuple(row) for row in read()] == [
        (line.person, line.handle, line.points, line.events)
        for line in points_over_all_leagues(limit=LISTED)
    ]
    print(f"{LEAGUES} leagues x {SEASONS} seasons: {rows} points won by {PEOPLE}")
    hold_turns("lifetime list", took, most=LARGEST)


def read() -> list[tuple[object, ...]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(BARE)
        return list(cursor.fetchall())


def fill(chance: random.Random) -> int:
    """Add leagues with their seasons, events and points; return how many points."""
    from padd.core.model import Edition, RulesSet
    from padd.core.model import Event as Facts
    from padd.store.models.events import Event
    from padd.store.models.leagues import League, LeagueEvent, PointsWon, Season
    from padd.store.models.people import Person
    from padd.store.writes.local_events import add_local_event

    facts = Facts(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        rules=RulesSet.STANDARD,
        players=(),
        rounds=(),
    )
    pattern = add_local_event(facts, now=NOW)
    people = Person.objects.bulk_create(
        (person(number) for number in range(PEOPLE)), batch_size=BATCH
    )
    leagues = League.objects.bulk_create(
        league(number, people[number]) for number in range(LEAGUES)
    )
    seasons = Season.objects.bulk_create(
        (season(one, 2016 + year) for one in leagues for year in range(SEASONS)), batch_size=BATCH
    )
    events = Event.objects.bulk_create(
        (copy(pattern, number) for number in range(len(seasons) * EVENTS)), batch_size=BATCH
    )
    placed = LeagueEvent.objects.bulk_create(
        (
            LeagueEvent(
                season=seasons[at // EVENTS],
                event=event,
                part="first-half",
                number=at % EVENTS + 1,
                asked_at=NOW,
                accepted_at=NOW,
                players=PLAYERS,
            )
            for at, event in enumerate(events)
        ),
        batch_size=BATCH,
    )
    PointsWon.objects.bulk_create(
        (
            PointsWon(in_league=one, person=who, place=place + 1, points=POINTS[place])
            for one in placed
            for place, who in enumerate(chance.sample(people, PLAYERS))
        ),
        batch_size=BATCH,
    )
    return PointsWon.objects.count()


def person(number: int) -> Person:
    from padd.store.models.people import Person

    name = f"ensign{number:05}"
    return Person(
        public_id=name, handle=name, outline=name, created_at=NOW, revision=100_000 + number
    )


def league(number: int, director: Person) -> League:
    from padd.store.models.leagues import League

    return League(
        public_id=f"league{number:04}",
        name=f"League {number}",
        edition="2E",
        rulebook="opg-5",
        state="active",
        director=director,
        committed=4,
        created_at=NOW,
    )


def season(of: League, year: int) -> Season:
    from padd.store.models.leagues import Season

    return Season(league=of, year=year, rulebook="opg-5", first_qualifiers=4, seed=year)


def copy(pattern: Event, number: int) -> Event:
    from padd.store.models.events import Event

    fields = {
        field.attname: getattr(pattern, field.attname)
        for field in Event._meta.concrete_fields  # noqa: SLF001
        if not field.primary_key
    }
    starts = NOW - timedelta(hours=number)
    return Event(**(fields | {"public_id": f"night{number:06}", "starts_at": starts}))


if __name__ == "__main__":
    main()
