"""Cache of logs: each is read once and then kept up to date in memory.

A cached log is used only if its last row is still the one in the database: the hash of
a row covers all rows before it.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final

from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.log.action_kinds import UnknownActionError
from padd.core.eventlog.log.chain import NO_HASH, LogRow, check_chain, log_entry, row_hash
from padd.core.eventlog.log.log import Log, append_entry, fold_log
from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.platform.switches import is_enabled
from padd.rulebooks.schema import Rulebook
from padd.services.refusal import NotFound, refusal_error
from padd.services.rulebooks.event_rulebook import event_rulebook
from padd.services.rulebooks.interim_rulings import write_published_rulings
from padd.store.models.events import Event
from padd.store.queries.events import facts
from padd.store.writes import event_log as rows

MOST_LOGS: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedLog:
    """The log of one event as it stands in the database."""

    event_id: str
    log: Log
    book: Rulebook | None
    """None until the event is opened."""
    head: str = NO_HASH
    broken_at: int | None = None
    """The first entry that is not as it was written."""

    @property
    def state(self) -> LogState:
        """How the event stands."""
        return self.log.state


_logs: Final[OrderedDict[str, CachedLog]] = OrderedDict()
_lock: Final = Lock()


def stored_event(event_id: str, *, in_turn: bool = False) -> Event:
    """Return the stored event, with what permissions look at.

    `in_turn` locks the row on PostgreSQL, so that many actions at once need no
    repetitions. Nothing depends on it: of two actions on the same state, the log takes
    one in any case.
    """
    row = facts.find_event(event_id, in_turn=in_turn)
    if row is None:
        raise NotFound("event")
    return row


def cached_log(row: Event) -> CachedLog:
    """Return the log of an event, folded."""
    known = _stored_log(row.public_id)
    cached = None if known is None else _append_new_rows(known, row.pk)
    cached = cached or _read_log(row)
    store_log(cached)
    return cached


def current_log_in_memory(event_id: str, sequence: int) -> CachedLog | None:
    """Return a log from memory, if it is as long as the one in the database."""
    known = _stored_log(event_id)
    return known if known is not None and known.log.sequence == sequence else None


def _stored_log(event_id: str) -> CachedLog | None:
    with _lock:
        return _logs.get(event_id) if is_enabled("log-cache") else None


def store_log(cached: CachedLog) -> None:
    """Store a log in memory; the logs not used for the longest are dropped."""
    with _lock:
        _logs[cached.event_id] = cached
        _logs.move_to_end(cached.event_id)
        while len(_logs) > MOST_LOGS:
            _logs.popitem(last=False)


def cached_logs() -> tuple[CachedLog, ...]:
    """Return the logs in memory, without a look at the database."""
    with _lock:
        return tuple(_logs.values())


def clear_logs() -> None:
    """Drop all logs from memory, as after a database was replaced."""
    with _lock:
        _logs.clear()


def _append_new_rows(known: CachedLog, event_pk: int) -> CachedLog | None:
    """Return a log with the rows added since; None if its rows are different ones."""
    if known.book is None or known.broken_at is not None:
        return None
    last, *new = rows.log_rows(event_pk, known.log.sequence) or (None,)
    if last is None or last.hash != known.head:
        return None
    log, head = known.log, known.head
    for row in new:
        if row.previous_hash != head or row.hash != row_hash(head, row):
            return None
        longer = append_entry(log, log_entry(row), known.book)
        if isinstance(longer, Refusal):
            return None
        log, head = longer, row.hash
    return replace(known, log=log, head=head)


def _read_log(row: Event) -> CachedLog:
    return fold_rows(row.public_id, rows.log_rows(row.pk))


def fold_rows(event_id: str, rows: tuple[LogRow, ...]) -> CachedLog:
    """Return a log from its rows, checked and folded from the start.

    Of a log that was tampered with, only the entries before the first wrong one count.
    """
    broken = check_chain(rows)
    sound = rows if broken is None else rows[:broken]
    broken_at = None if broken is None else broken + 1
    if not sound:
        return CachedLog(event_id=event_id, log=Log(), book=None, broken_at=broken_at)
    try:
        log_entries = [log_entry(row) for row in sound]
    except UnknownActionError as error:
        raise refusal_error(
            "log-unreadable",
            message("This event was run with a newer version of PADD. {error}", error=str(error)),
        ) from error
    book = pinned_rulebook(log_entries[0].action)
    return CachedLog(
        event_id=event_id,
        log=fold_log(log_entries, book),
        book=book,
        head=sound[-1].hash,
        broken_at=broken_at,
    )


def pinned_rulebook(opened: object) -> Rulebook:
    """Return the rulebook of an event as its first entry pins it."""
    if not isinstance(opened, EventOpened):
        message = "The log does not begin with the opening of an event."
        raise LookupError(message)  # noqa: TRY004 -- about the log, not about types
    book = event_rulebook(opened.event, only=opened.rulings)
    missing = set(opened.rulings) - {ruling.id for ruling in book.rulings}
    # Another machine may have published what this one has not written down yet.
    if missing and write_published_rulings():
        return event_rulebook(opened.event, only=opened.rulings)
    return book
