"""What two players of an online game record themselves: appointment, timer, crash."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.state import LogState, Stage, with_table
from padd.core.eventlog.table import GamePause, PauseGround, TableState, no_such_table
from padd.core.messages import message
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite


def open_online_table(
    state: LogState, entry: LogEntry, number: int, table: int, *, settled: bool = False
) -> TableState | Refusal:
    """Return a table of a published round that the actor sits at, or staff.

    It is open, unless one that is settled will do too.
    """
    round_ = state.round(number)
    if round_ is None or round_.stage is Stage.DRAFT:
        return refused(
            "round-not-on", message("Round {number} is not published yet.", number=number)
        )
    found = round_.tables.get(table)
    if found is None:
        return no_such_table(number, table)
    if not entry.by.is_staff and entry.by.player not in found.players:
        return refused("not-your-table", message("Table {table} is not yours.", table=table))
    if found.settled and not settled:
        return refused("game-over", message("Table {table} has finished.", table=table))
    if not state.settings.online:
        return refused(
            "not-online",
            message("This is for online games only."),
            way_out=message("Players at a table have to ask the director."),
        )
    return found


def with_online_table(state: LogState, number: int, table: int, **changes: object) -> LogState:
    """Return the state with one table changed."""
    round_ = state.existing(number)
    changed = msgspec.structs.replace(round_.tables[table], **changes)
    return with_table(state, round_, changed)


class AppointmentSet(Action, frozen=True, kw_only=True, tag="table.appointment-set"):
    """Two players agree when to play."""

    by_players: ClassVar[bool] = True

    number: int
    table: int
    at: str

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse moments that have passed or lie behind the deadline."""
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        try:
            at = datetime.fromisoformat(self.at)
            past = at <= datetime.fromisoformat(entry.at)
        except (ValueError, TypeError):
            reason = message('"{at}" is not a date and time with its zone.', at=self.at)
            return refused("not-a-moment", reason)
        if past:
            return refused("appointment-past", message("An appointment must be in the future."))
        until = found.deadline or state.existing(self.number).deadline
        if until is not None and at > datetime.fromisoformat(until):
            return refused(
                "after-deadline",
                message("That is after the deadline of the round."),
                rule=cite(book, "online.extensions"),
                way_out=message("Choose an earlier time, or ask for an extension."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep the appointment; nobody waits for an earlier one."""
        del entry, book
        return with_online_table(state, self.number, self.table, appointment=self.at, waiting={})


class PlayerWaiting(Action, frozen=True, kw_only=True, tag="table.waiting"):
    """A player is there and waits for the other one."""

    by_players: ClassVar[bool] = True

    number: int
    table: int

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it of somebody else, and once the game is on."""
        del book
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if entry.by.player not in found.players:
            return refused(
                "not-your-table", message("Only a player of this table can report waiting.")
            )
        if found.started_at is not None:
            return refused("game-started", message("This game has already started."))
        if entry.by.player in found.waiting:
            return refused("waiting", message("You are already waiting."))
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Note since when the player is there."""
        del book
        table = state.existing(self.number).tables[self.table]
        if entry.by.player is None:
            return state
        waiting = {**table.waiting, entry.by.player: entry.at}
        return with_online_table(state, self.number, self.table, waiting=waiting)


class GamePaused(Action, frozen=True, kw_only=True, tag="table.game-paused"):
    """A game is paused, for a ruling or after a crash."""

    by_players: ClassVar[bool] = True

    number: int
    table: int
    ground: PauseGround = PauseGround.RULING

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it where no game is on, or it stands already."""
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if found.started_at is None or found.paused:
            return refused(
                "not-running",
                message("There is no game to pause."),
                rule=cite(book, "online.rulings"),
                way_out=message("Start the game first."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Begin a pause."""
        del book
        table = state.existing(self.number).tables[self.table]
        pause = GamePause(began_at=entry.at, ground=self.ground)
        pauses = (*table.pauses, pause)
        return with_online_table(state, self.number, self.table, pauses=pauses)


class GameResumed(Action, frozen=True, kw_only=True, tag="table.game-resumed"):
    """The game resumes from the save."""

    by_players: ClassVar[bool] = True

    number: int
    table: int

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it where nothing stands still."""
        del book
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if not found.paused:
            return refused("not-paused", message("The game is not paused."))
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """End the pause; its time does not count."""
        del book
        table = state.existing(self.number).tables[self.table]
        if not table.pauses:
            return state
        last = msgspec.structs.replace(table.pauses[-1], ended_at=entry.at)
        pauses = (*table.pauses[:-1], last)
        return with_online_table(state, self.number, self.table, pauses=pauses)


class GameRestarted(Action, frozen=True, kw_only=True, tag="table.game-restarted"):
    """There is no save: the game is replayed from the beginning."""

    by_players: ClassVar[bool] = True

    number: int
    table: int

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it before a game, and after somebody refused to replay."""
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if found.started_at is None:
            return refused("not-running", message("There is no game to replay."))
        if found.refused_replay:
            return refused(
                "replay-refused",
                message("A player refused to replay; the director decides."),
                rule=cite(book, "online.refusing_replay"),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Start the timer anew."""
        del book
        return with_online_table(state, self.number, self.table, started_at=entry.at, pauses=())


class ReplayRefused(Action, frozen=True, kw_only=True, tag="table.replay-refused"):
    """A player does not want to replay; that makes the player responsible (§13.6)."""

    by_players: ClassVar[bool] = True

    number: int
    table: int

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it of somebody else, and before a game."""
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if entry.by.player not in found.players:
            return refused(
                "not-your-table", message("Only a player of the table can refuse a replay.")
            )
        if found.started_at is None or entry.by.player in found.refused_replay:
            return refused(
                "not-running",
                message("There is no replay to refuse."),
                rule=cite(book, "online.crash"),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep who refused; what follows from it is the director's word."""
        del book
        table = state.existing(self.number).tables[self.table]
        if entry.by.player is None:
            return state
        refusing = (*table.refused_replay, entry.by.player)
        return with_online_table(state, self.number, self.table, refused_replay=refusing)
