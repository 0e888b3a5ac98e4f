"""The event of an API request as its caller may see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from padd.core.eventlog.facts import facts
from padd.interfaces.api.refusals import ApiRefused, refuse
from padd.services.access import visibility
from padd.services.access.actors import VISITOR
from padd.services.access.api_tokens import Scope
from padd.services.access.permissions import (
    AccessRole,
    Permission,
    allowed,
    roles_of,
)
from padd.services.eventlog.log_cache import cached_log
from padd.services.events import lifecycle
from padd.services.people.names import names_in
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from padd.core.eventlog.state import LogState
    from padd.core.model import Event as Facts
    from padd.core.model import PlayerId
    from padd.interfaces.api.operation import ApiRequest
    from padd.rulebooks.schema import Rulebook
    from padd.services.access.actors import Actor
    from padd.services.eventlog.log_cache import CachedLog
    from padd.store.models import Event


@dataclass(frozen=True)
class EventContext:
    """An event and its log, before the eyes of a caller."""

    row: Event
    known: CachedLog
    actor: Actor
    asked: ApiRequest

    @property
    def id(self) -> str:
        """The id of the event."""
        return self.row.public_id

    @property
    def state(self) -> LogState:
        """How the event stands."""
        return self.known.state

    @property
    def sequence(self) -> int:
        """The number of the last entry of the log."""
        return self.known.log.sequence

    @property
    def book(self) -> Rulebook:
        """The rulebook that is pinned; what is not opened has no answer yet."""
        if self.known.book is None or self.state.event is None:
            raise _not_opened()
        return self.known.book

    @cached_property
    def names(self) -> dict[PlayerId, str]:
        """What everybody in the event is called, as far as the caller may know."""
        return names_in(
            by=self.actor, now=self.asked.now, event=self.row, state=self.state
        )

    @cached_property
    def facts(self) -> Facts:
        """The event as its file has it, with the names that the caller may know."""
        if self.state.event is None:
            raise _not_opened()
        event = facts(self.state)
        players = tuple(
            msgspec.structs.replace(player, name=self.names[player.id])
            for player in event.players
        )
        return msgspec.structs.replace(event, players=players)

    def version(self, *more: object) -> str:
        """Return the name of this very state, for ETags."""
        whole = "all" if self.sees_all else "some"
        parts = (self.sequence, self.known.head[:10], whole, *more)
        return ".".join(map(str, parts))

    @cached_property
    def sees_all(self) -> bool:
        """Whether the caller knows the names of minors too."""
        eyes = visibility.viewers(roles_of(self.actor, event=self.row))
        return visibility.sees("person", "name of a minor", eyes)


def _not_opened() -> ApiRefused:
    return refuse(
        422,
        "not-opened",
        "The event has not been opened.",
        way_out="Read the event itself; it says when it starts.",
    )


def reader(request: ApiRequest, event: str = "") -> Actor:
    """Return with whose eyes a caller reads: the owner's only if the token says so."""
    caller = request.caller
    private = Scope.READ in caller.scopes and (not event or caller.covers(event))
    return caller.actor if private else VISITOR


def seen(request: ApiRequest, event: str) -> EventContext:
    """Return an event that everybody may read, or its people while it is a draft."""
    actor = reader(request, event)
    row = lifecycle.event_of(event, by=actor)
    return EventContext(row, cached_log(row), actor, request)


def directed(request: ApiRequest, event: str) -> EventContext:
    """Return an event for those who run it; for others it is not there."""
    if not request.caller.covers(event):
        raise NotFound("event")
    actor = request.caller.actor
    row = lifecycle.event_of(event, by=actor)
    roles = roles_of(actor, event=row)
    if not (
        allowed(Permission.EVENT_RUN, roles)
        or allowed(Permission.EVENT_SCORE, roles)
        or AccessRole.JUDGE in roles
    ):
        raise NotFound("event")
    return EventContext(row, cached_log(row), actor, request)


def played_by(request: ApiRequest, event: str) -> EventContext:
    """Return an event in which the caller plays; for others it is not there."""
    if not request.caller.covers(event):
        raise NotFound("event")
    actor = request.caller.actor
    row = lifecycle.event_of(event, by=actor)
    known = cached_log(row)
    if actor.person not in known.state.entrants:
        raise NotFound("event")
    return EventContext(row, known, actor, request)
