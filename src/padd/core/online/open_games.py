"""The open games of an online round: their status, timers and reminders."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.eventlog.state.table import TableState
from padd.core.model import PlayerId, StrictStruct
from padd.rulebooks.schema import Rulebook

Moments = list[tuple["ReminderKind", str]]


class GameStanding(StrEnum):
    """How an open game stands, the most urgent first."""

    OVERDUE = "overdue"
    WAITING = "waiting"
    PROPOSED = "proposed"
    SILENT = "silent"
    AGREED = "agreed"
    RUNNING = "running"
    PAUSED = "paused"
    DELAYED = "delayed"


class OpenGame(StrictStruct, frozen=True):
    """A game without a result: who, until when, and what is known of it."""

    round: int
    table: int
    players: tuple[PlayerId, ...]
    standing: GameStanding
    deadline: str | None
    appointment: str | None
    waiting: dict[PlayerId, str]
    refused_replay: tuple[PlayerId, ...]
    started_at: str | None


def deadline_of(round_: RoundState, table: TableState) -> str | None:
    """Return until when a game is to be played: its own deadline, or the round's."""
    return table.deadline or round_.deadline


def open_games(
    state: LogState, *, now: datetime, proposed: Collection[tuple[int, int]] = ()
) -> tuple[OpenGame, ...]:
    """Return every game that is published and has no result, the most urgent first.

    Which of them, by round and table, have a proposal to answer the log does not know.
    """
    found: list[OpenGame] = []
    for round_ in state.played:
        for table in round_.tables.values():
            if table.settled:
                continue
            game = _open_game(round_, table, now)
            asked = (game.round, game.table) in proposed
            if asked and game.standing is GameStanding.SILENT:
                game = msgspec.structs.replace(game, standing=GameStanding.PROPOSED)
            found.append(game)
    order = list(GameStanding)
    return tuple(
        sorted(found, key=lambda game: (order.index(game.standing), game.round, game.table))
    )


def _open_game(round_: RoundState, table: TableState, now: datetime) -> OpenGame:
    return OpenGame(
        round=round_.number,
        table=table.number,
        players=table.players,
        standing=_game_standing(round_, table, now),
        deadline=deadline_of(round_, table),
        appointment=table.appointment,
        waiting=table.waiting,
        refused_replay=table.refused_replay,
        started_at=table.started_at,
    )


def _game_standing(round_: RoundState, table: TableState, now: datetime) -> GameStanding:
    until = deadline_of(round_, table)
    if until is not None and datetime.fromisoformat(until) < now:
        return GameStanding.OVERDUE
    if table.started_at is not None:
        paused = bool(table.pauses) and table.pauses[-1].ended_at is None
        return GameStanding.PAUSED if paused else GameStanding.RUNNING
    if table.waiting:
        return GameStanding.WAITING
    if table.delayed:
        return GameStanding.DELAYED
    return GameStanding.AGREED if table.appointment else GameStanding.SILENT


class ReminderKind(StrEnum):
    """What a reminder is about."""

    PUBLISHED = "published"
    THREE_DAYS = "deadline-72h"
    ONE_DAY = "deadline-24h"
    APPOINTMENT_DAY = "appointment-24h"
    APPOINTMENT_HOUR = "appointment-1h"
    OVERDUE = "overdue"
    """To the director."""
    PROPOSED = "proposed"
    ACCEPTED = "accepted"


class Reminder(StrictStruct, frozen=True, gc=False):
    """One message that is due to one person about one table."""

    round: int
    table: int
    player: PlayerId | None
    """None for a message to the director."""
    kind: ReminderKind
    due: str
    """The moment that it belongs to, so that a moved deadline reminds anew."""


BEFORE_DEADLINE = {
    ReminderKind.THREE_DAYS: timedelta(hours=72),
    ReminderKind.ONE_DAY: timedelta(hours=24),
}
BEFORE_APPOINTMENT = {
    ReminderKind.APPOINTMENT_DAY: timedelta(hours=24),
    ReminderKind.APPOINTMENT_HOUR: timedelta(hours=1),
}


