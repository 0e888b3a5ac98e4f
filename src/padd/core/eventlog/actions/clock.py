"""The clock of a round: started, stopped, warned, and extra time for a table."""

from __future__ import annotations

from abc import abstractmethod
from datetime import datetime
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.state.event_state import (
    Clock,
    LogState,
    RoundState,
    Stage,
    with_round,
    with_table,
)
from padd.core.eventlog.state.pods import rounds_together
from padd.core.eventlog.state.table import no_such_table_refusal
from padd.core.eventlog.state.way_of_play import extension_objection
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite


def round_being_played(state: LogState, number: int) -> RoundState | Refusal:
    """Return the round that is on, or say that it is another one."""
    round_ = state.round(number)
    if round_ is not None and round_.stage is Stage.PUBLISHED:
        return round_
    over = round_ is not None and round_.stage is Stage.CLOSED
    words = "is over" if over else "is not published"
    return Refusal("round-not-on", message("Round {number} {words}.", number=number, words=words))


def _with_clock(state: LogState, number: int, clock: Clock) -> LogState:
    """Set the clock of a round; rounds published together have one."""
    for round_ in rounds_together(state, state.existing(number)):
        state = with_round(state, msgspec.structs.replace(round_, clock=clock))
    return state


def _with_table_changed(state: LogState, number: int, table: int, **changes: str | int) -> LogState:
    """Change a table of a round, and of the rounds published with it."""
    for round_ in rounds_together(state, state.existing(number)):
        if table in round_.tables:
            here = msgspec.structs.replace(round_.tables[table], **changes)
            state = with_table(state, round_, here)
    return state


class ClockStarted(Action, frozen=True, kw_only=True, tag="clock.started"):
    """The clock starts; publishing a round does not start it."""

    number: Annotated[int, Meta(description="The number of the round.")]
    minutes: Annotated[int | None, Meta(description="The time limit of a round, in minutes.")] = (
        None
    )

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse a clock that runs already, and limits below the least."""
        round_ = round_being_played(state, self.number)
        if isinstance(round_, Refusal):
            return round_
        if round_.clock.started_at is not None:
            reason = message(
                "The clock of round {number} has already been started.", number=self.number
            )
            return Refusal("clock-started", reason)
        if self.minutes is None or self.minutes == state.minutes:
            return None
        final = self.number >= state.settings.rounds_planned
        if self.minutes > 0 and final and book.time.final_round_shorter:
            return None
        if self.minutes < 1 or not entry.reason.strip():
            return Refusal(
                "other-limit",
                message(
                    "A round of this event lasts {minutes} minutes, not {wanted}.",
                    minutes=str(state.minutes),
                    wanted=self.minutes,
                ),
                rule=cite(book, "time.in_person.editions"),
                way_out=message("Give a reason for this round’s different time limit."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Start it."""
        minutes = state.minutes if self.minutes is None else self.minutes
        return _with_clock(state, self.number, Clock(minutes=minutes, started_at=entry.at))


class _ClockAction(Action, frozen=True, kw_only=True):
    """Something done to a clock that was started."""

    number: Annotated[int, Meta(description="The number of the round.")]

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it while no clock runs."""
        round_ = round_being_played(state, self.number)
        if isinstance(round_, Refusal):
            return round_
        clock = round_.clock
        if clock.started_at is None or clock.ended_at is not None:
            words = "has ended" if clock.ended_at else "was not started"
            reason = message(
                "The clock of round {number} {words}.", number=self.number, words=words
            )
            return Refusal("clock-not-running", reason)
        return self._clock_objection(clock)

    def _clock_objection(self, _clock: Clock) -> Refusal | None:
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Change the clock."""
        round_ = state.existing(self.number)
        return _with_clock(state, self.number, self._after(round_.clock, entry.at))

    @abstractmethod
    def _after(self, clock: Clock, at: str) -> Clock:
        """Return the clock after this act."""


def resumed_clock(clock: Clock, at: str) -> Clock:
    """Return a clock that goes on, with the time it stood.

    Where the computer's clock was set back meanwhile, that is less than nothing: the
    round has as much time left as before.
    """
    if clock.paused_at is None:
        return clock
    stood = datetime.fromisoformat(at) - datetime.fromisoformat(clock.paused_at)
    seconds = clock.paused_seconds + round(stood.total_seconds())
    return msgspec.structs.replace(clock, paused_at=None, paused_seconds=seconds)


class ClockPaused(_ClockAction, frozen=True, kw_only=True, tag="clock.paused"):
    """The clock is paused for everyone."""

    def _clock_objection(self, clock: Clock) -> Refusal | None:
        if clock.paused_at is None:
            return None
        return Refusal("clock-paused", message("The clock is already paused."))

    def _after(self, clock: Clock, at: str) -> Clock:
        return msgspec.structs.replace(clock, paused_at=at)


