"""One table of a round: who sits there, what was claimed, what counts."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.eventlog.state.actor import LogActor
from padd.core.eventlog.state.seeding import SeedingState
from padd.core.messages import message
from padd.core.model import Ending, Game, Match, Missions, PlayerId, Pod, StrictStruct
from padd.core.refusal import Refusal


class GameOutcome(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """How a game ended, in the words of the event file, without its players."""

    ending: Annotated[Ending | None, Meta(description="How the game ended.")] = None
    winner: Annotated[PlayerId | None, Meta(description="The id of the winner.")] = None
    scores: Annotated[
        tuple[int, int] | None,
        msgspec.Meta(
            description="In the order of the players of the table, as are bonus and missions."
        ),
    ] = None
    bonus: Annotated[
        tuple[int, int] | None, Meta(description="Bonus points, in the order of the players.")
    ] = None
    missions: Annotated[
        tuple[Missions, Missions] | None,
        Meta(description="The missions completed, in the order of the players."),
    ] = None
    responsible: Annotated[
        tuple[PlayerId, ...] | None, Meta(description="Who was responsible, by their ids.")
    ] = None
    absent: Annotated[
        tuple[PlayerId, ...] | None, Meta(description="The absent players, by their ids.")
    ] = None
    flat: Annotated[bool, Meta(description="Whether the margin is flat.")] = False
    games: Annotated[tuple[Game, ...] | None, Meta(description="The games.")] = None
    first_player: Annotated[
        PlayerId | None, Meta(description="The id of the player who went first.")
    ] = None
    note: Annotated[str | None, Meta(description="A staff note.")] = None


def outcome_of_match(match: Match) -> GameOutcome:
    """Return how a match ended."""
    return GameOutcome(
        ending=match.ending,
        winner=match.winner,
        scores=match.scores,
        bonus=match.bonus,
        missions=match.missions,
        responsible=match.responsible,
        absent=match.absent,
        flat=match.flat,
        games=match.games,
        first_player=match.first_player,
        note=match.note,
    )


def match_with_outcome(match: Match, outcome: GameOutcome) -> Match:
    """Return a match with another outcome."""
    return Match(
        players=match.players,
        table=match.table,
        ending=outcome.ending,
        winner=outcome.winner,
        scores=outcome.scores,
        bonus=outcome.bonus,
        missions=outcome.missions,
        responsible=outcome.responsible,
        absent=outcome.absent,
        flat=outcome.flat,
        games=outcome.games,
        first_player=outcome.first_player,
        note=outcome.note,
    )


class ResultStatus(StrEnum):
    """How far a table is."""

    DRAFT = "draft"
    PUBLISHED = "published"
    PLAYING = "playing"
    REPORTED = "reported"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    DELAYED = "delayed"


class ResultClaim(StrictStruct, frozen=True, kw_only=True):
    """What a player says about a game; it counts once both agree."""

    player: PlayerId
    match: Match | None = None
    pod: Pod | None = None
    at: str

    @property
    def said(self) -> Match:
        """The claim about a game of two."""
        if self.match is None:
            reason = message("{player} reported a pod.", player=self.player)
            raise LookupError(reason)
        return self.match


class ResultSource(StrEnum):
    """By what a result came to count."""

    AGREED = "agreed"
    ENTERED = "entered"
    DECIDED = "decided"
    CORRECTED = "corrected"
    DROP = "drop"
    PENALTY = "penalty"


class SavedResult(StrictStruct, frozen=True, kw_only=True):
    """One time that a result was written down, by whom and why."""

    sequence: int
    at: str
    by: LogActor
    how: ResultSource
    before: Match | Pod | None = None
    reason: str = ""


class ResponsibilityFinding(StrEnum):
    """Who was responsible that an online game was not played (§13.5)."""

    ONE = "one"
    BOTH = "both"
    NEITHER = "neither"
    UNCLEAR = "unclear"


class PauseGround(StrEnum):
    """Why an online game is paused."""

    RULING = "ruling"
    CRASH = "crash"


class GamePause(StrictStruct, frozen=True, kw_only=True):
    """A time in which an online game stood still."""

    began_at: str
    ended_at: str | None = None
    ground: PauseGround = PauseGround.RULING


class TableState(StrictStruct, frozen=True, kw_only=True):
    """Two players, or a pod, with everything that was said about their game."""

    number: int
    match: Match | None = None
    pod: Pod | None = None
    claims: tuple[ResultClaim, ...] = ()
    disputed: bool = False
    saved: tuple[SavedResult, ...] = ()
    """Every result that counted, the latest last; empty until there is one."""
    extra_minutes: int = 0
    started_at: str | None = None
    """When the players themselves started their timer (online)."""
    deadline: str | None = None
    appointment: str | None = None
    """When the players of an online game agreed to play."""
    waiting: dict[PlayerId, str] = msgspec.field(default_factory=dict)
    """Who is there and waits for the other, and since when."""
    pauses: tuple[GamePause, ...] = ()
    refused_replay: tuple[PlayerId, ...] = ()
    """Who did not want to replay after a crash."""
    play_records: tuple[str, ...] = ()
    """Where the game can be seen again: addresses, or fingerprints of saved games."""
    finding: ResponsibilityFinding | None = None
    """What the director found on who was responsible."""
    keeper: PlayerId | None = None
    """Who of a pod keeps the score."""
    seeding: SeedingState = SeedingState()

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Who sits at the table."""
        if self.match is not None:
            return self.match.players
        return self.pod.players if self.pod is not None else ()

    @property
    def game(self) -> Match:
        """The match at a table of which the log says that two play there."""
        if self.match is None:
            reason = message("Table {number} is a pod.", number=self.number)
            raise LookupError(reason)
        return self.match

    @property
    def paused(self) -> bool:
        """Whether an online game stands still."""
        return bool(self.pauses) and self.pauses[-1].ended_at is None

    @property
    def delayed(self) -> bool:
        """Whether the result is to come later than the round."""
        return self.match is not None and self.match.ending is Ending.DELAYED

    @property
    def settled(self) -> bool:
        """Whether a result counts."""
        return bool(self.saved) and not self.delayed

    @property
    def open(self) -> bool:
        """Whether a result is missing and the game is not put off."""
        return not self.saved

    def opponent_of(self, player: PlayerId) -> PlayerId | None:
        """Return the other player of a match."""
        return None if self.match is None else self.match.opponent_of(player)


def save_to_table(table: TableState, played: Match | Pod, saved: SavedResult) -> TableState:
    """Return the table with a result that counts."""
    before = table.match if table.match is not None else table.pod
    result = msgspec.structs.replace(saved, before=before if table.saved else None)
    return msgspec.structs.replace(
        table,
        match=played if isinstance(played, Match) else None,
        pod=played if isinstance(played, Pod) else None,
        disputed=False,
        saved=(*table.saved, result),
    )


def no_such_table_refusal(number: int, table: int) -> Refusal:
    """Say that a round has no such table."""
    return Refusal(
        "no-such-table", message("Round {number} has no table {table}.", number=number, table=table)
    )
