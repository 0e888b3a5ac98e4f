"""API of players: all, by name or handle, and one."""

from __future__ import annotations

from typing import Final

import msgspec
from ninja import Router

from padd.interfaces.api.event_view import reader
from padd.interfaces.api.events import EventInList, line_of
from padd.interfaces.api.operation import ApiRequest, operation
from padd.interfaces.api.parameters import PageNumber, PageSize, PlayerId, Words
from padd.services.access import visibility
from padd.services.people import people
from padd.services.people.search import KnownPerson, everybody, search_people
from padd.store import queries

router = Router(tags=["Players"])
HIDDEN: Final = frozenset({"draft", "awaiting-approval", "voided"})
MOST_FOUND: Final = 200
"""How many a search finds at most; whoever fits worse is not meant."""


class PlayerFound(msgspec.Struct, frozen=True, kw_only=True):
    """A player who may be meant."""

    id: str
    handle: str
    name: str
    region: str


class PlayersFound(msgspec.Struct, frozen=True, kw_only=True):
    """One page of players: by handle, or of a search, the best fit first."""

    players: tuple[PlayerFound, ...]
    page: int
    pages: int
    total: int


class PlayerRead(msgspec.Struct, frozen=True, kw_only=True):
    """One player, with the events entered and directed."""

    player: PlayerFound
    entered: tuple[EventInList, ...]
    directs: tuple[EventInList, ...]


def player_of(person: KnownPerson | queries.PersonFacts) -> PlayerFound:
    """Return a player as everybody may know one."""
    return PlayerFound(
        id=person.public_id,
        handle=person.handle,
        name=person.name,
        region=person.region,
    )


@operation(router, "GET", "/players", answer=PlayersFound)
def players(
    request: ApiRequest, *, q: Words = "", page: PageNumber = 1, size: PageSize = 20
) -> PlayersFound:
    """List all players by handle, or find some by name or handle, also if misspelt."""
    by, text = reader(request), q.replace("\0", "").strip()
    first = (page - 1) * size
    if text:
        known = search_people(by=by, now=request.now, text=text, limit=MOST_FOUND)
        total, chosen = len(known), known[first : first + size]
    else:
        total, chosen = everybody(by=by, now=request.now, offset=first, limit=size)
    return PlayersFound(
        players=tuple(map(player_of, chosen)),
        page=page,
        pages=max(1, -(-total // size)),
        total=total,
    )


@operation(router, "GET", "/players/{player}", answer=PlayerRead)
def player(request: ApiRequest, player: PlayerId) -> PlayerRead:
    """Read one player: what everybody may know, and the events."""
    facts = visibility.person_page(by=reader(request), now=request.now, person=player)
    row = people.person_of(facts.public_id)
    own = queries.registrations_of(person_id=row.pk)
    directs = queries.events_of(person_id=row.pk, account_id=None)
    return PlayerRead(
        player=player_of(facts),
        entered=tuple(
            line_of(event_row.event)
            for event_row in own
            if event_row.event.state not in HIDDEN
        ),
        directs=tuple(
            line_of(event_row) for event_row in directs if event_row.state not in HIDDEN
        ),
    )
