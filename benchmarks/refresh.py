"""A refresh of a million games, with reading and writing, on both databases.

Goals, in processor time: a second refresh, which finds everything as it was, at most
1.3 times the bare reading of the same rows, measured by turns; one late event of last
week at most 0.5 times that reading. The peers riix and elote rate the same games in
the same run, without any database and one list: a whole refresh of two lists, with the
history of every rating written, takes at most 9 times as long as riix, and rating
everything again, where nothing is to be written, at most 7 times. Two fifths of that
are the figures of both lists; the rest unpacks the games, packs what each event
changed, compares it with what is there and takes its fingerprint.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks._goals import fail_if_missed, hold
from benchmarks._postgresql import postgresql
from benchmarks._turns import Turns, by_turns, hold_turns
from benchmarks.ratings import LISTS, elote_ratings, our_ratings, riix_ratings, seconds, sheets_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from padd.core.ratings.sheet import RatingSheet
    from padd.store.models.events import Event
    from padd.store.models.people import Region
    from padd.store.models.ratings import EventRecord

GAMES = int(os.environ.get("PADD_GAMES", "1000000"))
PEOPLE = 50_000
AT_ONCE = 2_000
AGAIN, LATE = 1.3, 0.5
"""A refresh that finds nothing changed, and one late event, in bare readings."""
WHOLE, RATED_AGAIN = 9, 7
"""A first refresh, and one that rates everything again, in times of riix."""
TURNS = 3
HERE = "--here"
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def connect(folder: Path) -> None:
    """Make a new installation in a folder, or on the server of DATABASE_URL."""
    os.environ["PADD_DATA"] = str(folder)
    os.environ.setdefault("PADD_SECRET_KEY", "of the benchmark")
    os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
    import django

    django.setup()
    from padd.services.installation.installation import open_up

    open_up(folder=folder, now=NOW)


def fill(games: int) -> int:
    """Put events of so many games on record; return how many events."""
    from django.db import transaction

    from padd.store.models.people import Region
    from padd.store.models.ratings import RatingsNow

    people = people_added()
    sheets = sheets_of(games)
    first = NOW - timedelta(hours=len(sheets))
    region = Region.objects.get(slug="online")
    for start in range(0, len(sheets), AT_ONCE):
        some = sheets[start : start + AT_ONCE]
        starts = [first + timedelta(hours=start + at) for at in range(len(some))]
        who = [_field(sheet, people, start + at) for at, sheet in enumerate(some)]
        with transaction.atomic():
            _put_on_record(some, starts, who, region)
    RatingsNow.objects.update_or_create(pk=1, defaults={"wanted": 1})
    return len(sheets)


def people_added() -> list[int]:
    """Add everybody; return their rows."""
    from padd.store.models.people import Person

    made = Person.objects.bulk_create(
        (
            Person(
                public_id=f"q{n:09}",
                handle=f"player{n:05}",
                outline=f"player{n:05}",
                created_at=NOW,
                revision=n,
            )
            for n in range(PEOPLE)
        ),
        batch_size=AT_ONCE,
    )
    return [person.pk for person in made]


def _field(sheet: RatingSheet, people: Sequence[int], number: int) -> tuple[int, ...]:
    """Return who plays an event; all take turns, so that everybody is rated."""
    shift = number % 10 * (PEOPLE // 10)
    return tuple(people[int(name[6:]) + shift] for name in sheet.players)


def _put_on_record(
    sheets: Sequence[RatingSheet],
    starts: Sequence[datetime],
    who: Sequence[tuple[int, ...]],
    region: Region,
) -> None:
    from padd.store.models.events import Event
    from padd.store.models.ratings import EventRecord, Played
    from padd.store.writes.rating_generations import write_rows

    events = Event.objects.bulk_create(_event(at, region) for at in starts)
    records = EventRecord.objects.bulk_create(
        _record(event, sheet, players)
        for event, sheet, players in zip(events, sheets, who, strict=True)
    )
    nothing = (0, 0, 0, 0)
    write_rows(
        Played,
        ("record", "person", "players", "won", "tied", "lost", "byes"),
        (
            (record.pk, person, len(players), *nothing)
            for record, players in zip(records, who, strict=True)
            for person in players
        ),
    )


def _event(starts_at: datetime, region: Region) -> Event:
    from padd.store.models.events import Event

    return Event(
        name="Event",
        rulebook="opg-5",
        edition="2E",
        format="constructed",
        card_pool="complete",
        rules="standard",
        rounds_planned=5,
        pairing_style="swiss",
        online=True,
        starts_at=starts_at,
        time_zone="UTC",
        registered_at=starts_at,
        region=region,
        state="processed",
        created_at=starts_at,
    )


def _record(event: Event, sheet: RatingSheet, players: tuple[int, ...]) -> EventRecord:
    from padd.store.columns.packed_ratings import PackedGame, PackedSheet, SeriesName, pack
    from padd.store.models.ratings import EventRecord

    packed = PackedSheet(
        k=sheet.k,
        rulebook="opg-5",
        rulings=(),
        day="",
        series=tuple(SeriesName(*one) for one in sheet.series),
        players=players,
        counts=sheet.counts,
        games=tuple(
            PackedGame(game.first, game.second, game.score, game.weight, game.round)
            for game in sheet.games
        ),
    )
    return EventRecord(
        event=event,
        name="Event",
        starts_at=event.starts_at,
        sheet=pack(packed),
        games=b"\x90",
        made_from="",
    )


class Spent(NamedTuple):
    """Seconds by the clock on the wall, and of the processor for us alone."""

    wall: float
    own: float

    def __str__(self) -> str:
        return f"{self.wall:.2f} s ({self.own:.2f} s of the processor)"


def timed(work: Callable[[], object]) -> Spent:
    """Return the seconds that something takes."""
    wall, own = time.perf_counter(), time.process_time()
    work()
    return Spent(time.perf_counter() - wall, time.process_time() - own)


def bare_reading() -> None:
    """Read the same rows and do nothing with them."""
    from padd.store.models.ratings import EventRecord, RatedEvent, Rating
    from padd.store.writes.rating_generations import RatingRow

    read = (
        EventRecord.objects.values_list(
            *("pk", "starts_at", "event__public_id", "part", "counts", "sheet")
        ),
        RatedEvent.objects.values_list("pk", "record", "changes"),
        Rating.objects.values_list("series", "person", "pk", *RatingRow.__struct_fields__),
    )

    for rows in read:
        for _ in rows.iterator(AT_ONCE):
            pass


def pages() -> None:
    """Print what the pages of ratings cost."""
    from padd.services.access.actors import VISITOR
    from padd.services.ratings import ratings
    from padd.store.queries.ratings.career_results import head_to_head
    from padd.store.queries.ratings.careers import rating_changes
    from padd.store.queries.ratings.lists import ratings_of_person

    asked: dict[str, Callable[[], object]] = {
        "first page of a list": lambda: ratings.rating_list(by=VISITOR, now=NOW, edition="2E"),
        "page 500 of a list": lambda: ratings.rating_list(
            by=VISITOR, now=NOW, edition="2E", page=500
        ),
        "active in the last year": lambda: ratings.rating_list(
            by=VISITOR, now=NOW, edition="2E", active=True
        ),
        "history of a player": lambda: rating_changes("q000000007"),
        "ratings of a player": lambda: ratings_of_person("q000000007"),
        "two players": lambda: head_to_head("q000000007", "q000000008"),
    }
    for name, work in asked.items():
        best = min(timed(work).own for _ in range(5))
        print(f"  {name:<26} {best * 1000:6.1f} ms of the processor")


def measure(told: Path) -> None:
    """Print the figures of one database; tell the seconds of refreshes."""
    from django.db import connection, transaction

    with tempfile.TemporaryDirectory(prefix="padd-refresh-") as name:
        connect(Path(name))
        from padd.services.access.actors import SYSTEM
        from padd.services.ratings import recalculation
        from padd.store.columns.packed_ratings import request_refresh
        from padd.store.models.ratings import EventRecord, RatingsNow

        events = fill(GAMES)
        print(f"{connection.vendor}: {GAMES:,} games, {events:,} events, two lists")

        def run(*, full: bool = True) -> object:
            return recalculation.refresh_ratings(
                by=SYSTEM, clock=lambda: datetime.now(UTC), full=full
            )

        whole = timed(run)
        print(f"  first refresh, everything written: {whole}")
        took = by_turns(run, bare_reading, turns=TURNS)
        hold_turns("  again, nothing changed / a bare reading", took, most=AGAIN)
        RatingsNow.objects.update(fingerprint="")
        rated = timed(run)
        print(f"  everything rated again, nothing to write: {rated}")
        late = EventRecord.objects.order_by("-starts_at")[7 * 24]
        with transaction.atomic():
            request_refresh([late.pk])
        spent = Turns(timed(lambda: run(full=False)).own, took.peer)
        hold_turns("  a late event of last week / a bare reading", spent, most=LATE)
        pages()
    spent_on = {"whole": whole.own, "rated": rated.own}
    told.write_text(json.dumps(spent_on), encoding="utf-8")
    fail_if_missed()


def databases() -> Iterator[tuple[str, str]]:
    """Give a file of SQLite, then a server of PostgreSQL, by name and address."""
    yield "SQLite", ""
    with postgresql() as server:
        yield "PostgreSQL", server


def on_database(address: str) -> dict[str, float]:
    """Measure one database in a process of its own; return the refreshes' seconds."""
    with tempfile.TemporaryDirectory(prefix="padd-told-") as folder:
        told = Path(folder) / "told.json"
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.refresh", HERE, str(told)],
            env={**os.environ, "DATABASE_URL": address},
            check=False,
        )
        hold("  goals missed there", done.returncode, most=0)
        return json.loads(told.read_bytes())


def main() -> None:
    """Print the figures of both databases, and what peers need for the same games."""
    spent = {name: on_database(address) for name, address in databases()}
    sheets = sheets_of(GAMES, LISTS[:1])
    ours = seconds(our_ratings, sheets)
    riix, elote = seconds(riix_ratings, sheets), seconds(elote_ratings, sheets)
    print(f"riix {riix:.2f} s, elote {elote:.2f} s for one list, without a database")
    hold("computing alone / riix", ours / riix, most=1)
    hold("computing alone / elote", ours / elote, most=1 / 3)
    for name, took in spent.items():
        hold(f"{name}, a whole refresh / riix", took["whole"] / riix, most=WHOLE)
        hold(f"{name}, rated again / riix", took["rated"] / riix, most=RATED_AGAIN)
    fail_if_missed()


if __name__ == "__main__":
    if sys.argv[1:2] == [HERE]:
        measure(Path(sys.argv[2]))
    else:
        main()
