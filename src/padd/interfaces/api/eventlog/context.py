"""The event of an API request as its caller may see it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.interfaces.api.operation import ApiRequest
from padd.interfaces.api.refusals import status_refusal
from padd.presentation.eventlog.event_view import EventView, Viewer
from padd.rulebooks.schema import Rulebook
from padd.services.access import visibility
from padd.services.access.actors import VISITOR, Actor
from padd.services.access.api_tokens import Scope
from padd.services.access.permissions import AccessRole, Permission, allowed
from padd.services.access.visibility import names_in
from padd.services.eventlog import EventSnapshot
from padd.services.eventlog.history import snapshot_for_reader
from padd.services.refusal import NotFound


@dataclass(frozen=True)
class EventContext:
    """An event and its log, before the eyes of a caller."""

    snapshot: EventSnapshot
    actor: Actor
    request: ApiRequest

    @property
    def id(self) -> str:
        """The id of the event."""
        return self.snapshot.event_id

    @property
    def state(self) -> LogState:
        """How the event stands."""
        return self.snapshot.state

    @property
    def sequence(self) -> int:
        """The number of the last entry of the log."""
        return self.snapshot.sequence

    @property
    def book(self) -> Rulebook:
        """The rulebook that is pinned; what is not opened has no answer yet."""
        if self.snapshot.book is None or self.state.event is None:
            raise status_refusal(
                422,
                "not-opened",
                message("The event has not been opened."),
                way_out=message("Read the event itself; it says when it starts."),
            )
        return self.snapshot.book

    @cached_property
    def names(self) -> dict[PlayerId, str]:
        """What everybody in the event is called, as far as the caller may know."""
        roles, now = self.snapshot.roles, self.request.now
        return names_in(roles=roles, now=now, state=self.state)

    @cached_property
    def view(self) -> EventView:
        """The opened event under the names that the caller may know."""
        entrants = {
            player: msgspec.structs.replace(entrant, name=self.names[player])
            for player, entrant in self.state.players.items()
        }
        state = msgspec.structs.replace(self.state, players=entrants)
        snapshot = replace(
            self.snapshot, book=self.book, state=state, replaced_names=frozenset(self.names.items())
        )
        return EventView(snapshot, Viewer.PROGRAM, self.actor, self.request.now)

    def version(self, *more: object) -> str:
        """Return the name of this very state, for ETags."""
        whole = "all" if self.sees_all else "some"
        parts = (self.sequence, self.snapshot.head[:10], whole, *more)
        return ".".join(map(str, parts))

    @cached_property
    def sees_all(self) -> bool:
        """Whether the caller knows the names of minors too."""
        eyes = visibility.viewers(self.snapshot.roles)
        return visibility.sees("person", "name of a minor", eyes)


def reader(request: ApiRequest, event: str = "") -> Actor:
    """Return with whose eyes a caller reads: the owner's only if the token says so."""
    caller = request.caller
    private = Scope.READ in caller.scopes and (not event or caller.covers(event))
    return caller.actor if private else VISITOR


def event_for_visitor(request: ApiRequest, event: str) -> EventContext:
    """Return an event that everybody may read, or its people while it is a draft."""
    actor = reader(request, event)
    return EventContext(snapshot_for_reader(event_id=event, by=actor), actor, request)


def event_for_staff(request: ApiRequest, event: str) -> EventContext:
    """Return an event for those who run it; for others it is not there."""
    if not request.caller.covers(event):
        raise NotFound("event")
    actor = request.caller.actor
    snapshot = snapshot_for_reader(event_id=event, by=actor)
    roles = snapshot.roles
    if not (
        allowed(Permission.EVENT_RUN, roles)
        or allowed(Permission.EVENT_SCORE, roles)
        or AccessRole.JUDGE in roles
    ):
        raise NotFound("event")
    return EventContext(snapshot, actor, request)


def event_for_player(request: ApiRequest, event: str) -> EventContext:
    """Return an event in which the caller plays; for others it is not there."""
    if not request.caller.covers(event):
        raise NotFound("event")
    actor = request.caller.actor
    snapshot = snapshot_for_reader(event_id=event, by=actor)
    if actor.person not in snapshot.state.players:
        raise NotFound("event")
    return EventContext(snapshot, actor, request)
