"""What a phone shows of an online game: its deadline and its own timer."""

from __future__ import annotations

from datetime import datetime

import msgspec

from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.table import TableState
from padd.core.online.game_timer import game_timer
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.presentation.events.online_terms import OnlineTerm, terms_of
from padd.services.local_time import format_date


class Moment(msgspec.Struct, frozen=True):
    """A moment for scripts, which know the reader's zone, and in words without them."""

    iso: str
    words: str


class OnlinePart(msgspec.Struct, frozen=True):
    """The deadline of an online game, and when the two began to play."""

    deadline: Moment | None
    started: Moment | None
    ends: Moment | None
    may_start: bool
    appointment: Moment | None
    waiting: tuple[tuple[str, Moment], ...]
    refused: tuple[str, ...]
    paused: bool
    played: int
    """Minutes played, without the pauses."""
    may_change: bool
    zone: str
    records: tuple[str, ...]
    """Where a record of the game lies, or the fingerprint of its file."""
    terms: tuple[OnlineTerm, ...]


def online_part(context: PlayerContext, round_: RoundState, table: TableState) -> OnlinePart | None:
    """Return what an online game shows beside its form; nothing in a room."""
    if not context.view.state.settings.online:
        return None
    until = table.deadline or round_.deadline
    minutes = round_.clock.minutes or context.view.state.minutes
    begun = table.started_at
    timer = game_timer(table, minutes=minutes, now=context.view.now)
    ends = timer.ends_at.isoformat() if timer and timer.ends_at else None
    name = context.view.name
    return OnlinePart(
        deadline=_moment(context, until),
        started=_moment(context, begun),
        ends=_moment(context, ends),
        may_start=begun is None and not (table.settled or table.claims),
        appointment=_moment(context, table.appointment),
        waiting=tuple(
            (name(player), waiting)
            for player, since in table.waiting.items()
            if (waiting := _moment(context, since)) is not None
        ),
        refused=tuple(map(name, table.refused_replay)),
        paused=table.paused,
        played=int(timer.elapsed.total_seconds()) // 60 if timer else 0,
        may_change=not (table.settled or table.claims),
        zone=context.view.calendar_event.time_zone,
        records=table.play_records,
        terms=terms_of(context.view, context.view.state.settings),
    )


def _moment(context: PlayerContext, iso: str | None) -> Moment | None:
    if iso is None:
        return None
    zone = context.view.calendar_event.zone
    there = datetime.fromisoformat(iso).astimezone(zone)
    place = context.view.calendar_event.time_zone
    return Moment(iso, f"{format_date(there, '%a %d %b, %H:%M')} ({place})")
