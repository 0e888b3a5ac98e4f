"""Online games: settings, appointments, pauses, records of play."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.state.event_state import LogState, Stage, with_table
from padd.core.eventlog.state.table import GamePause, PauseGround, TableState, no_such_table_refusal
from padd.core.eventlog.state.way_of_play import WayOfPlay, way_of_play_objection
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite


def open_online_table(
    state: LogState, entry: LogEntry, number: int, table: int, *, settled: bool = False
) -> TableState | Refusal:
    """Return a table of a published round that the actor sits at, or staff.

    It is open, unless one that is settled will do too.
    """
    round_ = state.round(number)
    if round_ is None or round_.stage is Stage.DRAFT:
        return Refusal(
            "round-not-on", message("Round {number} is not published yet.", number=number)
        )
    found = round_.tables.get(table)
    if found is None:
        return no_such_table_refusal(number, table)
    if not entry.by.is_staff and entry.by.player not in found.players:
        return Refusal("not-your-table", message("Table {table} is not yours.", table=table))
    if found.settled and not settled:
        return Refusal("game-over", message("Table {table} has finished.", table=table))
    if not state.settings.online:
        return Refusal(
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

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    at: Annotated[str, Meta(description="The moment, in UTC.")]

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
            return Refusal("not-a-moment", reason)
        if past:
            return Refusal("appointment-past", message("An appointment must be in the future."))
        until = found.deadline or state.existing(self.number).deadline
        if until is not None and at > datetime.fromisoformat(until):
            return Refusal(
                "after-deadline",
                message("That is after the deadline of the round."),
                rule=cite(book, "online.extensions"),
                way_out=message("Choose an earlier time, or ask for an extension."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Store the appointment; waiting for an earlier one ends."""
        return with_online_table(state, self.number, self.table, appointment=self.at, waiting={})


class PlayerWaiting(Action, frozen=True, kw_only=True, tag="table.waiting"):
    """A player is there and waits for the other one."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it of other people, and once the game has begun."""
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if entry.by.player not in found.players:
            return Refusal(
                "not-your-table", message("Only a player of this table can report waiting.")
            )
        if found.started_at is not None:
            return Refusal("game-started", message("This game has already started."))
        if entry.by.player in found.waiting:
            return Refusal("waiting", message("You are already waiting."))
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Note since when the player is there."""
        table = state.existing(self.number).tables[self.table]
        if entry.by.player is None:
            return state
        waiting = {**table.waiting, entry.by.player: entry.at}
        return with_online_table(state, self.number, self.table, waiting=waiting)


class GamePaused(Action, frozen=True, kw_only=True, tag="table.game-paused"):
    """A game is paused, for a ruling or after a crash."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    ground: Annotated[PauseGround, Meta(description="The reason.")] = PauseGround.RULING

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it where no game is on, or it stands already."""
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if found.started_at is None or found.paused:
            return Refusal(
                "not-running",
                message("There is no game to pause."),
                rule=cite(book, "online.rulings"),
                way_out=message("Start the game first."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Begin a pause."""
        table = state.existing(self.number).tables[self.table]
        pause = GamePause(began_at=entry.at, ground=self.ground)
        pauses = (*table.pauses, pause)
        return with_online_table(state, self.number, self.table, pauses=pauses)


class GameResumed(Action, frozen=True, kw_only=True, tag="table.game-resumed"):
    """The game resumes from the save."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse it where nothing stands still."""
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if not found.paused:
            return Refusal("not-paused", message("The game is not paused."))
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """End the pause; its time does not count."""
        table = state.existing(self.number).tables[self.table]
        if not table.pauses:
            return state
        last = msgspec.structs.replace(table.pauses[-1], ended_at=entry.at)
        pauses = (*table.pauses[:-1], last)
        return with_online_table(state, self.number, self.table, pauses=pauses)


