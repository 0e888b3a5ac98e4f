"""Open an installation: check the database, back it up, migrate it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.services.database_errors import database_error_text, is_corruption, unavailability_cause
from padd.services.eventlog.automatic_backup import SUFFIXES, backups_in
from padd.services.local_time import format_date
from padd.services.refusal import house_refusal, refusal_error
from padd.store.installation import durability, upgrade
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.queries.people import search


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedInstallation:
    """What was done before the first page."""

    backup: Path | None
    steps: tuple[str, ...]
    """The migrations that were applied."""


def open_up(*, folder: Path, now: datetime) -> OpenedInstallation:
    """Refuse a database that could lose results; bring its tables up to date."""
    with refuse_unusable_database(folder):
        return _opened(folder, now=now)


@contextmanager
def refuse_unusable_database(folder: Path) -> Iterator[None]:
    """Say in a sentence why the database or the data folder cannot be used."""
    try:
        yield
    except (DatabaseError, sqlite3.Error, OSError) as cause:
        raise RefusalError(_unusable(folder, cause)) from cause


def _unusable(folder: Path, cause: Exception) -> Refusal:
    """Say why the database cannot be used, and which backup there is."""
    if not is_corruption(cause):
        return house_refusal(
            "database",
            message(
                "The database cannot be used: {why}",
                why=database_error_text(unavailability_cause(cause)),
            ),
        )
    newest = next(iter(backups_in(folder / upgrade.BACKUPS)), None)
    if newest is None:
        return house_refusal(
            "damaged",
            message(
                "The database is damaged ({cause}), and {folder} has no backup.",
                cause=str(cause),
                folder=str(folder / upgrade.BACKUPS),
            ),
        )
    return house_refusal(
        "damaged",
        message(
            "The database is damaged ({cause}). Go back to the last backup, of "
            "{at} UTC: padd restore {file}",
            cause=str(cause),
            at=format_date(newest.at, "%d %B %Y, %H:%M"),
            file=str(newest.file),
        ),
    )


def _emptied(folder: Path) -> Refusal | None:
    """Object to starting afresh where there was something: a file cut to nothing."""
    place = folder / upgrade.BACKUPS
    newest = next(iter(backups_in(place)), None)
    if newest is None or newest.file.suffix != SUFFIXES[connection.vendor]:
        return None
    return house_refusal(
        "emptied",
        message(
            "The database is empty or gone, but there is a backup of {at} UTC. Go back "
            "to it: padd restore {file}. To start afresh, move {folder} elsewhere.",
            at=format_date(newest.at, "%d %B %Y, %H:%M"),
            file=str(newest.file),
            folder=str(place),
        ),
    )


def _opened(folder: Path, *, now: datetime) -> OpenedInstallation:
    upgrade.make_database_private()
    damage = upgrade.database_damage()
    if damage:
        raise DatabaseError(damage)
    faults = durability.durability_faults()
    if faults:
        raise RefusalError(*(house_refusal("not-durable", fault) for fault in faults))
    newer = upgrade.unknown_migrations()
    if newer:
        raise refusal_error(
            "newer-database",
            message(
                "This database was last used by a newer version of PADD "
                "({newer}). Start that version, or restore an earlier "
                "backup.",
                newer=newer[0],
            ),
        )
    if upgrade.is_empty_database() and (lost := _emptied(folder)):
        raise RefusalError(lost)
    steps = upgrade.missing_migrations()
    backup = None
    if steps and upgrade.has_tables():
        backup = upgrade.copy_sqlite_database(
            folder / upgrade.BACKUPS, now=now, label="before-update"
        )
    if steps:
        upgrade.apply_migrations()
    else:
        upgrade.record_replacements()
    search.load_people_index()
    return OpenedInstallation(backup=backup, steps=steps)


def is_installation_empty() -> bool:
    """Tell whether nobody and nothing is on record yet."""
    return not Event.objects.exists() and not Person.objects.exists()


FOLDER: Final = "site"
TITLES: Final = {"imprint": "Imprint", "privacy": "Privacy", "contact": "Contact"}
LONGEST: Final = 200_000


def site_pages() -> dict[str, str]:
    """Return the pages that the host has written, by name, with their titles."""
    folder = Path(settings.DATA) / FOLDER
    return {name: title for name, title in TITLES.items() if (folder / f"{name}.txt").is_file()}


def site_page(name: str) -> tuple[str, ...] | None:
    """Return the paragraphs of a page; None if the host has not written it."""
    if name not in TITLES:
        return None
    path = Path(settings.DATA) / FOLDER / f"{name}.txt"
    try:
        text = path.read_bytes()[:LONGEST].decode("utf-8", errors="replace")
    except OSError:
        return None
    parts = (part.strip() for part in text.replace("\r\n", "\n").split("\n\n"))
    return tuple(part for part in parts if part)
