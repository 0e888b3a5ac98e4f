"""API of players: list, search, and one player."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from padd.interfaces.api.eventlog.context import reader
from padd.interfaces.api.events import EventInList, calendar_entry
from padd.interfaces.api.operation import ApiRequest, Router
from padd.interfaces.api.parameters import PageNumber, PageSize, PlayerId, Words
from padd.services.access import visibility
from padd.services.people import people
from padd.services.people.search import KnownPerson, all_people, search_people
from padd.store.queries.people.facts import PersonFacts, own_registrations, person_events

router = Router("Players")
HIDDEN: Final = frozenset({"draft", "awaiting-approval", "voided"})
MOST_FOUND: Final = 200
"""How many people a search finds at most."""


class PlayerFound(msgspec.Struct, frozen=True, kw_only=True):
    """A player who may match."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    handle: Annotated[str, Meta(description="The player's handle.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    region: Annotated[str, Meta(description="The country, or a part of one.")]


class PlayersFound(msgspec.Struct, frozen=True, kw_only=True):
    """One page of players: by handle, or search results with the best match first."""

    players: Annotated[tuple[PlayerFound, ...], Meta(description="The players.")]
    page: Annotated[int, Meta(description="The number of this page, from 1.")]
    pages: Annotated[int, Meta(description="How many pages there are.")]
    total: Annotated[int, Meta(description="The total number.")]


class PlayerRead(msgspec.Struct, frozen=True, kw_only=True):
    """One player, with the events entered and directed."""

    player: Annotated[PlayerFound, Meta(description="The player.")]
    entered: Annotated[tuple[EventInList, ...], Meta(description="The events entered.")]
    directs: Annotated[tuple[EventInList, ...], Meta(description="The events directed.")]


def public_player(person: KnownPerson | PersonFacts) -> PlayerFound:
    """Return the public data of a player."""
    return PlayerFound(
        id=person.public_id, handle=person.handle, name=person.name, region=person.region
    )


@router.get("/players")
def players(
    request: ApiRequest, *, q: Words = "", page: PageNumber = 1, size: PageSize = 20
) -> PlayersFound:
    """List players, or search by name or handle, even if misspelled."""
    by, text = reader(request), q.replace("\0", "").strip()
    first = (page - 1) * size
    if text:
        known = search_people(by=by, now=request.now, text=text, limit=MOST_FOUND)
        total, chosen = len(known), known[first : first + size]
    else:
        total, chosen = all_people(by=by, now=request.now, offset=first, limit=size)
    return PlayersFound(
        players=tuple(map(public_player, chosen)),
        page=page,
        pages=max(1, -(-total // size)),
        total=total,
    )


@router.get("/players/{player}")
def player(request: ApiRequest, player: PlayerId) -> PlayerRead:
    """Read one player: public data and events."""
    facts = visibility.visible_person(by=reader(request), now=request.now, person=player)
    row = people.find_person(facts.public_id)
    own = own_registrations(person_id=row.pk)
    directs = person_events(person_id=row.pk, account_id=None)
    return PlayerRead(
        player=public_player(facts),
        entered=tuple(
            calendar_entry(event_row.event)
            for event_row in own
            if event_row.event.state not in HIDDEN
        ),
        directs=tuple(
            calendar_entry(event_row) for event_row in directs if event_row.state not in HIDDEN
        ),
    )
