"""Who acts in an event and when, as the log writes it."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from padd.core.model import PlayerId, StrictStruct

SECONDS_PER_MINUTE: Final = 60


class Role(StrEnum):
    """The role in which someone acts."""

    DIRECTOR = "primary-director"
    SECONDARY = "secondary-director"
    TERTIARY = "tertiary-director"
    JUDGE = "judge"
    SCORE_KEEPER = "score-keeper"
    PLAYER = "player"


class LogActor(StrictStruct, frozen=True, kw_only=True):
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


def parse_actor(text: str) -> LogActor:
    """Return the actor whom a line of the log names."""
    role, _, rest = text.partition(":")
    if role == Role.PLAYER:
        return player_actor(PlayerId(rest))
    person, _, player = rest.partition(":")
    return LogActor(role=Role(role), person=person, player=PlayerId(player) if player else None)


def player_actor(player: PlayerId) -> LogActor:
    """Return a player who acts for himself or herself."""
    return LogActor(role=Role.PLAYER, person=player, player=player)


def log_moment(at: datetime) -> str:
    """Return a moment as the log writes it: in UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def minutes_between(start: str, end: str) -> float:
    """Return the minutes from one moment to another."""
    passed = datetime.fromisoformat(end) - datetime.fromisoformat(start)
    return passed.total_seconds() / SECONDS_PER_MINUTE
