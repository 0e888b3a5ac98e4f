"""A refresh of a million games, with reading and writing, in a database of its own.

Goals: the whole refresh at most 60 s, the computing in it at most 10 s; a second
refresh, which has nothing to write, at most 1.3 times the bare reading of the same
rows plus the computing; one late event of last week within a second. Of the peers
elote and riix are measured on the same games, without any database.
"""

from __future__ import annotations

import os
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.ratings import (
    LISTS,
    PEER_GAMES,
    elote_ratings,
    our_ratings,
    riix_ratings,
    seconds,
    sheets_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = int(os.environ.get("PADD_GAMES", "1000000"))
PEOPLE = 50_000
AT_ONCE = 2_000
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def connect(folder: Path) -> None:
    """Make a new installation in a folder, or on the server of DATABASE_URL."""
    os.environ["PADD_DATA"] = str(folder)
    os.environ.setdefault("PADD_SECRET_KEY", "of the benchmark")
    os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
    import django

    django.setup()
    from padd.services.installation import open_up

    open_up(folder=folder, now=NOW)


def fill(games: int) -> int:
    """Put events of so many games on record; return how many events."""
    from django.db import transaction

    from padd.store.models import (
        Event,
        EventRecord,
        Person,
        Played,
        RatingsNow,
        Region,
    )
    from padd.store.records import PackedGame, PackedSheet, SeriesName, pack

    people = Person.objects.bulk_create(
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
    sheets = sheets_of(games)
    first = NOW - timedelta(hours=len(sheets))
    region = Region.objects.get(slug="online")
    for start in range(0, len(sheets), AT_ONCE):
        some = sheets[start : start + AT_ONCE]
        with transaction.atomic():
            events = Event.objects.bulk_create(
                Event(
                    name="Event",
                    rulebook="opg-5",
                    edition="2E",
                    format="constructed",
                    card_pool="complete",
                    rules="standard",
                    rounds_planned=5,
                    pairing_style="swiss",
                    online=True,
                    starts_at=first + timedelta(hours=start + at),
                    time_zone="UTC",
                    registered_at=first,
                    region=region,
                    state="processed",
                    created_at=first,
                )
                for at in range(len(some))
            )
            rows = []
            who = []
            for at, (event, sheet) in enumerate(zip(events, some, strict=True)):
                # Everybody plays in turn, so that all fifty thousand are rated.
                shift = (start + at) % 10 * 5_000
                players = [people[int(name[6:]) + shift].pk for name in sheet.players]
                who.append(players)
                rows.append(
                    EventRecord(
                        event=event,
                        name="Event",
                        starts_at=event.starts_at,
                        sheet=pack(
                            PackedSheet(
                                k=sheet.k,
                                rulebook="opg-5",
                                rulings=(),
                                day="",
                                series=tuple(SeriesName(*one) for one in sheet.series),
                                players=tuple(players),
                                counts=sheet.counts,
                                games=tuple(
                                    PackedGame(
                                        g.first, g.second, g.score, g.weight, g.round
                                    )
                                    for g in sheet.games
                                ),
                            )
                        ),
                        games=b"\x90",
                        made_from="",
                    )
                )
            records = EventRecord.objects.bulk_create(rows)
            Played.objects.bulk_create(
                (
                    Played(record=record, person_id=person, players=len(players))
                    for record, players in zip(records, who, strict=True)
                    for person in players
                ),
                batch_size=AT_ONCE,
            )
    RatingsNow.objects.update_or_create(pk=1, defaults={"wanted": 1})
    return len(sheets)


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


def bare_reading() -> Spent:
    """Return the seconds of reading the same rows and doing nothing with them."""
    from padd.store.models import EventRecord, RatedEvent, Rating

    def read() -> None:
        for _ in EventRecord.objects.values_list("pk", "sheet").iterator(AT_ONCE):
            pass
        for _ in RatedEvent.objects.values_list("pk", "changes").iterator(AT_ONCE):
            pass
        for _ in Rating.objects.values_list("pk", "rating").iterator(AT_ONCE):
            pass

    return timed(read)


class Computing:
    """Counts the seconds that a refresh spends on the ratings themselves."""

    def __init__(self) -> None:
        from padd.core.ratings.ledger import Ledger

        self.spent = 0.0
        known = Ledger.take_all

        def counted(ledger: Ledger, sheets: object) -> object:
            start = time.process_time()
            try:
                return known(ledger, sheets)  # type: ignore[arg-type]
            finally:
                self.spent += time.process_time() - start

        Ledger.take_all = counted  # type: ignore[method-assign,assignment]


def pages() -> None:
    """Print what the pages of ratings cost."""
    from padd.services import ratings
    from padd.services.actors import VISITOR

    asked: dict[str, Callable[[], object]] = {
        "first page of a list": lambda: ratings.rating_list(
            by=VISITOR, now=NOW, edition="2E"
        ),
        "page 500 of a list": lambda: ratings.rating_list(
            by=VISITOR, now=NOW, edition="2E", page=500
        ),
        "active in the last year": lambda: ratings.rating_list(
            by=VISITOR, now=NOW, edition="2E", active=True
        ),
        "history of a player": lambda: ratings.history("q000000007"),
        "ratings of a player": lambda: ratings.ratings_of_person("q000000007"),
        "two players": lambda: ratings.head_to_head("q000000007", "q000000008"),
    }
    for name, work in asked.items():
        best = min(timed(work).own for _ in range(5))
        print(f"  {name:<26} {best * 1000:6.1f} ms of the processor")


def main() -> None:
    """Print the figures."""
    from django.db import connection, transaction

    with tempfile.TemporaryDirectory(prefix="padd-refresh-") as name:
        connect(Path(name))
        from padd.services import rerating
        from padd.services.actors import SYSTEM
        from padd.store.models import EventRecord
        from padd.store.records import want

        events = fill(GAMES)
        print(f"{connection.vendor}: {GAMES:,} games, {events:,} events, two lists")
        computing = Computing()

        def run(*, full: bool = True) -> object:
            return rerating.catch_up(
                by=SYSTEM, clock=lambda: datetime.now(UTC), full=full
            )

        print(f"  first refresh, everything written: {timed(run)}; goal 60 s")
        print(f"    of it computing: {computing.spent:.2f} s; goal 10 s")
        computing.spent = 0.0
        again, read = timed(run), bare_reading()
        rest = (again.own - computing.spent) / read.own
        print(f"  again, nothing to write: {again}")
        print(f"    without computing {rest:.2f} x the bare reading, {read}")
        late = EventRecord.objects.order_by("-starts_at")[7 * 24]
        with transaction.atomic():
            want([late.pk])
        spent = timed(lambda: run(full=False))
        print(f"  a late event of last week: {spent}; goal 1 s")
        pages()

    some = sheets_of(PEER_GAMES, LISTS[:1])
    ours = seconds(our_ratings, some)
    for peer, work in (("riix", riix_ratings), ("elote", elote_ratings)):
        print(f"  {peer:<8} {seconds(work, some) / ours:4.1f} x our time, no database")


if __name__ == "__main__":
    main()
