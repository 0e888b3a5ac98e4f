"""The state of an event: the fold of its log, as one immutable value."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

import msgspec

from padd.core.decks.event_decks import EventDecks
from padd.core.eventlog.state.actor import LogActor, Role
from padd.core.eventlog.state.scenario_state import ScenarioState
from padd.core.eventlog.state.table import ResultStatus, TableState
from padd.core.eventlog.state.way_of_play import WayOfPlay
from padd.core.limited.event_state import LimitedState
from padd.core.messages import message
from padd.core.model import Event, PlayerId, StrictStruct
from padd.core.text import name_shapes


class Presence(StrEnum):
    """Whether an entrant takes part."""

    ENTERED = "entered"
    HERE = "here"
    WITHDRAWN = "withdrawn"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"


TOOK_PART: Final = frozenset({Presence.HERE, Presence.DROPPED, Presence.DISQUALIFIED})


class EventPlayer(StrictStruct, frozen=True, kw_only=True):
    """A player of the event, and whether they are here."""

    id: PlayerId
    name: str
    handle: str = ""
    seed: int | None = None
    earned_byes: tuple[int, ...] = ()
    head_start: int = 0
    rights: tuple[str, ...] = ()
    """The rights of the ledger behind byes and head start."""
    table: int | None = None
    """The table at which the person always sits."""
    presence: Presence = Presence.ENTERED
    joined_round: int = 1
    dropped_after: int | None = None

    @property
    def took_part(self) -> bool:
        """Whether the entrant is, or was, in the event."""
        return self.presence in TOOK_PART

    def to_be_paired(self, number: int) -> bool:
        """Tell whether the entrant is to be in a round that is being drawn."""
        return self.presence is Presence.HERE and self.joined_round <= number


class Clock(StrictStruct, frozen=True, kw_only=True):
    """The clock of a round as facts; the reader supplies the current time."""

    minutes: int | None = None
    started_at: str | None = None
    paused_at: str | None = None
    paused_seconds: int = 0
    ended_at: str | None = None
    warned_at: tuple[str, ...] = ()

    @property
    def running(self) -> bool:
        """Whether time is passing."""
        return self.started_at is not None and self.paused_at is None and self.ended_at is None

    def ends_at(self, *, extra_minutes: int = 0) -> datetime | None:
        """Return when time is called, unless the clock stands or has no limit."""
        if self.started_at is None or self.minutes is None or self.paused_at:
            return None
        allowed = timedelta(minutes=self.minutes + extra_minutes)
        lost = timedelta(seconds=self.paused_seconds)
        return datetime.fromisoformat(self.started_at) + allowed + lost


class Stage(StrEnum):
    """How far a round is."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class RoundState(StrictStruct, frozen=True, kw_only=True):
    """One round: its tables, who has no table, and its clock."""

    number: int
    stage: Stage = Stage.DRAFT
    tables: dict[int, TableState]
    seats: dict[PlayerId, int]
    """At which table every player sits who plays."""
    byes: tuple[PlayerId, ...] = ()
    earned_byes: tuple[PlayerId, ...] = ()
    missed: tuple[PlayerId, ...] = ()
    draw: dict[str, Any] | None = None
    clock: Clock = Clock()
    deadline: str | None = None
    published_at: str | None = None
    match_rounds: tuple[int, int] | None = None
    """The first and last round of a Tribbles match published as one."""

    @property
    def named(self) -> frozenset[PlayerId]:
        """Every player who plays or has a bye."""
        return frozenset({*self.seats, *self.byes, *self.earned_byes})

    def begun(self, table: TableState) -> bool:
        """Tell whether play at a table has begun."""
        if self.stage is Stage.DRAFT:
            return False
        started = self.clock.started_at is not None or table.started_at is not None
        return started or bool(table.claims or table.saved)

    def status(self, table: TableState) -> ResultStatus:
        """Return how far a table is."""
        if self.stage is Stage.DRAFT:
            return ResultStatus.DRAFT
        if table.settled:
            return ResultStatus.CONFIRMED
        if table.disputed:
            return ResultStatus.DISPUTED
        if table.claims:
            return ResultStatus.REPORTED
        if table.delayed:
            return ResultStatus.DELAYED
        return ResultStatus.PLAYING if self.begun(table) else ResultStatus.PUBLISHED


