"""Snapshots of a running event, now and at any entry, and its history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from padd.core.eventlog.log import state_at
from padd.services.database_errors import saving
from padd.services.eventlog.log_actor import names_of
from padd.services.eventlog.log_cache import (
    CachedLog,
    event_row,
    held,
)
from padd.store.models import Event, EventState

if TYPE_CHECKING:
    from padd.core.eventlog.action import (
        Action,
        Role,
    )
    from padd.core.eventlog.state import LogState
    from padd.rulebooks.schema import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSnapshot:
    """An event as it stands: enough to make any page of it."""

    event_id: str
    sequence: int
    """Names this very state: a page made from it stays good until it grows."""
    state: LogState
    book: Rulebook | None
    """The rulebook that is pinned; None until the event is opened."""
    intact: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """One entry of the history."""

    sequence: int
    at: datetime
    kind: str
    action: Action
    role: Role
    who: str
    """What people call whoever did it."""
    reason: str
    undone: bool


def look(*, event_id: str) -> EventSnapshot:
    """Return how an event stands, with its rulebook and the number of its state."""
    with saving():
        return look_at(event_row(event_id))


def look_at(row: Event) -> EventSnapshot:
    """Return how an event stands, of which the row is at hand already."""
    known = held(row)
    return EventSnapshot(
        event_id=row.public_id,
        sequence=known.log.sequence,
        state=known.state,
        book=known.book,
        intact=known.broken_at is None,
    )


def state(*, event_id: str, at: int | None = None) -> LogState:
    """Return how an event stands, or stood after an entry."""
    known = _held(event_id)
    if at is None or known.book is None or at >= known.log.sequence:
        return known.state
    return state_at(known.log, max(at, 0), known.book)


def under_way() -> tuple[str, ...]:
    """Return the ids of the events that are being run, by their start."""
    with saving():
        rows = Event.objects.filter(state=EventState.RUNNING).order_by("starts_at")
        return tuple(rows.values_list("public_id", flat=True))


def history(*, event_id: str, since: int = 0) -> tuple[HistoryLine, ...]:
    """Return what was done after an entry: who, when, why."""
    known = _held(event_id)
    entries = known.log.since(since)
    names = names_of((entry.by for entry in entries), known.state)
    return tuple(
        HistoryLine(
            sequence=entry.sequence,
            at=datetime.fromisoformat(entry.at),
            kind=entry.kind,
            action=entry.action,
            role=entry.by.role,
            who=names[entry.by.person],
            reason=entry.reason,
            undone=entry.sequence in known.log.undone,
        )
        for entry in entries
    )


def _held(event_id: str) -> CachedLog:
    with saving():
        return held(event_row(event_id))
