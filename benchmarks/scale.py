"""One, two and four processes on one database: what each adds.

Every process is a `padd serve`; connections are spread over all of them. Measured are
a page that is kept, a page that is made anew, and entries of logs, each of which is one
transaction, as a result is. The peer of the same run is one process alone. A machine
gives no more than its cores: with two, the client beside the servers has its share.
Set DATABASE_URL to measure PostgreSQL; without it this is SQLite.
"""

from __future__ import annotations

import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime

from benchmarks._http_load import Server, load

COUNTS = (1, 2, 4)
WRITES = 60
WRITERS = 4
PAGES = {"kept page": {}, "page made anew": {"Cookie": "unknown=1"}}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        events = prepared(folder)
        first: dict[str, float] = {}
        for count in COUNTS:
            servers = [Server(folder) for _ in range(count)]
            addresses = [one.address for one in servers]
            try:
                found = {name: rate(addresses, more) for name, more in PAGES.items()}
            finally:
                for one in servers:
                    one.stop()
            found["entries written"] = written(events, count)
            first = first or found
            for name, figure in found.items():
                print(
                    f"{count} processes, {name}: {figure:.0f}/s, "
                    f"{figure / first[name]:.2f} of one process",
                    flush=True,
                )


def rate(addresses: list[str], headers: dict[str, str]) -> float:
    """Return how many calendar pages come back in a second, after a first look."""
    for address in addresses:
        load([address], "/calendar/", seconds=0.3, **headers)
    found = load(addresses, "/calendar/", **headers)
    assert not found.errors
    return found.rate


def prepared(folder: str) -> list[str]:
    """Make an installation with one event for each writer; return the events."""
    os.environ |= {"PADD_DATA": folder, "DJANGO_SETTINGS_MODULE": "padd.config.settings"}
    import django

    django.setup()
    from django.conf import settings

    from padd.core.event_file import SCHEMA
    from padd.core.model import Edition, Event
    from padd.services import eventlog
    from padd.services.access import actors
    from padd.services.installation import installation

    now = datetime.now(UTC)
    installation.open_up(folder=settings.DATA, now=now)
    facts = Event(
        schema=SCHEMA,
        rulebook="opg-5",
        name="Scale",
        edition=Edition("2E"),
        rounds_planned=3,
        players=(),
        rounds=(),
        starts=now.isoformat(timespec="seconds"),
    )
    opened = [eventlog.open_event(facts=facts, by=actors.SYSTEM, now=now) for _ in range(WRITERS)]
    return [one for one in opened if isinstance(one, str)]


def written(events: list[str], count: int) -> float:
    """Return how many entries so many writers get into their logs in a second."""
    from django.db import connections

    connections.close_all()
    begun = time.perf_counter()
    with ProcessPoolExecutor(count) as writers:
        done = list(writers.map(_write, [events[at] for at in range(count)]))
    return sum(done) / (time.perf_counter() - begun)


def _write(event: str) -> int:
    from django.db import connections

    from padd.core.eventlog.actions.finish import NoteAdded
    from padd.services import eventlog
    from padd.services.access import actors

    try:
        for number in range(WRITES):
            done = eventlog.record_action(
                event_id=event,
                action=NoteAdded(text=f"Note {number}"),
                by=actors.SYSTEM,
                now=datetime.now(UTC),
                key=eventlog.new_command_key(),
            )
            assert isinstance(done, eventlog.Recorded), done
    finally:
        connections.close_all()
    return WRITES


if __name__ == "__main__":
    main()