class ClockResumed(_ClockAction, frozen=True, kw_only=True, tag="clock.resumed"):
    """The clock resumes."""

    def _clock_objection(self, clock: Clock) -> Refusal | None:
        if clock.paused_at is not None:
            return None
        return Refusal("clock-running", message("The clock is running."))

    def _after(self, clock: Clock, at: str) -> Clock:
        return resumed_clock(clock, at)


class ClockWarned(_ClockAction, frozen=True, kw_only=True, tag="clock.warned"):
    """The time left was announced (§7.3)."""

    minutes_left: Annotated[int | None, Meta(description="Minutes left.")] = None

    def _after(self, clock: Clock, at: str) -> Clock:
        return msgspec.structs.replace(clock, warned_at=(*clock.warned_at, at))


class ClockExtended(_ClockAction, frozen=True, kw_only=True, tag="clock.extended"):
    """More minutes for every table of the round (§7.3)."""

    minutes: Annotated[int, Meta(description="How many minutes are added.")]

    def _clock_objection(self, clock: Clock) -> Refusal | None:
        if clock.minutes is not None and self.minutes > 0:
            return None
        return Refusal("no-minutes", message("Extra time must be at least 1 minute."))

    def _after(self, clock: Clock, _at: str) -> Clock:
        minutes = (clock.minutes or 0) + self.minutes
        return msgspec.structs.replace(clock, minutes=minutes)


class ClockEnded(_ClockAction, frozen=True, kw_only=True, tag="clock.ended"):
    """Time was called."""

    def _after(self, clock: Clock, at: str) -> Clock:
        return msgspec.structs.replace(resumed_clock(clock, at), ended_at=at)


class ExtraTimeGiven(Action, frozen=True, kw_only=True, tag="table.extra-time"):
    """More minutes for one table, at the director's discretion (§7.3)."""

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    minutes: Annotated[int, Meta(description="How many minutes.")]

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it for games that are over."""
        round_ = round_being_played(state, self.number)
        if isinstance(round_, Refusal):
            return round_
        table = round_.tables.get(self.table)
        if table is None:
            return no_such_table_refusal(self.number, self.table)
        if table.saved:
            return Refusal("game-over", message("Table {table} has finished.", table=self.table))
        if table.extra_minutes + self.minutes < 0 or self.minutes == 0:
            return Refusal("no-minutes", message("Extra time must be at least 1 minute."))
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Add the minutes; less than none takes some back."""
        given = state.existing(self.number).tables[self.table].extra_minutes
        return _with_table_changed(
            state, self.number, self.table, extra_minutes=given + self.minutes
        )


class GameStarted(Action, frozen=True, kw_only=True, tag="table.game-started"):
    """Two players start their own timer (online, §13.3)."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it at another's table, and a second time."""
        round_ = state.round(self.number)
        if round_ is None or round_.stage is Stage.DRAFT:
            return Refusal(
                "round-not-on", message("Round {number} is not published yet.", number=self.number)
            )
        table = round_.tables.get(self.table)
        if table is None:
            return no_such_table_refusal(self.number, self.table)
        if not entry.by.is_staff and entry.by.player not in table.players:
            return Refusal(
                "not-your-table", message("Table {table} is not yours.", table=self.table)
            )
        if table.started_at is not None or table.settled:
            return Refusal("game-started", message("This game has already started."))
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Note when the game began."""
        return _with_table_changed(state, self.number, self.table, started_at=entry.at)


def deadline_objection(until: str, at: str) -> Refusal | None:
    """Refuse a deadline that is no moment, or has passed."""
    try:
        late = datetime.fromisoformat(until) <= datetime.fromisoformat(at)
    except (ValueError, TypeError):
        reason = message('"{until}" is not a date and time with its zone.', until=until)
        return Refusal("not-a-moment", reason)
    return Refusal("deadline-past", message("A deadline must be in the future.")) if late else None


class DeadlineExtended(Action, frozen=True, kw_only=True, tag="round.deadline-extended"):
    """A round, or one table of it, has until then (online, §13.4)."""

    number: Annotated[int, Meta(description="The number of the round.")]
    until: Annotated[str, Meta(description="The new deadline, in UTC.")]
    table: Annotated[int | None, Meta(description="The number of the table.")] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse moments that have passed, and games that are over."""
        round_ = state.round(self.number)
        if round_ is None or round_.stage is Stage.DRAFT:
            return Refusal(
                "round-not-on", message("Round {number} is not published yet.", number=self.number)
            )
        announced = extension_objection(state.way_of_play, self.number, book)
        if announced is not None or self.table is None:
            return announced or deadline_objection(self.until, entry.at)
        table = round_.tables.get(self.table)
        if table is None:
            return no_such_table_refusal(self.number, self.table)
        if table.settled:
            return Refusal("game-over", message("Table {table} has finished.", table=self.table))
        return deadline_objection(self.until, entry.at)

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Move the deadline."""
        if self.table is not None:
            return _with_table_changed(state, self.number, self.table, deadline=self.until)
        for round_ in rounds_together(state, state.existing(self.number)):
            moved = msgspec.structs.replace(round_, deadline=self.until)
            state = with_round(state, moved)
        return state
