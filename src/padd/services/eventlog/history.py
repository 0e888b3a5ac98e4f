"""Snapshots of a running event, now and at any entry; its history and progress."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from padd.core.event_file import write_event
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.log.chain import log_rows
from padd.core.eventlog.log.file_log import with_log
from padd.core.eventlog.log.log import state_at
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import LogState, Presence
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.rounds import open_tables, round_title, round_titles
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.access.permissions import AccessRole, Permission, allowed, roles_of
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog.log_actor import names_of_actors
from padd.services.eventlog.log_cache import (
    CachedLog,
    cached_log,
    current_log_in_memory,
    stored_event,
)
from padd.services.refusal import NotAllowed, NotFound, refusal_error
from padd.store.models.events import Event, EventState
from padd.store.writes.event_log import last_sequences

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
    """The roles of the actor at this event."""
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
    """The name of the actor."""
    reason: str
    undone: bool


def snapshot_event(*, event_id: str) -> EventSnapshot:
    """Return how an event stands, with its rulebook and the number of its state."""
    with refuse_database_errors():
        return snapshot_of_row(stored_event(event_id))


def snapshot_for_actor(by: Actor, *, event_id: str) -> EventSnapshot:
    """Return the snapshot of an event with the roles of an actor."""
    with refuse_database_errors():
        row = stored_event(event_id)
        return replace(snapshot_of_row(row), roles=roles_of(by, event=row))


def snapshot_for_staff(*, event_id: str, by: Actor) -> EventSnapshot:
    """Return how an event stands for its staff; others do not find it."""
    snapshot = snapshot_for_actor(by, event_id=event_id)
    if not any(allowed(right, snapshot.roles) for right in STAFF):
        raise NotAllowed(Permission.EVENT_RUN)
    return snapshot


def snapshot_for_reader(*, event_id: str, by: Actor) -> EventSnapshot:
    """Return an event that everybody may read, or its people while it is hidden."""
    with refuse_database_errors():
        row = stored_event(event_id)
        roles = roles_of(by, event=row)
        own = row.registrar_id is not None and row.registrar_id == by.account_id
        if row.state in HIDDEN and not (own or allowed(Permission.EVENT_EDIT, roles)):
            raise NotFound("event")
        return replace(snapshot_of_row(row), roles=roles)


def snapshot_of_row(row: Event) -> EventSnapshot:
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


def event_state(*, event_id: str, at: int | None = None) -> LogState:
    """Return how an event stands, or stood after an entry."""
    known = _held(event_id)
    if at is None or known.book is None or at >= known.log.sequence:
        return known.state
    return state_at(known.log, max(at, 0), known.book)


def running_event_names() -> dict[str, str]:
    """Return the names of the events that are being run, by id, the first one first."""
    with refuse_database_errors():
        rows = Event.objects.filter(state=EventState.RUNNING).order_by("starts_at")
        return dict(rows.values_list("public_id", "name"))


def event_history(*, event_id: str, since: int = 0) -> tuple[HistoryLine, ...]:
    """Return what was done after an entry: who, when, why."""
    return history_of_log(_held(event_id), since)


def history_of_snapshot(snapshot: EventSnapshot, *, since: int = 0) -> tuple[HistoryLine, ...]:
    """Return what was done after an entry, up to a state that is at hand."""
    known = current_log_in_memory(snapshot.event_id, snapshot.sequence)
    if known is None or known.head != snapshot.head:
        known = _held(snapshot.event_id)
    return history_of_log(known, since)


def history_of_log(known: CachedLog, since: int) -> tuple[HistoryLine, ...]:
    """Return what was done after an entry of a log that was folded elsewhere."""
    entries = known.log.since(since)
    names = names_of_actors((entry.by for entry in entries), known.state)
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
    with refuse_database_errors():
        return cached_log(stored_event(event_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What a list tells of an event under way, no more than the room knows."""

    players: int
    round: int
    """The round that is being played; 0 before the first one."""
    title: str
    """What that round is called; empty before the first one."""
    rounds: int
    tables: int
    settled: int
    """How many tables of that round have a result that counts."""


def progress_of_events(events: Iterable[str]) -> dict[str, Progress]:
    """Return how events stand; one query, if their logs are in memory."""
    with refuse_database_errors():
        known = {
            event_id: current_log_in_memory(event_id, sequence)
            or cached_log(stored_event(event_id))
            for event_id, sequence in last_sequences(events).items()
        }
    return {event_id: _progress(log.state) for event_id, log in known.items() if log.state.event}


def _progress(state: LogState) -> Progress:
    latest = state.played[-1] if state.begun else None
    tables = len(latest.tables) if latest else 0
    return Progress(
        players=_player_count(state),
        round=latest.number if latest else 0,
        title=round_title(state, latest.number) if latest else "",
        rounds=max(state.settings.rounds_planned, len(round_titles(state))),
        tables=tables,
        settled=tables - len(open_tables(latest)) if latest else 0,
    )


def _player_count(state: LogState) -> int:
    """Count who plays or played; before the first round, who is expected to."""
    players = state.players.values()
    if state.begun:
        return sum(player.took_part for player in players)
    return sum(player.presence is not Presence.WITHDRAWN for player in players)


def export_event_file(*, event_id: str) -> bytes:
    """Return the event file of an event, log and all."""
    with refuse_database_errors():
        known = cached_log(stored_event(event_id))
    if known.book is None or known.state.event is None:
        raise refusal_error("not-opened", message("The event has not been opened."))
    return event_file_bytes(known)


def event_file_bytes(known: CachedLog) -> bytes:
    """Return the event file of a log that is held."""
    return write_event(with_log(event_facts(known.state), log_rows(known.log.entries)))
