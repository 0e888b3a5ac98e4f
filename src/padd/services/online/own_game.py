"""A player's own online game: player, table, and how to reach the opponent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from padd.core.eventlog.actions.online import AppointmentSet
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.eventlog.state.table import TableState
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.online.open_games import deadline_of
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.eventlog import cached_log, log_actor_for, stored_event
from padd.services.refusal import NotAllowed, NotFound, refusal_error
from padd.store.models.events import Event, Registration
from padd.store.models.online import OnlinePlayer
from padd.store.models.people import Account, Person

NO_MAIL: Final = ".invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """An open online game, and which of its players asks."""

    event: Event
    state: LogState
    book: Rulebook
    player: PlayerId
    round: RoundState
    table: TableState

    @property
    def others(self) -> tuple[PlayerId, ...]:
        """Who else plays in it."""
        return tuple(one for one in self.table.players if one != self.player)

    @property
    def deadline(self) -> str | None:
        """Until when it is to be played."""
        return deadline_of(self.round, self.table)


def online_player_id(by: Actor, row: Event, state: LogState) -> PlayerId:
    """Return which player an actor is; others do not find what players arrange."""
    try:
        player = log_actor_for(by, row, state, AppointmentSet).player
    except NotAllowed:
        player = None
    if player is None or player not in state.players:
        raise NotFound("game")
    return player


def own_game(*, event_id: str, by: Actor, number: int, table: int) -> OwnGame:
    """Return a game that the actor plays in, as long as it is open."""
    row = stored_event(event_id)
    known = cached_log(row)
    if known.book is None or not known.state.settings.online:
        raise NotFound("game")
    player = online_player_id(by, row, known.state)
    round_ = next((one for one in known.state.played if one.number == number), None)
    found = None if round_ is None else round_.tables.get(table)
    if round_ is None or found is None or player not in found.players:
        raise NotFound("game")
    if found.settled:
        over = message("Table {table} has finished.", table=table)
        raise refusal_error("game-over", over)
    return OwnGame(
        event=row, state=known.state, book=known.book, player=player, round=round_, table=found
    )


def online_player(event: Event, player: str) -> OnlinePlayer:
    """Return what a player keeps for an event, new where there is nothing yet."""
    made, _ = OnlinePlayer.objects.get_or_create(
        event=event,
        player=player,
        defaults={"person": Person.objects.filter(public_id=player).first()},
    )
    return made


def player_time_zones(event: Event, players: Iterable[str]) -> dict[str, str]:
    """Return the zone of each player: their own, or that of the event."""
    rows = OnlinePlayer.objects.filter(event=event, player__in=list(players))
    own = {row.player: row.zone for row in rows if row.zone}
    return {player: own.get(player, event.time_zone) for player in players}


def player_emails(event: Event, players: Iterable[str]) -> dict[str, str]:
    """Return the e-mail addresses that are known; for sending, never for showing."""
    wanted = list(players)
    accounts = Account.objects.filter(person__public_id__in=wanted, is_active=True).values_list(
        "person__public_id", "email"
    )
    found = dict(accounts)
    guests = Registration.objects.filter(
        event=event, public_id__in=wanted, confirmed_at__isnull=False
    ).values_list("public_id", "email")
    found |= {player: email for player, email in guests if email}
    return {player: email for player, email in found.items() if not email.endswith(NO_MAIL)}


def record_page_view(*, event_id: str, by: Actor, now: datetime) -> None:
    """Note that a player has seen the page of their own game."""
    row = stored_event(event_id)
    player = online_player_id(by, row, cached_log(row).state)
    made = online_player(row, player)
    OnlinePlayer.objects.filter(pk=made.pk).update(seen_at=now)


def player_time_zone(*, event_id: str, by: Actor) -> str:
    """Return the zone in which a player is shown times."""
    row = stored_event(event_id)
    player = online_player_id(by, row, cached_log(row).state)
    return player_time_zones(row, [player])[player]
