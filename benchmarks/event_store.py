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
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from benchmarks._goals import fail_if_missed
from benchmarks._turns import by_turns, hold_turns
from benchmarks.eventlog import PLAYERS, ROUNDS, a_big_day

REPEATS = 25
COMMITS = 10
"""An action takes at most so many bare commits of its row."""
READINGS = 12
"""A cold start takes at most so many bare readings of the log."""
LOOKS = 30
"""A look at a log that has not grown takes at most so many bare looks for its end."""
DISK = Path("/var/tmp")  # noqa: S108
"""Where files outlive a restart: /tmp may be in memory, where a commit is free."""


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
    from padd.core.eventlog.log.chain import log_rows
    from padd.core.eventlog.state.actor import log_moment
    from padd.services.eventlog.event_start import add_event
    from padd.store.models.events import Event
    from padd.store.writes import event_log as rows

    day = a_big_day()
    import msgspec

    now = datetime.now(UTC)
    event_id = add_event(day.log.state.settings, now=now)
    assert isinstance(event_id, str)
    entries = [
        msgspec.structs.replace(
            entry, at=log_moment(datetime.fromisoformat(entry.at)), key=str(entry.sequence)
        )
        for entry in day.log.entries
    ]
    rows.append_rows(Event.objects.get(public_id=event_id).pk, *log_rows(entries))
    return event_id


class BareLog:
    """The rows of the log in SQLite alone, saved as durably as ours: the peer."""

    def __init__(self, folder: str) -> None:
        from django.conf import settings

        from padd.config.databases import SQLITE_FIRST
        from padd.store.models.eventlog import EventAction

        self.file = sqlite3.connect(Path(folder) / "bare.sqlite3", isolation_level=None)
        self.file.executescript(SQLITE_FIRST)
        kept = str(settings.DATABASES["default"]["NAME"])
        self.file.execute("ATTACH ? AS kept", (kept,))
        table = EventAction._meta.db_table  # noqa: SLF001
        copied = f"CREATE TABLE log AS SELECT * FROM kept.{table}"  # noqa: S608
        self.file.execute(copied)
        self.file.execute("DETACH kept")
        self.row = self.file.execute("SELECT * FROM log ORDER BY sequence DESC LIMIT 1").fetchone()
        marks = ", ".join("?" * len(self.row))
        self.insert = f"INSERT INTO log VALUES ({marks})"  # noqa: S608

    def save(self) -> None:
        """Save one more row; without a transaction around it that is a commit."""
        self.file.execute(self.insert, self.row)

    def latest(self) -> None:
        """Read the number of the last row."""
        self.file.execute("SELECT MAX(sequence) FROM log").fetchone()

    def read(self) -> None:
        """Read every row in order and decode what was done."""
        for row in self.file.execute("SELECT *, payload FROM log ORDER BY sequence"):
            json.loads(row[-1])


def main() -> None:
    """Print the figures."""
    disk = DISK if DISK.is_dir() else None
    with tempfile.TemporaryDirectory(dir=disk) as folder:
        set_up(folder)
        measure(folder)
    fail_if_missed()


def measure(folder: str) -> None:
    from padd.core.eventlog.actions.director_results import ResultCorrected
    from padd.core.eventlog.actions.finish import NoteAdded
    from padd.core.eventlog.state.table import GameOutcome
    from padd.core.model import Ending
    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM
    from padd.services.eventlog import log_cache

    event_id, now = kept_day(), datetime.now(UTC)
    scores = iter(range(10_000))

    def note() -> None:
        action = NoteAdded(text="Anything worth remembering")
        done = eventlog.record_action(event_id=event_id, action=action, by=SYSTEM, now=now)
        assert isinstance(done, eventlog.Recorded)

    def corrected() -> None:
        outcome = GameOutcome(ending=Ending.TIME, scores=(next(scores) % 50, 70))
        action = ResultCorrected(number=ROUNDS, table=1, outcome=outcome)
        done = eventlog.record_action(
            event_id=event_id, action=action, by=SYSTEM, now=now, reason="Misread"
        )
        assert isinstance(done, eventlog.Recorded), done

    def cold() -> None:
        log_cache.clear_logs()
        eventlog.snapshot_event(event_id=event_id)

    bare = BareLog(folder)
    entries = eventlog.snapshot_event(event_id=event_id).sequence
    print(f"event store, {PLAYERS} players, {ROUNDS} rounds: {entries:,} entries")
    for about, work in (("a note", note), ("a correction", corrected)):
        took = by_turns(work, bare.save, turns=REPEATS, clock=time.perf_counter)
        hold_turns(f"  {about} / a bare commit", took, most=COMMITS)
    took = by_turns(cold, bare.read, turns=5)
    hold_turns("  a cold start / a bare reading", took, most=READINGS)
    look = by_turns(lambda: eventlog.snapshot_event(event_id=event_id), bare.latest)
    hold_turns("  a look, nothing new / a bare look", look, most=LOOKS)
    file = by_turns(lambda: eventlog.export_event_file(event_id=event_id), bare.read, turns=5)
    hold_turns("  the event file / a bare reading", file, most=READINGS)


if __name__ == "__main__":
    main()
