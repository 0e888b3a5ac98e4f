"""The paper of the current round on the disk, made in the background.

What is printed is none of a service's business: a printer is given by whoever starts
the program. Here is when it is called, where its files go, and what went wrong.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from threading import Lock, get_native_id
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from django.conf import settings

from padd.services.permissions import Act, require
from padd.services.running.held import event_row
from padd.services.running.keeping import also_write
from padd.store import copies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from padd.core.running.state import State
    from padd.rulebooks.schema import Rulebook
    from padd.services.actors import Actor
    from padd.services.running.held import Held
    from padd.store.models import Event

FOLDER: Final = "paper"
SIZES: Final = ("a4", "us-letter")
NOTE: Final = "made.json"
SIZE: Final = "size.txt"
UNHURRIED: Final = 10
"""How much the printer steps back for those who wait for a page."""

_log: Final = logging.getLogger(__name__)
_lock: Final = Lock()
_waiting: Final[dict[str, Order]] = {}
_printers: Final[list[Callable[[Order], Made]]] = []
_pool: Final[list[ThreadPoolExecutor]] = []


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An event as it is to be printed."""

    event_id: str
    state: State
    book: Rulebook
    sequence: int
    printed: str
    where: str
    size: str
    folders: tuple[Path, ...]

    @property
    def round(self) -> int:
        """The round that the room knows of; 0 before the first."""
        return self.state.played[-1].number if self.state.played else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """The files of a set, and what could not be made."""

    files: dict[str, bytes]
    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OnDisk:
    """What lies on the disk, for the director to know."""

    round: int
    sequence: int
    printed: str
    folder: str
    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def print_after_rounds(printer: Callable[[Order], Made]) -> None:
    """From now on put the paper of every round on the disk."""
    _printers[:] = [printer]
    also_write(_wanted)


def wait() -> None:
    """Return once everything that was asked for lies on the disk."""
    while _pool:
        with _lock:
            pool = _pool.pop() if _pool else None
        if pool is not None:
            pool.shutdown(wait=True)


def folder_of(event_id: str) -> Path:
    """Return where the paper of an event lies."""
    return Path(settings.DATA) / FOLDER / event_id


def throw_away(event_ids: Iterable[str]) -> None:
    """Take the paper of events off the disk, as when somebody's name must go."""
    second = [Path(settings.BACKUP) / FOLDER] if settings.BACKUP else []
    for event_id in event_ids:
        for folder in (Path(settings.DATA) / FOLDER, *second):
            shutil.rmtree(folder / event_id, ignore_errors=True)


def on_disk(event_id: str) -> OnDisk | None:
    """Return what was put on the disk last, and whether all of it could be made."""
    try:
        said = json.loads((folder_of(event_id) / NOTE).read_bytes())
        return OnDisk(
            round=int(said["round"]),
            sequence=int(said["sequence"]),
            printed=str(said["printed"]),
            folder=str(folder_of(event_id)),
            faults=tuple(map(str, said["faults"])),
            missing=tuple(map(str, said["missing"])),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def size_of(event_id: str) -> str:
    """Return the size of paper that was chosen for an event."""
    with suppress(OSError):
        said = (folder_of(event_id) / SIZE).read_text(
            encoding="ascii", errors="replace"
        )
        if said in SIZES:
            return said
    return SIZES[0]


def choose_size(*, by: Actor, event_id: str, size: str) -> None:
    """Remember the size of paper for an event; what is no size changes nothing."""
    require(Act.EVENT_SCORE, by, event=event_row(event_id))
    if size in SIZES:
        copies.write_whole(folder_of(event_id) / SIZE, size.encode())


def where_of(row: Event) -> str:
    """Return the place of an event in a few words."""
    if row.online:
        return "online"
    venue = row.venue
    parts = (venue.name, venue.town) if venue is not None else ()
    return ", ".join(part for part in parts if part)


def wall_clock(row: Event, now: datetime) -> str:
    """Return a moment as on the wall of the venue."""
    return f"{now.astimezone(ZoneInfo(row.time_zone)):%H:%M}"


def _wanted(folder: Path, known: Held) -> None:
    """Take an order for the folder of a copy; the newest of an event is printed."""
    if known.book is None or not _printers:
        return
    row = event_row(known.event_id)
    last = known.log.entries[-1]
    second = Path(settings.BACKUP) if settings.BACKUP else None
    place = folder_of(known.event_id)
    if second is not None and folder == second:
        place = second / FOLDER / known.event_id
    with _lock:
        before = _waiting.get(known.event_id)
        places = before.folders if before and before.sequence == last.sequence else ()
        _waiting[known.event_id] = Order(
            event_id=known.event_id,
            state=known.state,
            book=known.book,
            sequence=last.sequence,
            printed=wall_clock(row, datetime.fromisoformat(last.at)),
            where=where_of(row),
            size=size_of(known.event_id),
            folders=(*places, place),
        )
        if not _pool:
            _pool.append(ThreadPoolExecutor(1, "paper", initializer=_step_back))
        job = _pool[0].submit(_print_next, known.event_id)
    job.add_done_callback(_report)


def _step_back() -> None:
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
        made = _printers[0](order)
    except Exception as fault:
        _note(order, Made(files={}, faults=(f"Nothing was printed: {fault}",)))
        raise
    faults = list(made.faults)
    for folder in order.folders:
        try:
            _put(folder, f"round-{order.round}", made.files)
            _drop_later(folder, order.round)
        except OSError as fault:
            faults.append(f"Not written to {folder}: {fault.strerror or fault}")
    _note(order, Made(files={}, faults=tuple(faults), missing=made.missing))


def _note(order: Order, made: Made) -> None:
    """Leave word of what was made, for every process and for whoever looks."""
    said = {
        **{key: value for key, value in asdict(made).items() if key != "files"},
        "round": order.round,
        "sequence": order.sequence,
        "printed": order.printed,
    }
    for fault in made.faults:
        _log.error("Paper of event %s: %s", order.event_id, fault)
    copies.write_whole(folder_of(order.event_id) / NOTE, json.dumps(said).encode())


def _put(folder: Path, name: str, files: dict[str, bytes]) -> None:
    """Replace a folder as a whole: a reader finds the old files or the new ones."""
    folder.mkdir(parents=True, exist_ok=True)
    new, old, place = folder / f"{name}.new", folder / f"{name}.old", folder / name
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    for file, data in files.items():
        with (new / file).open("wb") as written:
            written.write(data)
            written.flush()
            os.fsync(written.fileno())
    copies.sync_folder(new)
    shutil.rmtree(old, ignore_errors=True)
    with suppress(FileNotFoundError):
        place.rename(old)
    new.rename(place)
    copies.sync_folder(folder)
    shutil.rmtree(old, ignore_errors=True)


def _drop_later(folder: Path, number: int) -> None:
    """Take away the paper of rounds that were taken back."""
    for found in folder.glob("round-*"):
        said = found.name.removeprefix("round-")
        if said.isdecimal() and int(said) > number:
            shutil.rmtree(found, ignore_errors=True)
