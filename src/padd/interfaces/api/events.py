"""API of the calendar, and of one event with its players."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.eventlog.state.event_state import Phase, Presence, Stage
from padd.interfaces.api.eventlog.context import event_for_visitor, reader
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
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
from padd.store.queries.events.calendar import CalendarFilter, EventRow, list_events

router = Router("Events")


class EventInList(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the calendar."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    state: Annotated[str, Meta(description="Its state.")]
    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    format: Annotated[str, Meta(description="How players get their decks.")]
    rules: Annotated[str, Meta(description="The rules set.")]
    scenario: Annotated[str, Meta(description="The optional scenario.")]
    card_pool: Annotated[str, Meta(description="The card pool.")]
    kind: Annotated[str, Meta(description="Its kind.")]
    level: Annotated[int, Meta(description="The level of the event, 1 to 5.")]
    rounds_planned: Annotated[int, Meta(description="How many rounds are planned.")]
    pairing_style: Annotated[str, Meta(description="How rounds are paired.")]
    rulebook: Annotated[str, Meta(description="The id of the rulebook.")]
    online: Annotated[bool, Meta(description="Whether it is played online.")]
    starts: Annotated[datetime, Meta(description="When it starts.")]
    time_zone: Annotated[str, Meta(description="The time zone of the place.")]
    ends_on: Annotated[date | None, Meta(description="The last day.")]
    region: Annotated[str, Meta(description="The country, or a part of one.")]
    area: Annotated[str, Meta(description="The area of a coordinator.")]
    venue: Annotated[str, Meta(description="The venue.")]
    town: Annotated[str, Meta(description="The town.")]
    capacity: Annotated[
        int | None, Meta(description="How many seats there are; null means no limit.")
    ]
    coming: Annotated[int, Meta(description="How many are coming.")]
    waiting: Annotated[int, Meta(description="How many are on the waiting list.")]


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """One page of the calendar."""

    events: Annotated[tuple[EventInList, ...], Meta(description="The events.")]
    page: Annotated[int, Meta(description="The number of this page, from 1.")]
    pages: Annotated[int, Meta(description="How many pages there are.")]
    total: Annotated[int, Meta(description="The total number.")]


class Director(msgspec.Struct, frozen=True, kw_only=True):
    """Who directs an event."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    handle: Annotated[str, Meta(description="The player's handle.")]
    rank: Annotated[int, Meta(description="The rank.")]


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far along an event is."""

    sequence: Annotated[
        int, Meta(description="The number of the last entry of its log; 0 until it is opened.")
    ]
    phase: Annotated[Phase, Meta(description="The phase of the event.")]
    rounds_published: Annotated[int, Meta(description="How many rounds are published.")]
    rounds_closed: Annotated[int, Meta(description="How many rounds are over.")]
    players: Annotated[int, Meta(description="How many players are in the event.")]
    commitment: Annotated[
        str | None,
        Meta(
            description="SHA-256 of the secret behind every draw, from the moment the "
            "event is opened."
        ),
    ] = None
    secret: Annotated[str | None, Meta(description="That secret, once the event is over.")] = None


class EventRead(msgspec.Struct, frozen=True, kw_only=True):
    """One event."""

    event: Annotated[EventInList, Meta(description="The event as the calendar lists it.")]
    directors: Annotated[tuple[Director, ...], Meta(description="The directors.")]
    final_confrontation: Annotated[bool, Meta(description="Whether the top two play a final game.")]
    league_event: Annotated[bool, Meta(description="Whether it counts for a league.")]
    entry_fee: Annotated[str, Meta(description="The entry fee.")]
    prizes: Annotated[str, Meta(description="The prizes.")]
    special_rules: Annotated[str, Meta(description="Special rules.")]
    deck_lists_required: Annotated[bool, Meta(description="Whether a deck list is required.")]
    preregistration_required: Annotated[
        bool, Meta(description="Whether players must register in advance.")
    ]
    contact_name: Annotated[str, Meta(description="The contact person.")]
    contact_email: Annotated[str, Meta(description="E-mail for questions.")]
    contact_phone: Annotated[str, Meta(description="Phone for questions.")]
    discussion_thread: Annotated[str, Meta(description="The discussion thread.")]
    progress: Annotated[Progress, Meta(description="The progress.")]


class PlayerInEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who is coming, is playing, or played."""

    id: Annotated[
        str, Meta(description="The player's id; the person's id if the person is on record.")
    ]
    name: Annotated[str, Meta(description="The name, for people.")]
    handle: Annotated[str, Meta(description="The player's handle.")]
    presence: Annotated[str, Meta(description="Whether the player is present.")]
    seed: Annotated[int | None, Meta(description="The player's seed in a bracket.")] = None
    joined_round: Annotated[int, Meta(description="The first round played.")] = 1
    dropped_after: Annotated[
        int | None, Meta(description="The last round played before leaving.")
    ] = None


class PlayersInEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Everyone in an event."""

    event: Annotated[str, Meta(description="The id of the event.")]
    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]
    players: Annotated[tuple[PlayerInEvent, ...], Meta(description="The players.")]


@router.get("/events")
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
    listed = list_events(choice, now=request.now, page=page, size=size)
    return Calendar(
        events=tuple(map(calendar_entry, listed.lines)) if page == listed.number else (),
        page=page,
        pages=listed.pages,
        total=listed.total,
    )


def calendar_entry(line: EventRow) -> EventInList:
    """Return the answer for an event of the calendar."""
    return answer_from(EventInList, line, id=line.public_id, starts=line.local_start)


@router.get("/events/{event}")
def event(request: ApiRequest, event: EventId) -> EventRead:
    """Read one event: its facts and progress."""
    context = event_for_visitor(request, event)
    facts = visibility.visible_event(by=context.actor, now=request.now, event=event)
    view = context.view if context.sequence else None
    return answer_from(
        EventRead,
        facts,
        event=calendar_entry(facts.line),
        directors=tuple(
            Director(id=director.public_id, handle=director.handle, rank=director.rank)
            for director in facts.directors
        ),
        progress=Progress(
            sequence=context.sequence,
            phase=context.state.phase,
            rounds_published=len(context.state.played),
            rounds_closed=sum(r.stage is Stage.CLOSED for r in context.state.rounds),
            players=sum(
                entrant.presence is not Presence.WITHDRAWN
                for entrant in context.state.players.values()
            ),
            commitment=view.commitment or None if view else None,
            secret=view.secret or None if view else None,
        ),
    )


@router.get("/events/{event}/players")
def event_players(request: ApiRequest, event: EventId) -> PlayersInEvent:
    """List who has signed up and, once the event is open, who is in it."""
    context = event_for_visitor(request, event)
    if not context.sequence:
        return _coming(request, event)
    request.check_etag(context.version("players"))
    return PlayersInEvent(
        event=context.id,
        sequence=context.sequence,
        players=tuple(
            answer_from(PlayerInEvent, entrant, name=context.names[entrant.id])
            for entrant in context.state.players.values()
        ),
    )


def _coming(request: ApiRequest, event: str) -> PlayersInEvent:
    facts = visibility.visible_event(by=reader(request, event), now=request.now, event=event)
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
