"""Backups: made after every round, kept for a while, checked before a restore."""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import DatabaseError, connection

from padd.core.refusal import Refusal
from padd.services.refused import Refused, no
from padd.services.running import carrying
from padd.services.running.held import forget
from padd.store import copies, holding, lookup, upkeep
from padd.store.models import Event, EventState

if TYPE_CHECKING:
    from collections.abc import Iterator

STAMP: Final = "%Y-%m-%dT%H-%M-%S"
KEPT_AT_LEAST: Final = 12
KEPT_HOURLY: Final = timedelta(days=1)
KEPT_DAILY: Final = timedelta(days=30)
EVENTS: Final = "events"

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """One copy that can be restored."""

    file: Path
    at: datetime


def folders() -> tuple[Path, ...]:
    """Return where backups go: the data folder, and a second place if one is named."""
    second = getattr(settings, "BACKUP", None)
    first = Path(settings.DATA) / upkeep.BACKUPS
    return (first, Path(second)) if second else (first,)


def make(*, now: datetime, label: str = "by-hand") -> tuple[Path, ...]:
    """Make a backup in every place, with the files of all running events beside."""
    made = []
    for folder in folders():
        try:
            path = upkeep.back_up(folder, now=now, label=label)
            written = [path] if path else []
            written += _event_files(folder)
        except (OSError, DatabaseError, sqlite3.Error) as cause:
            raise Refused(
                no("backup-failed", f"No backup was made in {folder}: {cause}.")
            ) from cause
        made += written
        _prune(folder, now=now)
    return tuple(made)


def after_round(*, event_id: str, now: datetime, label: str) -> None:
    """Make a backup once a round is out or over; a failure never stops the event."""
    for folder in folders():
        try:
            upkeep.back_up(folder, now=now, label=label)
            _event_file(folder, event_id)
            _prune(folder, now=now)
        except (OSError, DatabaseError, sqlite3.Error, Refused) as cause:
            _log.error("No backup was made in %s: %s", folder, cause)  # noqa: TRY400 -- the cause says it all


def kept(folder: Path) -> tuple[Backup, ...]:
    """Return the backups in a folder, the latest first."""
    found = (_backup(path) for path in folder.glob("*.sqlite3"))
    return tuple(sorted(filter(None, found), key=lambda one: one.at, reverse=True))


def latest() -> Backup | None:
    """Return the last backup in the data folder."""
    return next(iter(kept(folders()[0])), None)


def restore(*, file: Path, now: datetime) -> Path:
    """Put a backup in the place of the database; return the copy of what was there."""
    if connection.vendor != "sqlite":
        raise Refused(
            no("not-sqlite", "A PostgreSQL database is restored by its own tools.")
        )
    found = tuple(_objections(file))
    if found:
        raise Refused(*found)
    database = Path(str(connection.settings_dict["NAME"]))
    try:
        with holding.alone(Path(settings.DATA)):
            before = upkeep.back_up(folders()[0], now=now, label="before-restore")
            copies.put_in_place(file, database)
    except holding.InUseError:
        raise Refused(
            no(
                "in-use",
                "A server is using this data folder. Stop it first, then restore.",
            )
        ) from None
    forget()
    lookup.forget()
    return before or database


def _objections(file: Path) -> Iterator[Refusal]:
    if not file.is_file():
        yield no("no-such-file", f"There is no file {file}.")
        return
    for fault in copies.faults_of(file):
        yield no("not-sound", f"{file.name} is not restored. {fault}")


def _event_files(folder: Path) -> list[Path]:
    running = Event.objects.filter(state=EventState.RUNNING)
    return [
        _event_file(folder, event_id)
        for event_id in running.values_list("public_id", flat=True)
    ]


def _event_file(folder: Path, event_id: str) -> Path:
    path = folder / EVENTS / f"{event_id}.event.json"
    copies.write_whole(path, carrying.export(event_id=event_id))
    return path


def _backup(path: Path) -> Backup | None:
    stamp = path.name[: len("2026-01-01T00-00-00")]
    try:
        at = datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Backup(file=path, at=at)


def _prune(folder: Path, *, now: datetime) -> None:
    """Keep the last ones, one for each hour of a day, one for each day of a month."""
    slots: set[str] = set()
    for number, backup in enumerate(kept(folder)):
        age = now - backup.at
        form = "%Y-%m-%d %H" if age <= KEPT_HOURLY else "%Y-%m-%d"
        slot = backup.at.strftime(form)
        wanted = age <= KEPT_DAILY and slot not in slots
        slots.add(slot)
        if number >= KEPT_AT_LEAST and not wanted:
            backup.file.unlink(missing_ok=True)
