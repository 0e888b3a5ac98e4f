"""Rating lists of 50,000 people, and the page of somebody with a long career.

Whole pages, from the request to the last byte. The peer, by turns, is the list of
rulebooks, which asks the database for nothing, and a bare read of the rows that the
page is made of: counted and one page of them, or all that a career's events changed.
A page takes at most 3 times as long, the page of a career 6 times: whose it is stands
last among 50,000 on two lists, and two fifths of the time go into counting everybody
before them. Among 2,000 it takes less than 3 times. `DATABASE_URL` measures PostgreSQL
in place of a SQLite file.
"""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any

from benchmarks._goals import fail_if_missed
from benchmarks._turns import by_turns, hold_turns
from benchmarks.people import PEOPLE, fill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.test import Client

CAREER = 200
"""So many rated events has the longest career."""
FIELD = 16
AT_MOST = 3
CAREER_AT_MOST = 6
TURNS = 15
BARE = "/rulebooks/"
UNKNOWN = "unknown=1"
"""A cookie that says nothing, and for which no page is kept."""
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PADD_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.test import Client

        call_command("migrate", verbosity=0)
        fill()
        person, other = rate()
        measure(Client(headers={"host": "localhost"}), person, other)
    fail_if_missed()


def measure(client: Client, person: str, other: str) -> None:
    """Ask for each page by turns with a bare page and a bare read of its rows."""
    for about, place, read in (
        (
            f"list of {PEOPLE:,}",
            lambda n: f"/ratings/?page={16 * n + 1}",
            lambda n: read_list(16 * n),
        ),
        (
            "its last page",
            lambda _: f"/ratings/?page={PEOPLE // 50}",
            lambda _: read_list(PEOPLE // 50 - 1),
        ),
        (
            "one region",
            lambda n: f"/ratings/?region=germany&page={n + 1}",
            lambda n: read_list(n, person__region__slug="germany"),
        ),
        (
            "active in the last year",
            lambda n: f"/ratings/?active=yes&page={n + 1}",
            lambda n: read_list(n, last_at__gte=NOW - timedelta(days=365)),
        ),
        (
            "searched",
            lambda _: "/ratings/?q=karo",
            lambda _: read_list(0, person__handle__icontains="karo"),
        ),
        (
            f"a career of {CAREER} events",
            lambda _: f"/players/{person}/",
            lambda _: read_career(person),
        ),
        (
            "head to head",
            lambda _: f"/players/{person}/against/{other}/",
            lambda _: read_career(person),
        ),
        ("home", lambda _: "/", lambda _: read_list(0)),
    ):
        ours, theirs = count(), count()
        answered(client, place(0))
        took = by_turns(
            lambda place=place, ours=ours: answered(client, place(next(ours))),
            lambda read=read, theirs=theirs: bare(client, read, next(theirs)),
            turns=TURNS,
        )
        most = CAREER_AT_MOST if str(CAREER) in about else AT_MOST
        hold_turns(f"{about} / a bare page and a bare read", took, most=most)


def bare(client: Client, read: Callable[[int], object], number: int) -> None:
    """Ask for a page without any data, and read the rows of another."""
    answered(client, BARE)
    read(number)


def read_list(page: int, **where: object) -> None:
    """Count the rows of a list and read one page of them."""
    from padd.store.models.ratings import FOREVER, Rating

    rows = Rating.objects.filter(series__list="overall", died=FOREVER, **where)
    rows.count()
    ordered = rows.order_by("-rating", "person").values_list(
        "person__handle", "person__region__name", "rating", "games", "last_at"
    )
    list(ordered[50 * page : 50 * page + 50])


def read_career(person: str) -> None:
    """Read and unpack what every event did to somebody's ratings."""
    from padd.store.columns.packed_ratings import decode_changes
    from padd.store.models.ratings import FOREVER, RatedEvent

    rows = RatedEvent.objects.filter(
        died=FOREVER, record__played__person__public_id=person
    ).order_by("starts_at")
    for _, _, changes in rows.values_list("record__name", "starts_at", "changes"):
        decode_changes(changes)


def answered(client: Client, place: str) -> None:
    """Ask for a page as somebody for whom none is kept."""
    answer = client.get(place, headers={"cookie": UNKNOWN})
    assert answer.status_code == 200, place


def rate() -> tuple[str, str]:
    """Give everybody a rating, and two people long careers; return these two."""
    from django.db import transaction

    from padd.services.ratings.ratings import current_keeper
    from padd.store.models.people import Person, Region
    from padd.store.models.ratings import Rating, RatingSeries, RatingsNow

    regions = list(Region.objects.exclude(slug="online"))
    people = list(Person.objects.order_by("pk"))
    for number, one in enumerate(people):
        one.region = regions[number % len(regions)]
    with transaction.atomic():
        Person.objects.bulk_update(people, ["region"], batch_size=500)
        series = [
            RatingSeries.objects.create(keeper=current_keeper(), edition="2E", list=name)
            for name in ("constructed", "overall")
        ]
        RatingsNow.objects.update_or_create(pk=1, defaults={"generation": 1})
        Rating.objects.bulk_create(
            [
                Rating(
                    series=one,
                    person=person,
                    rating=1000 + (number * 7919) % 100_003 / 100,
                    games=4 + number % 200,
                    events=1 + number % 50,
                    last_at=NOW - timedelta(days=number % 900),
                    last_change=(number % 41) - 20,
                    born=1,
                )
                for one in series
                for number, person in enumerate(people)
            ],
            batch_size=1000,
        )
        careers(people[:FIELD], series)
    return people[0].public_id, people[1].public_id


def careers(people: list[Any], series: list[Any]) -> None:
    """Let a few people meet in many events."""
    from padd.store.columns.packed_ratings import pack
    from padd.store.models.events import Event
    from padd.store.models.ratings import EventRecord, Played, RatedEvent

    events = list(Event.objects.order_by("starts_at")[:CAREER])
    for number, event in enumerate(events):
        games = list(pairs(people, number))
        record = EventRecord.objects.create(
            event=event,
            name=event.name,
            starts_at=event.starts_at,
            games=pack(games),
            made_from=str(number),
        )
        Played.objects.bulk_create(
            Played(record=record, person=person, place=place, players=FIELD, won=2, lost=2)
            for place, person in enumerate(people, start=1)
        )
        RatedEvent.objects.create(
            record=record,
            starts_at=event.starts_at,
            born=1,
            changes=pack(changes(people, series, games, number)),
        )


def pairs(people: list[Any], number: int) -> Iterator[Any]:
    from padd.store.columns.packed_ratings import PackedMeeting

    for round_ in range(1, 5):
        for seat in range(0, FIELD, 2):
            one, other = people[seat], people[(seat + 2 * round_ - 1) % FIELD]
            score = float((seat + number + round_) % 2)
            yield PackedMeeting(round_, one.pk, other.pk, score, ("FW", "FL"), rated=True)


def changes(people: list[Any], series: list[Any], games: list[Any], number: int) -> object:
    from padd.store.columns.packed_ratings import PackedChanges, PackedGame, SeriesName

    seats = {person.pk: at for at, person in enumerate(people)}
    before = tuple(1500.0 + at + number for at in range(FIELD))
    after = tuple(rating + (number % 7) - 3 for rating in before)
    return PackedChanges(
        k=16,
        rulebook="opg-5",
        base=10.0,
        scale=400.0,
        series=tuple(SeriesName(one.keeper, one.edition, one.list) for one in series),
        players=tuple(person.pk for person in people),
        counts=(4,) * FIELD,
        before=(before,) * len(series),
        after=(after,) * len(series),
        games=tuple(
            PackedGame(seats[game.first], seats[game.second], game.score, 16.0, game.round)
            for game in games
        ),
    )


if __name__ == "__main__":
    main()
