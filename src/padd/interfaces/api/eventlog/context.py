"""The event of an API request as its caller may see it."""

from __future__ import annotations

from dataclasses import replace
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


class EventContext(msgspec.Struct, frozen=True, dict=True):
    """An event and its log as the caller of a request may see them."""

    snapshot: EventSnapshot
    actor: Actor
    request: ApiRequest

    @property
    def id(self) -> str:
        """The id of the event."""
        return self.snapshot.event_id

    @property
    def state(self) -> LogState:
        """The state of the event."""
        return self.snapshot.state

    @property
    def sequence(self) -> int:
        """The number of the last entry of the log."""
        return self.snapshot.sequence

    @property
    def book(self) -> Rulebook:
        """The rulebook of the event; refuses an event that is not opened."""
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
        """The names of all players that the caller may know."""
        roles, now = self.snapshot.roles, self.request.now
        return names_in(roles=roles, now=now, state=self.state)

    @cached_property
    def view(self) -> EventView:
        """The opened event under the names that the caller may know."""
        players = {
            player_id: msgspec.structs.replace(player, name=self.names[player_id])
            for player_id, player in self.state.players.items()
        }
        state = msgspec.structs.replace(self.state, players=players)
        snapshot = replace(
            self.snapshot, book=self.book, state=state, replaced_names=frozenset(self.names.items())
        )
        return EventView(snapshot, Viewer.PROGRAM, self.actor, self.request.now)

    def version(self, *more: object) -> str:
        """Return what identifies this state, for ETags."""
        whole = "all" if self.sees_all else "some"
        parts = (self.sequence, self.snapshot.head[:10], whole, *more)
        return ".".join(map(str, parts))

    @cached_property
    def sees_all(self) -> bool:
        """Whether the caller may know the names of minors."""
        viewers = visibility.audiences(self.snapshot.roles)
        return visibility.sees("person", "name of a minor", viewers)


def reader(request: ApiRequest, event: str = "") -> Actor:
    """Return the actor to read as: the token's owner if its scopes allow it, or a visitor."""
    caller = request.caller
    private = Scope.READ in caller.scopes and (not event or caller.covers(event))
    return caller.actor if private else VISITOR


def event_for_visitor(request: ApiRequest, event: str) -> EventContext:
    """Return an event that the caller may read; a draft is for its people only."""
    actor = reader(request, event)
    return EventContext(snapshot_for_reader(event_id=event, by=actor), actor, request)


def event_for_staff(request: ApiRequest, event: str) -> EventContext:
    """Return an event that the caller runs, scores or judges; refuse others."""
    context = _event_for_owner(request, event)
    roles = context.snapshot.roles
    if not (
        allowed(Permission.EVENT_RUN, roles)
        or allowed(Permission.EVENT_SCORE, roles)
        or AccessRole.JUDGE in roles
    ):
        raise NotFound("event")
    return context


def event_for_player(request: ApiRequest, event: str) -> EventContext:
    """Return an event in which the caller plays; refuse others."""
    context = _event_for_owner(request, event)
    if context.actor.person not in context.state.players:
        raise NotFound("event")
    return context


def _event_for_owner(request: ApiRequest, event: str) -> EventContext:
    """Return an event that the token covers, as its owner sees it."""
    if not request.caller.covers(event):
        raise NotFound("event")
    actor = request.caller.actor
    return EventContext(snapshot_for_reader(event_id=event, by=actor), actor, request)
