"""Back up a SQLite database, check a backup, and restore one."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Final

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from padd.core.eventlog.log.chain import LogRow, check_chain
from padd.store.columns.event_rows import COLUMNS, log_row

OWNER_ONLY: Final = 0o600


def copy_faults(file: Path) -> Iterator[str]:
    """Yield, in words, what is wrong with a copy: damaged, newer, tampered with."""
    try:
        with closing(_opened(file)) as copy:
            yield from _damage(copy)
            yield from _unknown_migrations(copy)
            yield from _broken_logs(copy)
    except sqlite3.DatabaseError as error:
        yield f"It is not a valid database: {error}."


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)


def count_entries(file: Path) -> int:
    """Return how far a copy is: the entries of its logs and its audit; -1 unknown."""
    last = (
        "SELECT (SELECT coalesce(max(id), 0) FROM store_eventaction)"
        " + (SELECT coalesce(max(id), 0) FROM store_auditentry)"
    )
    try:
        with closing(_opened(file)) as copy:
            (entries,) = copy.execute(last).fetchone()
    except (OSError, sqlite3.Error):
        return -1
    return int(entries)


def _damage(copy: sqlite3.Connection) -> Iterator[str]:
    for (answer,) in copy.execute("PRAGMA integrity_check"):
        if answer != "ok":
            yield f"It is damaged: {answer}."
    if copy.execute("PRAGMA foreign_key_check").fetchone():
        yield "It is damaged: some rows point to nothing."
    tables = "SELECT count(*) FROM sqlite_master WHERE name = 'store_eventaction'"
    if copy.execute(tables).fetchone() == (0,):
        raise sqlite3.DatabaseError("it was not made by PADD")


def known_migrations() -> frozenset[str]:
    """Return the migrations of the store that this version has, or has replaced."""
    on_disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    own = [step for (app, _), step in on_disk.items() if app == "store"]
    replaced = (name for step in own for _, name in step.replaces)
    return frozenset((*(step.name for step in own), *replaced))


def _unknown_migrations(copy: sqlite3.Connection) -> Iterator[str]:
    known = known_migrations()
    applied = copy.execute("SELECT name FROM django_migrations WHERE app = 'store'")
    for (name,) in applied:
        if name not in known:
            yield f"It was made by a newer version of PADD ({name})."


def _broken_logs(copy: sqlite3.Connection) -> Iterator[str]:
    columns = ", ".join(f"a.{column}" for column in COLUMNS)
    rows = copy.execute(
        f"SELECT e.public_id, {columns} FROM store_eventaction a "  # noqa: S608 -- our own columns
        "JOIN store_event e ON e.id = a.event_id ORDER BY a.event_id, a.sequence"
    )
    for event_id, lines in groupby(rows, key=lambda line: line[0]):
        broken = check_chain([_row(line[1:]) for line in lines])
        if broken is not None:
            yield (f"Entry {broken + 1} of the log of event {event_id} has been altered.")


def _row(values: tuple[object, ...]) -> LogRow:
    line = dict(zip(COLUMNS, values, strict=True))
    at = datetime.fromisoformat(str(line["at"])).replace(tzinfo=UTC)
    line |= {"payload": json.loads(str(line["payload"])), "at": at}
    return log_row(tuple(line[column] for column in COLUMNS))


def replace_database(file: Path, database: Path, *, aside: Path | None = None) -> None:
    """Put a copy where the database is, whole or not at all.

    What was there is kept aside, if asked for; only once the copy is written, so that
    a full disk leaves everything where it was.
    """
    partial = database.with_suffix(".restoring")
    partial.unlink(missing_ok=True)
    with _draft(partial):
        partial.touch(mode=OWNER_ONLY)
        with closing(_opened(file)) as source, closing(sqlite3.connect(partial)) as copy:
            source.backup(copy)
        sync_file(partial)
        connection.close()
        # A journal that is left of the old file would be played into the new one.
        _journal(database).unlink(missing_ok=True)
        if aside is not None:
            database.replace(aside)
        partial.replace(database)
    sync_folder(database.parent)


def write_file_atomically(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole, or as it was before."""
    with atomic_file(path) as partial:
        partial.write_bytes(data)


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Give a draft of a file, which takes its place once it is written and synced."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Several processes may write the same file, each its own draft of it.
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    os.close(handle)
    partial = Path(name)
    with _draft(partial):
        yield partial
        sync_file(partial)
        partial.replace(path)
    sync_folder(path.parent)


@contextmanager
def _draft(partial: Path) -> Iterator[None]:
    """Remove what could not be finished: on a full disk it would take the last room."""
    _journal(partial).unlink(missing_ok=True)
    try:
        yield
    except BaseException:
        partial.unlink(missing_ok=True)
        _journal(partial).unlink(missing_ok=True)
        raise


def _journal(database: Path) -> Path:
    return database.with_name(f"{database.name}-journal")


def sync_file(path: Path) -> None:
    """Let what was written to a file reach the disk."""
    with path.open("rb+") as written:
        os.fsync(written.fileno())


def sync_folder(folder: Path) -> None:
    """Let the disk know of new names in a folder, where systems can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
