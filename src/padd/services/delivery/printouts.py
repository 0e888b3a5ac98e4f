"""Printouts of the current round on the disk, made in the background.

Services do not know what is printed: the program sets a printer when it starts. This
module decides when it is called, where its files go, and records what went wrong.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from threading import Lock, get_native_id
from typing import Final

from django.conf import settings

from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.eventlog import (
    CachedLog,
    cached_log,
    calendar_event,
    register_copy_writer,
    run_copy_writers,
    stored_event,
    unregister_copy_writer,
)
from padd.services.refusal import refusal_error
from padd.store.installation import sqlite_copies
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.writes.local_events import named_place

A4: Final = "a4"
LETTER: Final = "us-letter"
SIZES: Final = (A4, LETTER)
LETTER_COUNTRIES: Final = frozenset(
    {"canada", "chile", "colombia", "mexico", "philippines", "united-states"}
)
"""By the slug of the country."""


def paper_size_for_event(event: str) -> str:
    """Return the size that is usual where an event is played."""
    rows = Event.objects.filter(public_id=event)
    return _usual(rows.values_list("region__slug", "region__parent__slug").first())


def paper_size_for_person(person: int | None) -> str:
    """Return the paper size that is usual where a person lives."""
    rows = Person.objects.filter(pk=person or 0)
    return _usual(rows.values_list("region__slug", "region__parent__slug").first())


def _usual(places: tuple[str | None, str | None] | None) -> str:
    """Return the size for a region and the country that it is a part of."""
    return LETTER if LETTER_COUNTRIES.intersection(places or ()) else A4


TURN: Final = "turn"
PATIENCE: Final = 30.0
"""Seconds to wait for another process that writes the paper of the same event."""
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
CLOSED: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def replace_folder(folder: Path, name: str, files: dict[str, bytes]) -> None:
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


def remove_later_rounds(folder: Path, number: int) -> None:
    """Take away the paper of rounds that were taken back."""
    for path in folder.glob("round-*"):
        digits = path.name.removeprefix("round-")
        if digits.isdecimal() and int(digits) > number:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
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


def folder_error_text(fault: OSError) -> str:
    """Return in a few words why a folder takes no files."""
    if fault.errno in FULL:
        return "the disk is full"
    if fault.errno in CLOSED:
        return "PADD has no permission to write there"
    return fault.strerror or str(fault)


FOLDER: Final = "paper"
NOTE: Final = "made.json"
SIZE: Final = "size.txt"
UNHURRIED: Final = 10
"""How much the printer steps back for those who wait for a page."""

_log: Final = logging.getLogger(__name__)
_lock: Final = Lock()
_waiting: Final[dict[str, PrintOrder]] = {}
_unsaid: Final[dict[str, PrintoutsOnDisk]] = {}
"""What went wrong where not even that could be written down."""
_printers: Final[list[Callable[[PrintOrder], PrintedSet]]] = []
_pool: Final[list[ThreadPoolExecutor]] = []


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOrder:
    """An event as it is to be printed."""

    event_id: str
    state: LogState
    book: Rulebook
    sequence: int
    at: str
    """When the last thing was done in it."""
    printed: str
    where: str
    size: str
    folders: tuple[Path, ...]

    @property
    def round(self) -> int:
        """The round that the room knows of; 0 before the first."""
        return self.state.played[-1].number if self.state.played else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSet:
    """The files of a set, and what could not be made."""

    files: dict[str, bytes]
    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintoutsOnDisk:
    """What lies on the disk, for the director to know."""

    round: int
    sequence: int
    at: str
    printed: str
    folder: str
    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def print_after_rounds(printer: Callable[[PrintOrder], PrintedSet]) -> None:
    """From now on put the paper of every round on the disk."""
    _printers[:] = [printer]
    register_copy_writer(_order_print)


def stop_printing() -> bool:
    """Wait for what is being printed, and print nothing after it; tell if any was."""
    unregister_copy_writer(_order_print)
    finished = wait_for_printing()
    _printers.clear()
    return finished


def reprint(*, by: Actor, event_id: str) -> None:
    """Put the paper of an event on the disk once more, as when there was no room."""
    row = stored_event(event_id)
    require(Permission.EVENT_SCORE, by, event=row)
    run_copy_writers(cached_log(row))


def wait_for_printing() -> bool:
    """Return once all that was asked for lies on the disk; tell if it was anything."""
    ordered = False
    while _pool:
        with _lock:
            pool = _pool.pop() if _pool else None
        if pool is not None:
            pool.shutdown(wait=True)
            ordered = True
    return ordered


def folder_of_printouts(event_id: str) -> Path:
    """Return where the paper of an event lies."""
    return Path(settings.DATA) / FOLDER / event_id


def delete_printouts(event_ids: Iterable[str]) -> None:
    """Delete the printouts of events, as when a name is erased."""
    second = [Path(settings.BACKUP) / FOLDER] if settings.BACKUP else []
    for event_id in event_ids:
        _unsaid.pop(event_id, None)
        for folder in (Path(settings.DATA) / FOLDER, *second):
            shutil.rmtree(folder / event_id, ignore_errors=True)


def printouts_on_disk(event_id: str) -> PrintoutsOnDisk | None:
    """Return what was put on the disk last, and whether all of it could be made."""
    if event_id in _unsaid:
        return _unsaid[event_id]
    try:
        note = json.loads((folder_of_printouts(event_id) / NOTE).read_bytes())
        return PrintoutsOnDisk(
            round=int(note["round"]),
            sequence=int(note["sequence"]),
            at=str(note["at"]),
            printed=str(note["printed"]),
            folder=str(folder_of_printouts(event_id)),
            faults=tuple(map(str, note["faults"])),
            missing=tuple(map(str, note["missing"])),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def printout_faults(event_id: str) -> tuple[str, ...]:
    """Return what is not on the disk and should be."""
    printouts = printouts_on_disk(event_id)
    return () if printouts is None else printouts.faults


def chosen_paper_size(event_id: str) -> str:
    """Return the size of paper that was chosen for an event, or is usual there."""
    with suppress(OSError):
        text = (folder_of_printouts(event_id) / SIZE).read_text(encoding="ascii", errors="replace")
        if text in SIZES:
            return text
    return paper_size_for_event(event_id)


def choose_paper_size(*, by: Actor, event_id: str, size: str) -> None:
    """Remember the size of paper for an event; what is no size changes nothing."""
    require(Permission.EVENT_SCORE, by, event=stored_event(event_id))
    if size not in SIZES:
        return
    folder = folder_of_printouts(event_id)
    try:
        sqlite_copies.write_file_atomically(folder / SIZE, size.encode())
    except OSError as fault:
        reason = message(
            "The paper size could not be saved in {folder}: {why}.",
            folder=str(folder),
            why=folder_error_text(fault),
        )
        raise refusal_error("not-written", reason, place="size") from fault


def _order_print(known: CachedLog) -> None:
    """Take an order; of several that wait for the printer, the newest is printed."""
    if known.book is None or not _printers:
        return
    of_calendar = calendar_event(stored_event(known.event_id))
    last, size = known.log.entries[-1], chosen_paper_size(known.event_id)
    roots = [Path(settings.DATA), *([Path(settings.BACKUP)] if settings.BACKUP else ())]
    with _lock:
        _waiting[known.event_id] = PrintOrder(
            event_id=known.event_id,
            state=known.state,
            book=known.book,
            sequence=last.sequence,
            at=last.at,
            printed=of_calendar.clock(datetime.fromisoformat(last.at)),
            where=named_place(of_calendar.place),
            size=size,
            folders=tuple(root / FOLDER / known.event_id for root in roots),
        )
        if not _pool:
            _pool.append(ThreadPoolExecutor(1, "paper", initializer=_lower_priority))
        job = _pool[0].submit(_print_next, known.event_id)
    job.add_done_callback(_report)


def _lower_priority() -> None:
    """Let pages come first: a print may take a second longer."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), UNHURRIED)


