"""The event log in its database: one more action, a cold start, a look, a file.

Goals for 500 players over 8 rounds: one action in at most 30 ms beyond the disk's
sync, the whole log read and folded in at most 0.5 s. The peer of the same run is a
bare durable commit of one row to the same database: nobody saves for less.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from benchmarks.eventlog import PLAYERS, ROUNDS, a_big_day

if TYPE_CHECKING:
    from collections.abc import Callable

REPEATS = 25


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


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder)
        measure()


def measure() -> None:
    from padd.core.eventlog.action_kinds import NoteAdded, ResultCorrected
    from padd.core.eventlog.table import GameOutcome
    from padd.core.model import Ending
    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM
    from padd.services.eventlog import log_cache
    from padd.store.append_only import record

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

    def bare() -> None:
        record("benchmark", by="system", subject="nothing", at=now)

    entries = eventlog.look(event_id=event_id).sequence
    peer = median(bare)
    print(f"event store, {PLAYERS} players, {ROUNDS} rounds: {entries:,} entries")
    print(f"  {'a bare commit, the peer':<34} {1000 * peer:8.2f} ms")
    for name, work, repeats in (
        ("a note (<= 30 beyond the peer)", note, REPEATS),
        ("a correction (<= 30 beyond it)", corrected, REPEATS),
        ("a look, nothing new", lambda: eventlog.look(event_id=event_id), REPEATS),
        ("a cold start, read and fold (<= 500)", cold, 5),
        ("the event file", lambda: eventlog.export(event_id=event_id), 5),
    ):
        took = median(work, repeats)
        beyond = 1000 * (took - peer)
        print(f"  {name:<36} {1000 * took:8.2f} ms {beyond:+8.2f} ms beyond the peer")


if __name__ == "__main__":
    main()
