"""API of the calendar, and of one event with its players."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import msgspec
from ninja import Router

from padd.core.eventlog.state.event_state import Phase, Presence, Stage
from padd.interfaces.api.event_view import reader, seen
from padd.interfaces.api.operation import NOT_CHANGED, ApiRequest, operation
from padd.interfaces.api.parameters import (
    AnyEdition,
    Area,
    Decks,
    EventId,
    EventKind,
    Online,
    PageNumber,
    PageSize,
    Person,
    Region,
    When,
    Words,
)
from padd.services.access import visibility
from padd.store.queries.events.calendar import CalendarFilter, EventRow, calendar_listing

router = Router(tags=["Events"])


class EventInList(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the calendar."""

    id: str
    name: str
    state: str
    edition: str
    format: str
    rules: str
    scenario: str
    card_pool: str
    kind: str
    level: int
    rounds_planned: int
    pairing_style: str
    rulebook: str
    online: bool
    starts: datetime
    time_zone: str
    ends_on: date | None
    region: str
    area: str
    venue: str
    town: str
    capacity: int | None
    coming: int
    waiting: int


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """One page of the calendar."""

    events: tuple[EventInList, ...]
    page: int
    pages: int
    total: int


class Director(msgspec.Struct, frozen=True, kw_only=True):
    """Who directs an event."""

    id: str
    handle: str
    rank: int


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far along an event is."""

    sequence: Annotated[
        int,
        msgspec.Meta(description="The number of the last entry of its log; 0 until it is opened."),
    ]
    phase: Phase
    rounds_published: int
    rounds_closed: int
    players: int
    commitment: Annotated[
        str | None,
        msgspec.Meta(
            description="SHA-256 of the secret behind every draw, from the moment the "
            "event is opened."
        ),
    ] = None
    secret: Annotated[
        str | None, msgspec.Meta(description="That secret, once the event is over.")
    ] = None


class EventRead(msgspec.Struct, frozen=True, kw_only=True):
    """One event."""

    event: EventInList
    directors: tuple[Director, ...]
    final_confrontation: bool
    league_event: bool
    entry_fee: str
    prizes: str
    special_rules: str
    deck_lists_required: bool
    preregistration_required: bool
    contact_name: str
    contact_email: str
    contact_phone: str
    discussion_thread: str
    progress: Progress


class PlayerInEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who is coming, is playing, or played."""

    id: Annotated[
        str,
        msgspec.Meta(description="The player's id; the person's id if the person is on record."),
    ]
    name: str
    handle: str
    presence: str
    seed: int | None = None
    joined_round: int = 1
    dropped_after: int | None = None


class PlayersInEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Everyone in an event."""

    event: str
    sequence: int
    players: tuple[PlayerInEvent, ...]


@operation(router, "GET", "/events", answer=Calendar)
def events(
    request: ApiRequest,
    *,
    when: When = "upcoming",
    area: Area = None,
    region: Region = "",
    edition: AnyEdition = None,
    kind: EventKind = None,
    format: Decks = None,  # noqa: A002 -- the word of the event file
    online: Online = None,
    q: Words = "",
    person: Person = "",
    page: PageNumber = 1,
    size: PageSize = 50,
) -> Calendar:
    """List the calendar: upcoming, live and past events."""
    choice = CalendarFilter(
        when=when,
        area=str(area or ""),
        region=region,
        edition=str(edition or ""),
        kind=str(kind or ""),
        format=str(format or ""),
        online=online,
        text=q.replace("\0", ""),
        person=person,
    )
    listed = calendar_listing(choice, now=request.now, page=page, size=size)
    return Calendar(
        events=tuple(map(line_of, listed.lines)) if page == listed.number else (),
        page=page,
        pages=listed.pages,
        total=listed.total,
    )


def line_of(line: EventRow) -> EventInList:
    """Return an event of the calendar as the API writes it."""
    return EventInList(
        id=line.public_id,
        name=line.name,
        state=line.state,
        edition=line.edition,
        format=line.format,
        rules=line.rules,
        scenario=line.scenario,
        card_pool=line.card_pool,
        kind=line.kind,
        level=line.level,
        rounds_planned=line.rounds_planned,
        pairing_style=line.pairing_style,
        rulebook=line.rulebook,
        online=line.online,
        starts=line.local_start,
        time_zone=line.time_zone,
        ends_on=line.ends_on,
        region=line.region,
        area=line.area,
        venue=line.venue,
        town=line.town,
        capacity=line.capacity,
        coming=line.coming,
        waiting=line.waiting,
    )


@operation(router, "GET", "/events/{event}", answer=EventRead)
def event(request: ApiRequest, event: EventId) -> EventRead:
    """Read one event: its facts and progress."""
    known = seen(request, event)
    facts = visibility.event_page(by=known.actor, now=request.now, event=event)
    view = known.view if known.sequence else None
    return EventRead(
        event=line_of(facts.line),
        directors=tuple(
            Director(id=director.public_id, handle=director.handle, rank=director.rank)
            for director in facts.directors
        ),
        final_confrontation=facts.final_confrontation,
        league_event=facts.league_event,
        entry_fee=facts.entry_fee,
        prizes=facts.prizes,
        special_rules=facts.special_rules,
        deck_lists_required=facts.deck_lists_required,
        preregistration_required=facts.preregistration_required,
        contact_name=facts.contact_name,
        contact_email=facts.contact_email,
        contact_phone=facts.contact_phone,
        discussion_thread=facts.discussion_thread,
        progress=Progress(
            sequence=known.sequence,
            phase=known.state.phase,
            rounds_published=len(known.state.played),
            rounds_closed=sum(r.stage is Stage.CLOSED for r in known.state.rounds),
            players=sum(
                entrant.presence is not Presence.WITHDRAWN
                for entrant in known.state.players.values()
            ),
            commitment=view.commitment or None if view else None,
            secret=view.secret or None if view else None,
        ),
    )


@operation(router, "GET", "/events/{event}/players", answer=PlayersInEvent)
def event_players(request: ApiRequest, event: EventId) -> PlayersInEvent | object:
    """List who has signed up and, once the event is open, who is in it."""
    known = seen(request, event)
    if not known.sequence:
        return _coming(request, event)
    if request.unchanged(known.version("players")):
        return NOT_CHANGED
    return PlayersInEvent(
        event=known.id,
        sequence=known.sequence,
        players=tuple(
            PlayerInEvent(
                id=entrant.id,
                name=known.names[entrant.id],
                handle=entrant.handle,
                presence=entrant.presence,
                seed=entrant.seed,
                joined_round=entrant.joined_round,
                dropped_after=entrant.dropped_after,
            )
            for entrant in known.state.players.values()
        ),
    )


def _coming(request: ApiRequest, event: str) -> PlayersInEvent:
    facts = visibility.event_page(by=reader(request, event), now=request.now, event=event)
    return PlayersInEvent(
        event=event,
        sequence=0,
        players=tuple(
            PlayerInEvent(
                id=seat.person or seat.entry,
                name=seat.name,
                handle=seat.handle,
                presence=seat.state,
            )
            for seat in facts.seats
        ),
    )
