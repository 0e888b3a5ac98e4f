"""The lock of the data folder: several servers can share it, a restore needs it alone.

The operating system releases the lock when a process ends, however it ends; SQLite can
take one on every system.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

FILE: Final = "in-use"


class InUseError(Exception):
    """A server is using the data folder."""


def hold_folder(folder: Path) -> sqlite3.Connection:
    """Mark a data folder as used until the connection is closed or the process ends."""
    connection = _open(folder)
    connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


@contextmanager
def exclusive_folder(folder: Path) -> Iterator[None]:
    """Use a data folder alone, or raise `InUseError`."""
    connection = _open(folder)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise InUseError from error
    try:
        yield
    finally:
        connection.close()


def _open(folder: Path) -> sqlite3.Connection:
    folder.mkdir(parents=True, exist_ok=True)
    return sqlite3.connect(folder / FILE, timeout=0, isolation_level=None, check_same_thread=False)
