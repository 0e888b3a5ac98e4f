"""A player's phone at an event: whose it is, and the state of the event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone

from padd.core.eventlog.state.event_state import EventPlayer, RoundState, Stage
from padd.core.eventlog.state.pods import round_of_pod, rounds_together
from padd.core.eventlog.state.table import TableState
from padd.core.model import PlayerId
from padd.interfaces.web.request_actor import actor_of
from padd.presentation.eventlog.event_view import EventView, Viewer
from padd.services.access.actors import Actor
from padd.services.eventlog import player_passes, room, snapshot_event
from padd.services.eventlog.player_sign_in import PhoneSession

Page = Callable[..., HttpResponse]

PASSES: Final = "phones"
"""Where the session keeps which pass opens which event."""
SCRIPT: Final = "X-Phone"
"""What the script of the pages sends, to be answered in data."""
OUT: Final = "You are signed out of this event. Sign in again; nothing is lost."


@dataclass(frozen=True)
class PlayerContext:
    """An event as one of its players sees it."""

    view: EventView
    player: PlayerId

    @property
    def id(self) -> str:
        """The id of the event in addresses."""
        return self.view.id

    @property
    def me(self) -> EventPlayer:
        """The player of this phone."""
        return self.view.state.players[self.player]

    @cached_property
    def round(self) -> RoundState | None:
        """The latest published round; in a match, that of the player's own pod."""
        state = self.view.state
        if not state.played:
            return None
        last = state.played[-1]
        seat = rounds_together(state, last)[0].seats.get(self.player, 0)
        own = round_of_pod(state, last, seat)
        return last if own is None or last.match_rounds is None else own[0]

    @cached_property
    def table(self) -> TableState | None:
        """The player's table in that round."""
        return None if self.round is None else self.table_in(self.round)

    def table_in(self, round_: RoundState) -> TableState | None:
        """Return the player's table in a round."""
        seat = round_.seats.get(self.player)
        return None if seat is None else round_.tables[seat]

    def opponents(self, table: TableState) -> tuple[PlayerId, ...]:
        """Return who else sits at a table."""
        return tuple(player for player in table.players if player != self.player)

    @property
    def playing(self) -> bool:
        """Whether the round is on."""
        return self.round is not None and self.round.stage is Stage.PUBLISHED

    def name(self, player: PlayerId) -> str:
        """Return what a player is called."""
        return self.view.name(player)

    def address(self, page: str = "phone", *args: object) -> str:
        """Return an address of this phone's pages."""
        return reverse(page, args=(self.id, *args))


def store_pass(request: HttpRequest, entered: PhoneSession) -> None:
    """Store a pass in the session of a phone; the session gets a new key."""
    passes = dict(request.session.get(PASSES, {}))
    passes[entered.event_id] = entered.pass_id
    # A phone that comes for the first time has no session that could be planted.
    if request.session.session_key is not None:
        request.session.cycle_key()
    request.session[PASSES] = passes


def remove_pass(request: HttpRequest, event: str) -> None:
    """Remove the pass of an event from the session of a phone."""
    passes = dict(request.session.get(PASSES, {}))
    if passes.pop(event, None):
        request.session[PASSES] = passes


def player_context(request: HttpRequest, event: str) -> PlayerContext | None:
    """Return whose phone this is at an event, by a pass or by an account."""
    snapshot = snapshot_event(event_id=event)
    actor = _player(request, event)
    if actor is None or snapshot.book is None:
        return None
    player = PlayerId(actor.public_id if actor.event_id else actor.person)
    if player not in snapshot.state.players:
        return None
    now = timezone.now()
    shown = room.snapshot_for_player(snapshot, player=player, now=now)
    return PlayerContext(EventView(shown, Viewer.PLAYER, actor, now), player)


def _player(request: HttpRequest, event: str) -> Actor | None:
    visitor = actor_of(request)
    pass_id = request.session.get(PASSES, {}).get(event, "")
    player = player_passes.actor_for_pass(pass_id=pass_id, event_id=event) if pass_id else None
    if player is not None:
        return player
    return visitor if visitor.person and player_passes.is_event_running(event) else None


def player_required(view: Callable[..., HttpResponse]) -> Page:
    """Redirect visitors who are not signed in at the event to its sign-in."""

    @wraps(view)
    def asked(request: HttpRequest, event: str, **place: Any) -> HttpResponse:  # noqa: ANN401 -- as the address has it
        context = player_context(request, event)
        if context is None and SCRIPT in request.headers:
            return JsonResponse({"done": False, "out": True, "message": OUT}, status=401)
        if context is None:
            return HttpResponseRedirect(reverse("phone-join", args=(event,)))
        return view(request, context, **place)

    return asked
