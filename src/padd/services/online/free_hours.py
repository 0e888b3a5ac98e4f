"""When players are free, and the hours that both share, without revealing whose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from padd.core.messages import message
from padd.core.online.common_hours import (
    Interval,
    best_hours,
    clip_intervals,
    common_hours,
    join_intervals,
)
from padd.services.access.actors import Actor
from padd.services.eventlog import cached_log, stored_event
from padd.services.local_time import zone as known_zone
from padd.services.online.own_game import OwnGame, online_player, online_player_id
from padd.services.refusal import refusal_error
from padd.store.models.online import OnlinePlayer

LONGEST: Final = timedelta(days=60)
"""How far ahead free hours can be."""
MOST_HOURS: Final = 24 * 61
USUAL_MINUTES: Final = 105


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedHours:
    """What the players of a game see of each other's free hours: the overlap alone."""

    best: tuple[Interval, ...]
    """The longest first."""
    length: timedelta
    mine: tuple[Interval, ...]
    missing: tuple[str, ...]
    """Who has entered no hours yet."""


def save_time_zone(*, by: Actor, now: datetime, event_id: str, zone: str) -> None:
    """Say in which zone one lives, for all times that one is shown."""
    del now
    known_zone(zone)
    with transaction.atomic():
        row = stored_event(event_id)
        player = online_player_id(by, row, cached_log(row).state)
        made = online_player(row, player)
        OnlinePlayer.objects.filter(pk=made.pk).update(zone=zone)


def save_free_hours(*, by: Actor, now: datetime, event_id: str, hours: Iterable[Interval]) -> None:
    """Say when one is free; what was said before is replaced."""
    ahead = clip_intervals(join_intervals(hours), first=now, last=now + LONGEST)
    if len(ahead) > MOST_HOURS:
        raise refusal_error("too-many", message("That is too many hours. Mark fewer of them."))
    with transaction.atomic():
        row = stored_event(event_id)
        player = online_player_id(by, row, cached_log(row).state)
        made = online_player(row, player)
        OnlinePlayer.objects.filter(pk=made.pk).update(
            hours=[[one.start.isoformat(), one.end.isoformat()] for one in ahead], hours_at=now
        )


def save_reminder_choice(*, by: Actor, now: datetime, event_id: str, reminded: bool) -> None:
    """Say whether one wants to be reminded by e-mail of games of this event."""
    del now
    with transaction.atomic():
        row = stored_event(event_id)
        player = online_player_id(by, row, cached_log(row).state)
        made = online_player(row, player)
        OnlinePlayer.objects.filter(pk=made.pk).update(reminded=reminded)


def game_length(game: OwnGame) -> timedelta:
    """Return how long a game may take."""
    minutes = game.round.clock.minutes or game.state.minutes or USUAL_MINUTES
    return timedelta(minutes=minutes + game.table.extra_minutes)


def shared_hours(game: OwnGame, *, now: datetime) -> SharedHours:
    """Return when all players of a game are free for as long as it takes."""
    rows = {
        row.player: row
        for row in OnlinePlayer.objects.filter(
            event=game.event, player__in=list(game.table.players)
        )
    }
    free = {player: stored_free_hours(rows.get(player)) for player in game.table.players}
    length = game_length(game)
    until = game.deadline
    missing = tuple(player for player, hours in free.items() if not hours)
    shared = () if missing else common_hours(list(free.values()), least=length)
    found = best_hours(shared, now=now, until=datetime.fromisoformat(until) if until else None)
    best = sorted(
        (one for one in found if one.length >= length), key=lambda one: (-one.length, one.start)
    )
    return SharedHours(best=tuple(best), length=length, mine=free[game.player], missing=missing)


def stored_free_hours(row: OnlinePlayer | None) -> tuple[Interval, ...]:
    """Return the free hours that a row holds."""
    if row is None:
        return ()
    return tuple(
        Interval(datetime.fromisoformat(start), datetime.fromisoformat(end))
        for start, end in row.hours
    )