def reminders_due(state: LogState, *, now: datetime) -> tuple[Reminder, ...]:
    """Return what people are to be told by now; whether they were is not known here.

    Of two reminders of the same moment that are both due, the later one is enough.
    """
    due: list[Reminder] = []
    for round_ in state.played:
        if round_.published_at is None:
            continue
        moments: dict[str | None, Moments | None] = {}
        """What a deadline asks for: most tables of a round share theirs."""
        for table in round_.tables.values():
            if table.settled:
                continue
            until = deadline_of(round_, table)
            if until not in moments:
                moments[until] = _deadline_reminder(round_.published_at, until, now)
            due += _table_reminders(round_, table, moments[until], now)
    return tuple(due)


def _deadline_reminder(published: str, until: str | None, now: datetime) -> Moments | None:
    """Return what is due before a deadline; None where it has passed."""
    if until is None:
        return [(ReminderKind.PUBLISHED, published)]
    if now >= datetime.fromisoformat(until):
        return None
    return [(ReminderKind.PUBLISHED, published), *_latest(BEFORE_DEADLINE, until, now)]


def _table_reminders(
    round_: RoundState, table: TableState, moments: Moments | None, now: datetime
) -> list[Reminder]:
    if moments is None:
        overdue = Reminder(
            round=round_.number,
            table=table.number,
            player=None,
            kind=ReminderKind.OVERDUE,
            due=str(deadline_of(round_, table)),
        )
        return [overdue]
    if table.appointment is not None and table.started_at is None:
        moments = [*moments, *_latest(BEFORE_APPOINTMENT, table.appointment, now)]
    return [
        Reminder(round=round_.number, table=table.number, player=player, kind=kind, due=moment)
        for player in table.players
        for kind, moment in moments
    ]


def _latest(
    steps: dict[ReminderKind, timedelta], moment: str, now: datetime
) -> list[tuple[ReminderKind, str]]:
    at = datetime.fromisoformat(moment)
    passed = [kind for kind, before in steps.items() if at - before <= now < at]
    return [(passed[-1], moment)] if passed else []


class GameTimer(StrictStruct, frozen=True):
    """How much of a game was played, and when time is called."""

    elapsed: timedelta
    running: bool
    ends_at: datetime | None
    """Nothing while it stands, or where there is no limit."""
    over: bool


def game_timer(table: TableState, *, minutes: int | None, now: datetime) -> GameTimer | None:
    """Return the timer of a table; None before the players start it (§13.3)."""
    if table.started_at is None:
        return None
    started = datetime.fromisoformat(table.started_at)
    paused = timedelta()
    running = True
    for pause in table.pauses:
        begin = max(datetime.fromisoformat(pause.began_at), started)
        end = datetime.fromisoformat(pause.ended_at) if pause.ended_at else None
        running = end is not None
        paused += max((end or now) - begin, timedelta())
    elapsed = max(now - started - paused, timedelta())
    if minutes is None:
        return GameTimer(elapsed=elapsed, running=running, ends_at=None, over=False)
    allowed = timedelta(minutes=minutes + table.extra_minutes)
    ends_at = started + allowed + paused if running else None
    return GameTimer(elapsed=elapsed, running=running, ends_at=ends_at, over=elapsed >= allowed)


def rulebook_digest(book: Rulebook) -> str:
    """Return the fingerprint of everything that a rulebook says, with its rulings."""
    values = msgspec.to_builtins(book, order="deterministic", str_keys=True)
    return hashlib.sha256(msgspec.json.encode(values)).hexdigest()


def document_pins(book: Rulebook, *, cards: str) -> dict[str, str]:
    """Return what the start of an event pins: rules, and card texts with bans."""
    return {"rulebook": rulebook_digest(book), "cards": cards}


def changed_documents(pinned: Mapping[str, str], present: Mapping[str, str]) -> tuple[str, ...]:
    """Return which documents are not those of the start any more."""
    return tuple(name for name, digest in pinned.items() if digest != present.get(name))
