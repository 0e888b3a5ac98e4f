"""The event log in its database: one more action, a cold start, a look, a file.

The peer of the same run is SQLite alone: the same rows in a file of their own, saved
as durably, one commit for each. 500 players over 8 rounds: one action takes at most
10 times as long as that commit, and reading, checking and folding the whole log at
most 12 times the processor time of reading its rows and decoding their JSON. Ours and
the peer's turns alternate, so that a busy machine slows both.
"""

from __future__ import annotations

import json
import os
import sqlite3
import statistics
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.eventlog import PLAYERS, ROUNDS, a_big_day

if TYPE_CHECKING:
    from collections.abc import Callable

REPEATS = 25
COMMITS = 10
"""An action takes at most so many bare commits of its row."""
READINGS = 12
"""A cold start takes at most so many bare readings of the log."""
DISK = Path("/var/tmp")  # noqa: S108
"""Where files outlive a restart: /tmp may be in memory, where a commit is free."""


def median(work: Callable[[], object], repeats: int = REPEATS) -> float:
    took = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took)


def set_up(folder: str) -> None:
    os.environ |= {
        "PADD_DATA": folder,
        "PADD_SECRET_KEY": "of the benchmark",
        "DJANGO_SETTINGS_MODULE": "padd.config.settings",
    }
    import django

    django.setup()
    from django.conf import settings

    from padd.services.installation import installation

    installation.open_up(folder=settings.DATA, now=datetime.now(UTC))


def kept_day() -> str:
    """Put a big day into the database, row by row as it was acted."""
    from padd.core.eventlog.action import moment
    from padd.core.eventlog.chain import rows_of
    from padd.services.eventlog.event_start import add_event
    from padd.store import append_only as rows
    from padd.store.models import Event

    day = a_big_day()
    import msgspec

    now = datetime.now(UTC)
    event_id = add_event(day.log.state.settings, now=now)
    assert isinstance(event_id, str)
    entries = [
        msgspec.structs.replace(
            entry, at=moment(datetime.fromisoformat(entry.at)), key=str(entry.sequence)
        )
        for entry in day.log.entries
    ]
    rows.append(Event.objects.get(public_id=event_id).pk, *rows_of(entries))
    return event_id


class BareLog:
    """The rows of the log in SQLite alone, saved as durably as ours: the peer."""

    def __init__(self, folder: str) -> None:
        from django.conf import settings

        from padd.config.databases import SQLITE_FIRST
        from padd.store.models import EventAction

        self.file = sqlite3.connect(Path(folder) / "bare.sqlite3", isolation_level=None)
        self.file.executescript(SQLITE_FIRST)
        kept = str(settings.DATABASES["default"]["NAME"])
        self.file.execute("ATTACH ? AS kept", (kept,))
        table = EventAction._meta.db_table  # noqa: SLF001
        copied = f"CREATE TABLE log AS SELECT * FROM kept.{table}"  # noqa: S608
        self.file.execute(copied)
        self.file.execute("DETACH kept")
        self.row = self.file.execute(
            "SELECT * FROM log ORDER BY sequence DESC LIMIT 1"
        ).fetchone()
        marks = ", ".join("?" * len(self.row))
        self.insert = f"INSERT INTO log VALUES ({marks})"  # noqa: S608

    def save(self) -> None:
        """Save one more row; without a transaction around it that is a commit."""
        self.file.execute(self.insert, self.row)

    def read(self) -> None:
        """Read every row in order and decode what was done."""
        for row in self.file.execute("SELECT *, payload FROM log ORDER BY sequence"):
            json.loads(row[-1])


def taken_by_turns(
    ours: Callable[[], object],
    peer: Callable[[], object],
    repeats: int = REPEATS,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Return the median seconds of ours and of the peer, taken by turns."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for work, times in zip((ours, peer), took, strict=True):
            start = clock()
            work()
            times.append(clock() - start)
    return statistics.median(took[0]), statistics.median(took[1])


def main() -> None:
    """Print the figures."""
    disk = DISK if DISK.is_dir() else None
    with tempfile.TemporaryDirectory(dir=disk) as folder:
        set_up(folder)
        measure(folder)


def measure(folder: str) -> None:
    from padd.core.eventlog.action_kinds import NoteAdded, ResultCorrected
    from padd.core.eventlog.table import GameOutcome
    from padd.core.model import Ending
    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM
    from padd.services.eventlog import log_cache

    event_id, now = kept_day(), datetime.now(UTC)
    scores = iter(range(10_000))

    def note() -> None:
        action = NoteAdded(text="Anything worth remembering")
        done = eventlog.record(event_id=event_id, action=action, by=SYSTEM, now=now)
        assert isinstance(done, eventlog.Recorded)

    def corrected() -> None:
        outcome = GameOutcome(ending=Ending.TIME, scores=(next(scores) % 50, 70))
        action = ResultCorrected(number=ROUNDS, table=1, outcome=outcome)
        done = eventlog.record(
            event_id=event_id, action=action, by=SYSTEM, now=now, reason="Misread"
        )
        assert isinstance(done, eventlog.Recorded), done

    def cold() -> None:
        log_cache.forget()
        eventlog.look(event_id=event_id)

    bare, missed = BareLog(folder), []
    entries = eventlog.look(event_id=event_id).sequence
    print(f"event store, {PLAYERS} players, {ROUNDS} rounds: {entries:,} entries")
    for name, work, peer, limit, repeats, clock in (
        ("a note", note, bare.save, COMMITS, REPEATS, time.perf_counter),
        ("a correction", corrected, bare.save, COMMITS, REPEATS, time.perf_counter),
        ("a cold start", cold, bare.read, READINGS, 5, time.process_time),
    ):
        ours, theirs = taken_by_turns(work, peer, repeats, clock)
        times = ours / theirs
        if times > limit:
            missed.append(name)
        print(
            f"  {name:<22} {1000 * ours:8.2f} ms, bare {1000 * theirs:8.2f} ms:"
            f" {times:5.1f} x (<= {limit})"
        )
    look = median(lambda: eventlog.look(event_id=event_id))
    print(f"  {'a look, nothing new':<22} {1000 * look:8.2f} ms")
    file = median(lambda: eventlog.export(event_id=event_id), 5)
    print(f"  {'the event file':<22} {1000 * file:8.2f} ms")
    assert not missed, missed


if __name__ == "__main__":
    main()
