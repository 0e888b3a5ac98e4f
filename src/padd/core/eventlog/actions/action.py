"""Who acts, when and why: what every action of an event has in common."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Final

import msgspec

from padd.core.messages import message
from padd.core.model import Fact, PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook

if TYPE_CHECKING:  # breaks a cycle of imports
    from padd.core.eventlog.state.event_state import LogState

SECONDS: Final = 60


class Role(StrEnum):
    """The role in which someone acts."""

    DIRECTOR = "primary-director"
    SECONDARY = "secondary-director"
    TERTIARY = "tertiary-director"
    JUDGE = "judge"
    SCORE_KEEPER = "score-keeper"
    PLAYER = "player"


class LogActor(Fact, frozen=True, kw_only=True):
    """Who acts: a person in a part, and which player the person is, if any."""

    role: Role
    person: str
    player: PlayerId | None = None

    def __str__(self) -> str:
        """Return the actor as the log keeps it: `player:kirk`, `judge:ada:kirk`."""
        if self.role is Role.PLAYER:
            return f"{self.role}:{self.player}"
        who = f"{self.role}:{self.person}"
        return who if self.player is None else f"{who}:{self.player}"

    @property
    def is_staff(self) -> bool:
        """Whether the person acts as one of those who run the event."""
        return self.role is not Role.PLAYER


def actor_from(text: str) -> LogActor:
    """Return the actor whom a line of the log names."""
    role, _, rest = text.partition(":")
    if role == Role.PLAYER:
        return player_acting(PlayerId(rest))
    person, _, player = rest.partition(":")
    return LogActor(role=Role(role), person=person, player=PlayerId(player) if player else None)


def player_acting(player: PlayerId) -> LogActor:
    """Return a player who acts for himself or herself."""
    return LogActor(role=Role.PLAYER, person=player, player=player)


class Phase(StrEnum):
    """The status of an event, as far as it decides what can be done."""

    NEW = "new"
    OPEN = "open"
    FINISHED = "finished"
    REPORTED = "reported"


class ActionMeta(msgspec.StructMeta, ABCMeta):
    """The type of the kinds of action: each is data, and has to say what it changes."""


class Action(
    msgspec.Struct,
    metaclass=ActionMeta,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
    tag_field="kind",
):
    """One kind of action: its data, its rules, and what it changes.

    `objection` is asked before an action is taken up. `change` is all that a replay
    needs, so a log keeps its meaning when a rule is read more strictly later.
    """

    during: ClassVar[frozenset[Phase]] = frozenset({Phase.OPEN})
    by_players: ClassVar[bool] = False
    needs_reason: ClassVar[str] = ""
    """What the reason is asked for, if the act needs one."""
    lasting: ClassVar[str] = ""
    """Why it cannot be undone, if so."""

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Return why the rules do not let this act through, if they do not."""
        del state, entry, book
        return None

    @abstractmethod
    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Return the state after this act."""


class LogEntry(Fact, frozen=True, kw_only=True):
    """One action in the log: what, who, when, why."""

    sequence: int
    at: str
    by: LogActor
    action: Action
    reason: str = ""
    key: str = ""
    """Names the intention: the same wish sent twice is one action."""

    @property
    def kind(self) -> str:
        """The dotted name of the action."""
        return kind_of(self.action)


def acting_player(entry: LogEntry) -> PlayerId:
    """Return the player who acts, where the log says that one does."""
    if entry.by.player is None:
        reason = message("Entry {sequence} was not made by a player.", sequence=entry.sequence)
        raise LookupError(reason)
    return entry.by.player


def kind_of(action: Action | type[Action]) -> str:
    """Return the dotted name of an action."""
    return str(action.__struct_config__.tag)


def moment(at: datetime) -> str:
    """Return a moment as the log writes it: in UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def minutes_between(start: str, end: str) -> float:
    """Return the minutes from one moment to another."""
    passed = datetime.fromisoformat(end) - datetime.fromisoformat(start)
    return passed.total_seconds() / SECONDS
