"""Folders of printouts: replaced as a whole, by one process at a time."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from padd.store.installation import sqlite_copies

TURN: Final = "turn"
PATIENCE: Final = 30.0
"""Seconds to wait for another process that writes the paper of the same event."""
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
CLOSED: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def put(folder: Path, name: str, files: dict[str, bytes]) -> None:
    """Replace a folder as a whole: a reader finds the old files or the new ones."""
    folder.mkdir(parents=True, exist_ok=True)
    new, old, place = folder / f"{name}.new", folder / f"{name}.old", folder / name
    shutil.rmtree(new, ignore_errors=True)
    try:
        _write(new, files)
    except OSError:
        # Half a set is of no use, and takes up room.
        shutil.rmtree(new, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)
    with suppress(FileNotFoundError):
        place.rename(old)
    new.rename(place)
    sqlite_copies.sync_folder(folder)
    shutil.rmtree(old, ignore_errors=True)


def _write(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir()
    for file, data in files.items():
        with (folder / file).open("wb") as written:
            written.write(data)
            written.flush()
            os.fsync(written.fileno())
    sqlite_copies.sync_folder(folder)


def drop_later(folder: Path, number: int) -> None:
    """Take away the paper of rounds that were taken back."""
    for path in folder.glob("round-*"):
        digits = path.name.removeprefix("round-")
        if digits.isdecimal() and int(digits) > number:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Wait for other processes that write here; the lock goes when one of them ends.

    A folder that takes no lock takes no files either, and says so then.
    """
    lock = None
    with suppress(OSError, sqlite3.Error):
        folder.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(folder / TURN, timeout=PATIENCE, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        if lock is not None:
            lock.close()


def why(fault: OSError) -> str:
    """Return in a few words why a folder takes no files."""
    if fault.errno in FULL:
        return "the disk is full"
    if fault.errno in CLOSED:
        return "PADD has no permission to write there"
    return fault.strerror or str(fault)