class Staff(StrictStruct, frozen=True, kw_only=True):
    """One of those who run the event, and who the person is among the players."""

    role: Role
    person: str
    player: PlayerId | None = None


class DirectorPlayApproval(StrictStruct, frozen=True, kw_only=True):
    """Who approved that the director plays."""

    player: PlayerId
    approved_by: tuple[PlayerId, ...]
    at: str


class Effect(StrEnum):
    """What a penalty does to the games of a player."""

    NONE = "none"
    TURN_LOSS = "turn-loss"
    GAME_LOSS = "game-loss"
    GAME_LOSS_PENDING = "game-loss-pending"
    DISQUALIFICATION = "disqualification"


class GivenPenalty(StrictStruct, frozen=True, kw_only=True):
    """A penalty as it was given, and in which round it stands on the scorecard."""

    sequence: int
    at: str
    by: LogActor
    player: PlayerId
    level: int
    infraction: str | None = None
    intent: bool = False
    before_start: bool = False
    what: str = ""
    effect: Effect = Effect.NONE
    round: int | None = None


class RoundsChange(StrictStruct, frozen=True, kw_only=True):
    """Another number of rounds: who, when, on what ground (REG-42)."""

    at: str
    by: LogActor
    before: int
    after: int
    ground: str
    agreed: tuple[PlayerId, ...] = ()
    reason: str = ""


class LogNote(StrictStruct, frozen=True, kw_only=True):
    """Anything worth remembering."""

    at: str
    by: LogActor
    text: str
    player: PlayerId | None = None
    round: int | None = None
    table: int | None = None


class GivenPrize(StrictStruct, frozen=True, kw_only=True):
    """A prize that was handed out."""

    player: PlayerId
    what: str


