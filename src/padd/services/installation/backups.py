"""Back up on demand, and restore: checked, exclusively, and completely."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.services.access import credentials
from padd.services.database_errors import database_error_text, is_corruption, unavailability_cause
from padd.services.eventlog.automatic_backup import (
    Backup,
    backup_folders,
    backups_in,
    event_file_path,
    prune_backups,
    write_event_file,
)
from padd.services.eventlog.log_cache import cached_log, clear_logs, stored_event
from padd.services.people import personal_data
from padd.services.refusal import house_refusal, refusal_error
from padd.store.installation import (
    erasure_list,
    folder_lock,
    postgresql_copies,
    sqlite_copies,
    upgrade,
)
from padd.store.installation.postgresql_copies import ToolError
from padd.store.models.events import Event, EventState
from padd.store.models.people import Erasure
from padd.store.queries.people import search

SLACK: Final = 60
"""Seconds by which the copy in the second place may be older."""

_held: Final[list[sqlite3.Connection]] = []


def create_backups(*, now: datetime) -> tuple[Path, ...]:
    """Make a backup in every place, with the files of all running events beside."""
    files: list[Path] = []
    for folder in backup_folders():
        try:
            files.append(_copied(folder, now=now))
            files += _event_files(folder)
            prune_backups(folder, now=now)
        except (OSError, DatabaseError, sqlite3.Error, ToolError) as cause:
            raise refusal_error(
                "backup-failed",
                message(
                    "No backup was made in {folder}: {why}", folder=str(folder), why=_why(cause)
                ),
            ) from cause
    return tuple(files)


def _why(cause: Exception) -> str:
    """Return why a copy was not made, and what to do about it."""
    if isinstance(cause, ToolError):
        return f"{cause}."
    if isinstance(cause, OSError) and cause.errno != errno.ENOSPC:
        return f"{cause.strerror}. Check that PADD can write there."
    return database_error_text(cause)


def _copied(folder: Path, *, now: datetime) -> Path:
    path = upgrade.copy_sqlite_database(folder, now=now, label="by-hand")
    return path or postgresql_copies.dump_database(folder, now=now, label="by-hand")


def _not_by_tools(cause: ToolError) -> Refusal:
    return house_refusal(
        "postgresql-tools",
        message(
            "PostgreSQL’s own tools failed: {cause}. Install its client "
            "programs here, or run them where the database is.",
            cause=str(cause),
        ),
    )


def hold_data_folder() -> None:
    """Mark the data folder as in use until this process ends, however it ends."""
    _held.append(folder_lock.hold_folder(Path(settings.DATA)))


def latest_backup() -> Backup | None:
    """Return the last backup in the data folder."""
    return next(iter(backups_in(backup_folders()[0])), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupState:
    """Where the copies of one event are, and how old they are."""

    at: datetime | None
    """When the event was copied last; None before its first round is out."""
    folder: Path
    lost: Path | None = None
    """The second place, where it has not the same copy."""
    second: bool = False


def backup_state(event_id: str) -> BackupState:
    """Return how safe an event is: its last copy, and whether both places have it."""
    first, *more = backup_folders()
    at = _copied_at(first, event_id)
    lost = next((path for path in more if not _keeps_up(path, event_id, at)), None)
    return BackupState(
        at=None if at is None else datetime.fromtimestamp(at, UTC),
        folder=first,
        lost=lost,
        second=bool(more),
    )


def _keeps_up(folder: Path, event_id: str, at: float | None) -> bool:
    if at is None:
        return folder.is_dir()
    there = _copied_at(folder, event_id)
    return there is not None and there >= at - SLACK


def _copied_at(folder: Path, event_id: str) -> float | None:
    try:
        return event_file_path(folder, event_id).stat().st_mtime
    except OSError:
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreResult:
    """What became of a database that was put back."""

    before: Path | None
    """What was there before: a backup, or the damaged file that was moved aside."""
    damaged: bool = False
    tokens: int = 0
    """How many tokens, invites and passes were ended: they had been, or might have."""


def restore_backup(*, file: Path, now: datetime) -> RestoreResult:
    """Put a backup in the place of the database, damaged or not."""
    refusals = tuple(_objections(file))
    if refusals:
        raise RefusalError(*refusals)
    try:
        with folder_lock.exclusive_folder(Path(settings.DATA)):
            done = _put_back(file, now=now)
    except folder_lock.InUseError:
        raise refusal_error(
            "in-use", message("A server is using this data folder. Stop it, then restore.")
        ) from None
    except ToolError as cause:
        raise RefusalError(_not_by_tools(cause)) from cause
    except (DatabaseError, sqlite3.Error, OSError) as cause:
        raise refusal_error(
            "not-restored",
            message(
                "{name} was not restored: {why}",
                name=file.name,
                why=database_error_text(unavailability_cause(cause)),
            ),
        ) from cause
    clear_logs()
    search.clear_people_index()
    return done


def _put_back(file: Path, *, now: datetime) -> RestoreResult:
    before: Path | None
    erased, live = _erased_on_file(), None
    damaged = _is_damaged()
    if not damaged and upgrade.has_tables():
        erased |= dict(Erasure.objects.values_list("person_public_id", "at"))
        live = credentials.live_credentials()
    if damaged:
        before = _aside(now=now)
        sqlite_copies.replace_database(file, _database(), aside=before)
    elif connection.vendor == "sqlite":
        before = _kept(now=now)
        sqlite_copies.replace_database(file, _database())
    else:
        before = _kept(now=now)
        postgresql_copies.restore_dump(file)
    upgrade.apply_migrations()
    ended = credentials.end_other_credentials(live, now=now)
    _erase_again(erased, now=now)
    return RestoreResult(before=before, damaged=damaged, tokens=ended)


def _database() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _is_damaged() -> bool:
    """Tell whether the file of the database is not sound any more."""
    try:
        return bool(upgrade.database_damage())
    except DatabaseError as cause:
        if is_corruption(cause):
            return True
        raise


def _kept(*, now: datetime) -> Path | None:
    if not upgrade.has_tables():
        return None
    if connection.vendor == "sqlite":
        return upgrade.copy_sqlite_database(backup_folders()[0], now=now, label="before-restore")
    return postgresql_copies.dump_database(backup_folders()[0], now=now, label="before-restore")


def _aside(*, now: datetime) -> Path:
    """Return where a damaged file is kept: somebody may still get something out."""
    database = _database()
    return database.with_name(f"{database.name}.damaged-{now:%Y-%m-%dT%H-%M-%S}")


def _erased_on_file() -> dict[str, datetime]:
    """Return who was erased by the list beside the backups, which no damage reaches."""
    found: dict[str, datetime] = {}
    for folder in backup_folders():
        found |= erasure_list.read_erasure_list(folder)
    return found


def _erase_again(erased: dict[str, datetime], *, now: datetime) -> None:
    for person, at in erased.items():
        Erasure.objects.get_or_create(person_public_id=person, defaults={"at": at})
    personal_data.repeat_erasures(now=now)


def _objections(file: Path) -> Iterator[Refusal]:
    if not file.is_file():
        yield house_refusal("no-such-file", message("There is no file {file}.", file=str(file)))
        return
    if connection.vendor != "sqlite":
        try:
            postgresql_copies.dump_contents(file)
        except ToolError as cause:
            yield _not_by_tools(cause)
        return
    for fault in sqlite_copies.copy_faults(file):
        yield house_refusal(
            "not-sound", message("{name} was not restored. {fault}", name=file.name, fault=fault)
        )


def _event_files(folder: Path) -> list[Path]:
    running = Event.objects.filter(state=EventState.RUNNING)
    ids = list(running.values_list("public_id", flat=True))
    return [write_event_file(folder, cached_log(stored_event(event_id))) for event_id in ids]
