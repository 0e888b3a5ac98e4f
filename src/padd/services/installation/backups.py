"""Back up on demand, and restore: checked, alone, whole."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import DatabaseError, connection

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.eventlog.automatic_backup import (
    Backup,
    backups_in,
    event_file,
    folders,
    prune,
    write_event_file,
)
from padd.services.eventlog.log_cache import cached_log, event_row, forget
from padd.services.people import privacy
from padd.services.refusal import no
from padd.store import folder_lock, people_search, sqlite_copies, upgrade
from padd.store.models import Erasure, Event, EventState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.refusal import Refusal

SLACK: Final = 60
"""Seconds by which the copy in the second place may be older."""

_held: Final[list[sqlite3.Connection]] = []


def make(*, now: datetime) -> tuple[Path, ...]:
    """Make a backup in every place, with the files of all running events beside."""
    files: list[Path] = []
    for folder in folders():
        try:
            path = upgrade.back_up(folder, now=now, label="by-hand")
            files += [path] if path else []
            files += _event_files(folder)
            prune(folder, now=now)
        except (OSError, DatabaseError, sqlite3.Error) as cause:
            raise RefusalError(
                no(
                    "backup-failed",
                    message(
                        "No backup was made in {folder}: {cause}.",
                        folder=str(folder),
                        cause=str(cause),
                    ),
                )
            ) from cause
    return tuple(files)


def hold() -> None:
    """Mark the data folder as in use until this process ends, however it ends."""
    _held.append(folder_lock.hold(Path(settings.DATA)))


def latest() -> Backup | None:
    """Return the last backup in the data folder."""
    return next(iter(backups_in(folders()[0])), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupState:
    """Where the copies of one event are, and how old they are."""

    at: datetime | None
    """When the event was copied last; None before its first round is out."""
    folder: Path
    lost: Path | None = None
    """The second place, where it has not the same copy."""
    second: bool = False


def safety_of(event_id: str) -> BackupState:
    """Return how safe an event is: its last copy, and whether both places have it."""
    first, *more = folders()
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
        return event_file(folder, event_id).stat().st_mtime
    except OSError:
        return None


def restore(*, file: Path, now: datetime) -> Path:
    """Put a backup in the place of the database; return the copy of what was there."""
    if connection.vendor != "sqlite":
        raise RefusalError(
            no(
                "not-sqlite",
                message("A PostgreSQL database is restored by its own tools."),
            )
        )
    refusals = tuple(_objections(file))
    if refusals:
        raise RefusalError(*refusals)
    database = Path(str(connection.settings_dict["NAME"]))
    try:
        with folder_lock.alone(Path(settings.DATA)):
            erased = _erased()
            before = upgrade.back_up(folders()[0], now=now, label="before-restore")
            sqlite_copies.put_in_place(file, database)
            upgrade.bring_up_to_date()
            _erase_again(erased, now=now)
    except folder_lock.InUseError:
        raise RefusalError(
            no(
                "in-use",
                message(
                    "A server is using this data folder. Stop it first, then restore."
                ),
            )
        ) from None
    forget()
    people_search.forget()
    return before or database


def _erased() -> dict[str, datetime]:
    """Return who was erased here; a backup from before must not bring them back."""
    if not upgrade.has_tables():
        return {}
    return dict(Erasure.objects.values_list("person_public_id", "at"))


def _erase_again(erased: dict[str, datetime], *, now: datetime) -> None:
    for person, at in erased.items():
        Erasure.objects.get_or_create(person_public_id=person, defaults={"at": at})
    privacy.erase_again(now=now)


def _objections(file: Path) -> Iterator[Refusal]:
    if not file.is_file():
        yield no("no-such-file", message("There is no file {file}.", file=str(file)))
        return
    for fault in sqlite_copies.faults_of(file):
        yield no(
            "not-sound",
            message("{name} is not restored. {fault}", name=file.name, fault=fault),
        )


def _event_files(folder: Path) -> list[Path]:
    running = Event.objects.filter(state=EventState.RUNNING)
    ids = list(running.values_list("public_id", flat=True))
    return [
        write_event_file(folder, cached_log(event_row(event_id))) for event_id in ids
    ]
