"""Back up automatically after every round, into one folder or two."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.services.eventlog.history import event_file_bytes
from padd.services.eventlog.log_cache import CachedLog
from padd.store.installation import erasure_list, postgresql_copies, sqlite_copies, upgrade

Writer = Callable[[CachedLog], None]

STAMP: Final = "%Y-%m-%dT%H-%M-%S"
KEPT_AT_LEAST: Final = 12
KEPT_HOURLY: Final = timedelta(days=1)
KEPT_DAILY: Final = timedelta(days=30)
SUFFIXES: Final = {"sqlite": ".sqlite3", "postgresql": postgresql_copies.SUFFIX}
EVENTS: Final = "events"
COPIED_AFTER: Final = frozenset(
    {
        *("round.published", "round.changed", "round.unpublished", "round.closed"),
        *("event.finished", "event.reported"),
    }
)

_log: Final = logging.getLogger(__name__)
_writers: Final[list[Writer]] = []


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """One copy that can be restored."""

    file: Path
    at: datetime


def backup_folders() -> tuple[Path, ...]:
    """Return where backups go: the data folder, and a second place if one is named."""
    first = Path(settings.DATA) / upgrade.BACKUPS
    second = settings.BACKUP
    return (first, Path(second)) if second else (first,)


def register_copy_writer(writer: Writer) -> None:
    """Let something else be written beside each copy, such as the papers of a round.

    It is called with the log as it stands, once the action is saved. What it raises is
    noted and stops nothing.
    """
    if writer not in _writers:
        _writers.append(writer)


def unregister_copy_writer(writer: Writer) -> None:
    """Let something be written no longer."""
    if writer in _writers:
        _writers.remove(writer)


def back_up_after_action(known: CachedLog, entry: LogEntry) -> None:
    """Make a copy once a round is out or over; failing to never stops the event."""
    if not _needs_backup(known, entry):
        return
    now = datetime.fromisoformat(entry.at)
    label = f"{known.event_id}-{entry.sequence}"
    for folder in backup_folders():
        try:
            upgrade.copy_sqlite_database(folder, now=now, label=label)
            write_event_file(folder, known)
            prune_backups(folder, now=now)
        except (OSError, DatabaseError, sqlite3.Error) as cause:
            _log.error("No backup was made in %s: %s", folder, cause)
    run_copy_writers(known)


def _needs_backup(known: CachedLog, entry: LogEntry) -> bool:
    """Tell whether a round came or went, be it by taking something back."""
    match entry.action:
        case ActionUndone(sequences=numbers) | ActionRedone(sequences=numbers):
            entries = known.log.entries
            return any(entries[number - 1].kind in COPIED_AFTER for number in numbers)
        case _:
            return entry.kind in COPIED_AFTER


def run_copy_writers(known: CachedLog) -> None:
    """Let everything be written that goes beside the copies of an event."""
    for writer in _writers:
        try:
            writer(known)
        except Exception:  # noqa: BLE001 -- nothing beside the log may stop the event
            _log.exception("Something was not written beside the copies")


def write_event_file(folder: Path, known: CachedLog) -> Path:
    """Write the event file that can be read without any server."""
    path = event_file_path(folder, known.event_id)
    sqlite_copies.write_file_atomically(path, event_file_bytes(known))
    return path


def event_file_path(folder: Path, event_id: str) -> Path:
    """Return where the file of an event stands among the copies."""
    return folder / EVENTS / f"{event_id}.event.json"


def backups_in(folder: Path) -> tuple[Backup, ...]:
    """Return the backups in a folder, the latest first.

    The latest is the one that holds the most, not the one with the latest name: the
    clock of a laptop may have been set back. What cannot be read comes last, and what
    is of the other kind of database after that.
    """
    own = SUFFIXES[connection.vendor]
    files = (path for suffix in SUFFIXES.values() for path in folder.glob(f"*{suffix}"))
    known = [backup for backup in map(_backup, files) if backup is not None]
    return tuple(
        sorted(
            known,
            key=lambda one: (
                one.file.suffix == own,
                sqlite_copies.count_entries(one.file),
                one.file.name,
            ),
            reverse=True,
        )
    )


def _backup(path: Path) -> Backup | None:
    stamp = path.name[: len("2026-01-01T00-00-00")]
    try:
        at = datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Backup(file=path, at=at)


def prune_backups(folder: Path, *, now: datetime) -> None:
    """Keep the last ones, one for each hour of a day, one for each day of a month.

    What a process left half written when it was killed goes after a day; whatever was
    made before an erasure a month after it, for it still has the name.
    """
    yesterday = (now - KEPT_HOURLY).timestamp()
    for partial in folder.rglob("*.part"):
        with suppress(FileNotFoundError):  # it is whole by now
            if partial.stat().st_mtime < yesterday:
                partial.unlink()
    erased = _erased_for_a_month(folder, now=now)
    slots: set[str] = set()
    for number, backup in enumerate(backups_in(folder)):
        age = now - backup.at
        slot = f"{backup.at:%Y-%m-%d %H}" if age <= KEPT_HOURLY else f"{backup.at:%F}"
        due = age <= KEPT_DAILY and slot not in slots
        slots.add(slot)
        named = number > 0 and erased is not None and backup.at <= erased
        if named or (number >= KEPT_AT_LEAST and not due):
            backup.file.unlink(missing_ok=True)


def _erased_for_a_month(folder: Path, *, now: datetime) -> datetime | None:
    """Return the last erasure by which no backup may have the name any longer."""
    past = (at for at in erasure_list.read_erasure_list(folder).values() if now - at > KEPT_DAILY)
    return max(past, default=None)