class LogState(StrictStruct, frozen=True, kw_only=True):
    """Everything that the console, the phones and the wall need to know."""

    event: Event | None = None
    """The settings, with neither players nor rounds."""
    rulings: tuple[str, ...] = ()
    minutes: int | None = None
    final_planned: bool = False
    round_robin: bool = False
    """Whether Swiss rounds are paired so that every player meets every other."""
    players: dict[PlayerId, EventPlayer] = msgspec.field(default_factory=dict)
    staff: tuple[Staff, ...] = ()
    approval: DirectorPlayApproval | None = None
    rounds: tuple[RoundState, ...] = ()
    penalties: tuple[GivenPenalty, ...] = ()
    rounds_changes: tuple[RoundsChange, ...] = ()
    notes: tuple[LogNote, ...] = ()
    prizes: tuple[GivenPrize, ...] = ()
    cut_after: int | None = None
    """The last Swiss round, once the cut has started."""
    scenario: ScenarioState = ScenarioState()
    finished_at: str | None = None
    reopened: tuple[str, ...] = ()
    """When the event was opened again after its end."""
    filming: bool = False
    """Whether the director allows matches to be filmed."""
    film_agreed: tuple[PlayerId, ...] = ()
    """Who agreed to being filmed and published."""
    limited: LimitedState | None = None
    """How far the draft or sealed play is, if the event has a plan for it."""
    decks: EventDecks | None = None
    """Which decks are registered, and by which card data they are judged."""
    way_of_play: WayOfPlay | None = None
    """How an online event is played, once it is announced."""
    pins: dict[str, str] = msgspec.field(default_factory=dict)
    """Fingerprints of the documents that hold to the end (§13.2)."""

    @property
    def phase(self) -> Phase:
        """How far the event is, as far as it decides what may be done."""
        if self.event is None:
            return Phase.NEW
        if self.event.reported is not None:
            return Phase.REPORTED
        return Phase.OPEN if self.finished_at is None else Phase.FINISHED

    @property
    def settings(self) -> Event:
        """The settings of an event that has been opened."""
        if self.event is None:
            reason = message("The event has not been opened.")
            raise LookupError(reason)
        return self.event

    def settings_of(self, number: int) -> Event:
        """Return what a round is played by: the settings, or those of the cut."""
        event = self.settings
        if not event.stages:
            return event
        in_cut = self.cut_after is not None and number > self.cut_after
        style = event.stages[0].pairing_style if in_cut else event.pairing_style
        return msgspec.structs.replace(event, pairing_style=style, stages=None)

    @property
    def current(self) -> RoundState | None:
        """The latest round; of a match published as one, that of the slowest pod."""
        last = self.rounds[-1] if self.rounds else None
        if last is None or last.match_rounds is None:
            return last
        return next(
            (
                round_
                for round_ in self.rounds
                if round_.match_rounds == last.match_rounds
                and any(table.open for table in round_.tables.values())
            ),
            last,
        )

    @property
    def draft(self) -> RoundState | None:
        """The round that only the staff can see, if there is one."""
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and last.stage is Stage.DRAFT else None

    @property
    def played(self) -> tuple[RoundState, ...]:
        """The rounds that the room knows of."""
        return self.rounds if self.draft is None else self.rounds[:-1]

    @property
    def begun(self) -> bool:
        """Whether the first round was published."""
        return bool(self.played)

    def name(self, player: PlayerId) -> str:
        """Return what a player is called."""
        player_state = self.players.get(player)
        return player if player_state is None else player_state.name or player_state.id

    def round(self, number: int) -> RoundState | None:
        """Return the round with this number."""
        first = self.rounds[0].number if self.rounds else 1
        index = number - first
        return self.rounds[index] if 0 <= index < len(self.rounds) else None

    def existing(self, number: int) -> RoundState:
        """Return a round of which the log says that it is there."""
        round_ = self.round(number)
        if round_ is None:
            reason = message("There is no round {number}.", number=number)
            raise LookupError(reason)
        return round_

    def player_of_staff(self, staff: Staff) -> PlayerId | None:
        """Return the player that a staff member is, if any.

        Staff without a noted player are known by the id, or by a handle or name that is
        written alike.
        """
        if staff.player is not None or staff.person in self.players:
            return staff.player or PlayerId(staff.person)
        return self.player_called(staff.person)

    def player_called(self, *names: str) -> PlayerId | None:
        """Return the player whose handle, or name where there is none, is one of some.

        A handle identifies a person, so a namesake with another handle is another person.
        """
        shapes = frozenset[str]().union(*map(name_shapes, names))
        called = (
            entrant.id
            for entrant in self.players.values()
            if shapes & name_shapes(entrant.handle or entrant.name)
        )
        return next(called, None)

    def director_playing(self) -> PlayerId | None:
        """Return which player the primary director is, if the director plays."""
        for staff in self.staff:
            playing = self.player_of_staff(staff)
            player_state = self.players.get(playing) if playing else None
            if staff.role is Role.DIRECTOR and player_state is not None:
                return None if player_state.presence is Presence.WITHDRAWN else player_state.id
        return None


START: Final = LogState()


def with_player(state: LogState, player: EventPlayer) -> LogState:
    """Return the state with one player added or changed, and the deck handed in."""
    return msgspec.structs.replace(
        state,
        players={**state.players, player.id: player},
        decks=state.decks and state.decks.with_seat(player.id),
    )


def with_round(state: LogState, round_: RoundState) -> LogState:
    """Return the state with one round changed."""
    return msgspec.structs.replace(
        state,
        rounds=tuple(round_ if known.number == round_.number else known for known in state.rounds),
    )


def with_table(state: LogState, round_: RoundState, table: TableState) -> LogState:
    """Return the state with one table of a round changed."""
    tables = {**round_.tables, table.number: table}
    return with_round(state, msgspec.structs.replace(round_, tables=tables))


class Phase(StrEnum):
    """The status of an event, as far as it decides what can be done."""

    NEW = "new"
    OPEN = "open"
    FINISHED = "finished"
    REPORTED = "reported"


def pending_losses(state: LogState) -> dict[PlayerId, GivenPenalty]:
    """Return the game losses that wait, one for each player."""
    return {
        sentence.player: sentence
        for sentence in state.penalties
        if sentence.effect is Effect.GAME_LOSS_PENDING
    }