def _report(job: Future[None]) -> None:
    fault = job.exception()
    if fault is not None:
        _log.error("The paper of a round was not printed: %s", fault)


def _print_next(event_id: str) -> None:
    with _lock:
        order = _waiting.pop(event_id, None)
    if order is None:
        return
    try:
        printed = _printers[0](order)
    except Exception as fault:
        _write_note(order, (f"Nothing was printed: {fault}",))
        raise
    with folder_lock(folder_of_printouts(event_id)):
        _write_set(order, printed)


def _write_set(order: PrintOrder, printed: PrintedSet) -> None:
    """Write a set to every place, unless another process has written a later one."""
    there = printouts_on_disk(order.event_id)
    if there is not None and there.at > order.at:
        return
    faults = list(printed.faults)
    for folder in order.folders:
        try:
            replace_folder(folder, f"round-{order.round}", printed.files)
            remove_later_rounds(folder, order.round)
        except OSError as fault:
            faults.append(f"Nothing was written to {folder}: {folder_error_text(fault)}.")
    _write_note(order, tuple(faults), printed.missing)


def _write_note(order: PrintOrder, faults: tuple[str, ...], missing: tuple[str, ...] = ()) -> None:
    """Write what was made, for every process and for the console."""
    place = folder_of_printouts(order.event_id)
    note = PrintoutsOnDisk(
        round=order.round,
        sequence=order.sequence,
        at=order.at,
        printed=order.printed,
        folder=str(place),
        faults=faults,
        missing=missing,
    )
    for fault in faults:
        _log.error("Paper of event %s: %s", order.event_id, fault)
    try:
        sqlite_copies.write_file_atomically(place / NOTE, json.dumps(asdict(note)).encode())
        _unsaid.pop(order.event_id, None)
    except OSError:
        _unsaid[order.event_id] = note