class GameRestarted(Action, frozen=True, kw_only=True, tag="table.game-restarted"):
    """There is no save: the game is replayed from the beginning."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it before a game, and after a player refused to replay."""
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if found.started_at is None:
            return Refusal("not-running", message("There is no game to replay."))
        if found.refused_replay:
            return Refusal(
                "replay-refused",
                message("A player refused to replay; the director decides."),
                rule=cite(book, "online.refusing_replay"),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Start the timer anew."""
        return with_online_table(state, self.number, self.table, started_at=entry.at, pauses=())


class ReplayRefused(Action, frozen=True, kw_only=True, tag="table.replay-refused"):
    """A player does not want to replay; that makes the player responsible (§13.6)."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it of other people, and before a game."""
        found = open_online_table(state, entry, self.number, self.table)
        if isinstance(found, Refusal):
            return found
        if entry.by.player not in found.players:
            return Refusal(
                "not-your-table", message("Only a player of the table can refuse a replay.")
            )
        if found.started_at is None or entry.by.player in found.refused_replay:
            return Refusal(
                "not-running",
                message("There is no replay to refuse."),
                rule=cite(book, "online.crash"),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep who refused; what follows from it is the director's word."""
        table = state.existing(self.number).tables[self.table]
        if entry.by.player is None:
            return state
        refusing = (*table.refused_replay, entry.by.player)
        return with_online_table(state, self.number, self.table, refused_replay=refusing)


LONGEST_ROUND: Final = 60
MOST_RECORDS: Final = 10
LINK: Final = re.compile(r"https?://[^\s<>\"]{4,490}")
SHA256: Final = re.compile(r"[0-9a-f]{64}")
Short = Annotated[str, msgspec.Meta(max_length=60)]


class OnlinePlayAnnounced(Action, frozen=True, kw_only=True, tag="online.announced"):
    """How the games are played, how long rounds last, whether deadlines stay."""

    software: Annotated[Short, Meta(description="What it is played with.")]
    plugin: Annotated[Short, Meta(description="The plugin used online.")] = ""
    version: Annotated[Short, Meta(description="The version of the plugin.")] = ""
    voice: Annotated[Short, Meta(description="The voice channel.")] = ""
    round_days: Annotated[int | None, Meta(description="Days for each round.")] = None
    no_extensions: Annotated[bool, Meta(description="Whether no time can be added.")] = False

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it in a room, and another way of play without a reason."""
        if not state.settings.online:
            return Refusal("not-online", message("This is for online events only."))
        if self.round_days is not None and not 1 <= self.round_days <= LONGEST_ROUND:
            return Refusal(
                "out-of-range", message("A round can last 1 to {most} days.", most=LONGEST_ROUND)
            )
        return way_of_play_objection(self.software, self.voice, entry.reason, book)

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep it; that deadlines stay holds for rounds that are not published yet."""
        before = state.way_of_play
        since = before.no_extensions_from if before is not None else None
        coming = len(state.played) + 1
        way = WayOfPlay(
            software=self.software,
            plugin=self.plugin,
            version=self.version,
            voice=self.voice,
            round_days=self.round_days,
            no_extensions_from=(since or coming) if self.no_extensions else None,
        )
        return msgspec.structs.replace(state, way_of_play=way)


class PlayRecordKept(Action, frozen=True, kw_only=True, tag="table.play-record-kept"):
    """A record of an online game: its address, or the fingerprint of its file."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    link: Annotated[str, msgspec.Meta(max_length=500, description="Where to find it.")] = ""
    sha256: Annotated[str, msgspec.Meta(max_length=64, description="The SHA-256 of the file.")] = ""

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse what is neither an address nor a fingerprint."""
        found = open_online_table(state, entry, self.number, self.table, settled=True)
        if isinstance(found, Refusal):
            return found
        if len(found.play_records) >= MOST_RECORDS:
            return Refusal(
                "too-many-records", message("A game has at most {most} records.", most=MOST_RECORDS)
            )
        good = LINK.fullmatch(self.link) if self.link else SHA256.fullmatch(self.sha256)
        if good is None or (self.link and self.sha256):
            return Refusal(
                "record-unclear", message("Give a web address, or the SHA-256 of the saved game.")
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the record with the table."""
        table = state.existing(self.number).tables[self.table]
        records = (*table.play_records, self.link or f"sha256:{self.sha256}")
        return with_online_table(state, self.number, self.table, play_records=records)
