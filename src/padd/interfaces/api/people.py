"""Players: found by name or handle, and one of them."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from ninja import Query, Router

from padd.interfaces.api.events import EventInList, line_of
from padd.interfaces.api.operation import Asked, operation
from padd.interfaces.api.seeing import reader
from padd.services import people, sight
from padd.store import queries

router = Router(tags=["Players"])
HIDDEN: Final = frozenset({"draft", "awaiting-approval", "voided"})


class PlayerFound(msgspec.Struct, frozen=True, kw_only=True):
    """A player who may be meant."""

    id: str
    handle: str
    name: str
    region: str


class PlayersFound(msgspec.Struct, frozen=True, kw_only=True):
    """Who may be meant, the best fit first."""

    players: tuple[PlayerFound, ...]


class PlayerRead(msgspec.Struct, frozen=True, kw_only=True):
    """One player, with the events entered and directed."""

    player: PlayerFound
    entered: tuple[EventInList, ...]
    directs: tuple[EventInList, ...]


@operation(router, "GET", "/players", answer=PlayersFound)
def players(
    request: Asked,
    *,
    q: Annotated[str, Query(min_length=1, max_length=80)],
    size: Annotated[int, Query(ge=1, le=50)] = 20,
) -> PlayersFound:
    """Find players by name or handle, also if misspelt."""
    found = sight.people_found(
        by=reader(request), now=request.now, text=q.replace("\0", ""), limit=size
    )
    return PlayersFound(
        players=tuple(
            PlayerFound(
                id=one.public_id, handle=one.handle, name=one.name, region=one.region
            )
            for one in found
        )
    )


@operation(router, "GET", "/players/{player}", answer=PlayerRead)
def player(request: Asked, player: str) -> PlayerRead:
    """Read one player: what everybody may know, and the events."""
    facts = sight.person_page(by=reader(request), now=request.now, person=player)
    row = people.person_of(facts.public_id)
    own = queries.entries_of(person_id=row.pk)
    directs = queries.events_of(person_id=row.pk, account_id=None)
    return PlayerRead(
        player=PlayerFound(
            id=facts.public_id,
            handle=facts.handle,
            name=facts.name,
            region=facts.region,
        ),
        entered=tuple(
            line_of(one.event) for one in own if one.event.state not in HIDDEN
        ),
        directs=tuple(line_of(one) for one in directs if one.state not in HIDDEN),
    )
