"""API of players: list, search, and one player."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from ninja import Router

from padd.interfaces.api.event_view import reader
from padd.interfaces.api.events import EventInList, line_of
from padd.interfaces.api.operation import ApiRequest, operation
from padd.interfaces.api.parameters import PageNumber, PageSize, PlayerId, Words
from padd.interfaces.api.refusals import missing
from padd.services.access import visibility
from padd.services.access.actors import Actor
from padd.services.access.api_tokens import Scope
from padd.services.delivery import email_preferences
from padd.services.delivery.email_preferences import EmailKind
from padd.services.people import people
from padd.services.people.search import KnownPerson, everybody, search_people
from padd.store.queries.people.facts import PersonFacts, own_registrations, person_events

router = Router(tags=["Players"])
HIDDEN: Final = frozenset({"draft", "awaiting-approval", "voided"})
MOST_FOUND: Final = 200
"""How many a search finds at most; whoever fits worse is not meant."""


class PlayerFound(msgspec.Struct, frozen=True, kw_only=True):
    """A player who may match."""

    id: str
    handle: str
    name: str
    region: str


class PlayersFound(msgspec.Struct, frozen=True, kw_only=True):
    """One page of players: by handle, or search results with the best match first."""

    players: tuple[PlayerFound, ...]
    page: int
    pages: int
    total: int


class PlayerRead(msgspec.Struct, frozen=True, kw_only=True):
    """One player, with the events entered and directed."""

    player: PlayerFound
    entered: tuple[EventInList, ...]
    directs: tuple[EventInList, ...]


class EmailRead(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of e-mail."""

    kind: Annotated[EmailKind, msgspec.Meta(description="The kind.")]
    words: Annotated[str, msgspec.Meta(description="What it is about.")]
    wanted: Annotated[bool, msgspec.Meta(description="Whether it is sent.")]


class EmailsRead(msgspec.Struct, frozen=True, kw_only=True):
    """Which e-mail the owner of the token gets."""

    emails: Annotated[tuple[EmailRead, ...], msgspec.Meta(description="Every kind.")]


class EmailsWanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which e-mail the owner of the token wants."""

    wanted: Annotated[tuple[EmailKind, ...], msgspec.Meta(description="The kinds to be sent.")]


def player_of(person: KnownPerson | PersonFacts) -> PlayerFound:
    """Return a player as everybody may know one."""
    return PlayerFound(
        id=person.public_id, handle=person.handle, name=person.name, region=person.region
    )


@operation(router, "GET", "/players", answer=PlayersFound)
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
        total, chosen = everybody(by=by, now=request.now, offset=first, limit=size)
    return PlayersFound(
        players=tuple(map(player_of, chosen)),
        page=page,
        pages=max(1, -(-total // size)),
        total=total,
    )


@operation(router, "GET", "/players/{player}", answer=PlayerRead)
def player(request: ApiRequest, player: PlayerId) -> PlayerRead:
    """Read one player: public data and events."""
    facts = visibility.person_page(by=reader(request), now=request.now, person=player)
    row = people.person_of(facts.public_id)
    own = own_registrations(person_id=row.pk)
    directs = person_events(person_id=row.pk, account_id=None)
    return PlayerRead(
        player=player_of(facts),
        entered=tuple(
            line_of(event_row.event) for event_row in own if event_row.event.state not in HIDDEN
        ),
        directs=tuple(line_of(event_row) for event_row in directs if event_row.state not in HIDDEN),
    )


@operation(router, "GET", "/me/emails", answer=EmailsRead, scopes=(Scope.READ,))
def emails(request: ApiRequest) -> EmailsRead:
    """Read which kinds of e-mail the owner of the token gets."""
    return _emails(_owner(request))


@operation(router, "PUT", "/me/emails", answer=EmailsRead, body=EmailsWanted, scopes=(Scope.PLAY,))
def choose_emails(request: ApiRequest) -> EmailsRead:
    """Choose which kinds of e-mail to get; kinds left out are not sent."""
    by = _owner(request)
    email_preferences.choose_emails(by=by, now=request.now, wanted=request.body.wanted)
    return _emails(by)


def _owner(request: ApiRequest) -> Actor:
    if request.caller.event:  # a token for one event says nothing about its owner
        raise missing()
    return request.caller.actor


def _emails(by: Actor) -> EmailsRead:
    return EmailsRead(
        emails=tuple(
            EmailRead(kind=one.kind, words=str(one.words), wanted=one.wanted)
            for one in email_preferences.email_choices(by=by)
        )
    )
