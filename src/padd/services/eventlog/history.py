"""Snapshots of a running event, now and at any entry, and its history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.log.log import state_at
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import LogState
from padd.core.model import PlayerId
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.access.permissions import AccessRole, Permission, allowed, roles_of
from padd.services.database_errors import saving
from padd.services.eventlog.log_actor import names_of
from padd.services.eventlog.log_cache import CachedLog, cached_log, current_log_in_memory, event_row
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.events import Event, EventState

HIDDEN: Final = frozenset({EventState.DRAFT, EventState.AWAITING_APPROVAL})
STAFF: Final = (Permission.EVENT_RUN, Permission.EVENT_SCORE, Permission.EVENT_JUDGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvent:
    """What the calendar says of an event, as far as the pages of the day need it."""

    key: int
    public_id: str
    name: str
    state: str
    version: int
    rulebook: str
    rounds_planned: int
    online: bool
    place: str
    """Where it is held, in a few words."""
    prizes: str
    starts_at: datetime
    time_zone: str

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the venue."""
        return ZoneInfo(self.time_zone)

    def clock(self, moment: datetime) -> str:
        """Return a moment as on the wall of the venue: 14:51."""
        return f"{moment.astimezone(self.zone):%H:%M}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSnapshot:
    """An event as it stands: enough to make any page of it."""

    event_id: str
    calendar_event: CalendarEvent
    sequence: int
    """Names this very state: a page made from it stays good until it grows."""
    head: str
    """The hash of the last entry, which stands for the whole log."""
    state: LogState
    book: Rulebook | None
    """The rulebook that is pinned; None until the event is opened."""
    intact: bool = True
    roles: frozenset[AccessRole] = frozenset()
    """What whoever asked is at this event."""
    replaced_names: frozenset[tuple[PlayerId, str]] = frozenset()
    """Who is shown under another name than the log has."""


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


def look_as(by: Actor, *, event_id: str) -> EventSnapshot:
    """Return how an event stands, with what whoever asks is there."""
    with saving():
        row = event_row(event_id)
        return replace(look_at(row), roles=roles_of(by, event=row))


def look_as_staff(*, event_id: str, by: Actor) -> EventSnapshot:
    """Return how an event stands for its staff; others do not find it."""
    snapshot = look_as(by, event_id=event_id)
    if not any(allowed(right, snapshot.roles) for right in STAFF):
        raise NotAllowed(Permission.EVENT_RUN)
    return snapshot


def look_as_reader(*, event_id: str, by: Actor) -> EventSnapshot:
    """Return an event that everybody may read, or its people while it is hidden."""
    with saving():
        row = event_row(event_id)
        roles = roles_of(by, event=row)
        own = row.registrar_id is not None and row.registrar_id == by.account_id
        if row.state in HIDDEN and not (own or allowed(Permission.EVENT_EDIT, roles)):
            raise NotFound("event")
        return replace(look_at(row), roles=roles)


def look_at(row: Event) -> EventSnapshot:
    """Return how an event stands, of which the row is at hand already."""
    known = cached_log(row)
    return EventSnapshot(
        event_id=row.public_id,
        calendar_event=calendar_event(row),
        sequence=known.log.sequence,
        head=known.head,
        state=known.state,
        book=known.book,
        intact=known.broken_at is None,
    )


def calendar_event(row: Event) -> CalendarEvent:
    """Return what the row of an event says, as plain values."""
    venue = None if row.online else row.venue
    place = (venue.name, venue.town) if venue is not None else ()
    return CalendarEvent(
        key=row.pk,
        public_id=row.public_id,
        name=row.name,
        state=row.state,
        version=row.version,
        rulebook=row.rulebook,
        rounds_planned=row.rounds_planned,
        online=row.online,
        place="online" if row.online else ", ".join(filter(None, place)),
        prizes=row.prizes,
        starts_at=row.starts_at,
        time_zone=row.time_zone,
    )


def state(*, event_id: str, at: int | None = None) -> LogState:
    """Return how an event stands, or stood after an entry."""
    known = _held(event_id)
    if at is None or known.book is None or at >= known.log.sequence:
        return known.state
    return state_at(known.log, max(at, 0), known.book)


def under_way() -> dict[str, str]:
    """Return the names of the events that are being run, by id, the first one first."""
    with saving():
        rows = Event.objects.filter(state=EventState.RUNNING).order_by("starts_at")
        return dict(rows.values_list("public_id", "name"))


def history(*, event_id: str, since: int = 0) -> tuple[HistoryLine, ...]:
    """Return what was done after an entry: who, when, why."""
    return lines_of_log(_held(event_id), since)


def history_of(snapshot: EventSnapshot, *, since: int = 0) -> tuple[HistoryLine, ...]:
    """Return what was done after an entry, up to a state that is at hand."""
    known = current_log_in_memory(snapshot.event_id, snapshot.sequence)
    if known is None or known.head != snapshot.head:
        known = _held(snapshot.event_id)
    return lines_of_log(known, since)


def lines_of_log(known: CachedLog, since: int) -> tuple[HistoryLine, ...]:
    """Return what was done after an entry of a log that was folded elsewhere."""
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
        return cached_log(event_row(event_id))
