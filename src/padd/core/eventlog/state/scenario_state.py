"""What a scenario adds to the state of an event, apart from lots (in the rounds)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.model import PlayerId, StrictStruct


class Lots(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """What was drawn for everyone in a round, and from which seed."""

    seed: Annotated[int, Meta(description="The number every random choice starts from.")]
    drawn: Annotated[dict[PlayerId, str], Meta(description="By player: whose deck, or which rule.")]
    redraws: Annotated[int, Meta(description="How often it was drawn again.")] = 0


class RejectedRule(StrictStruct, frozen=True, kw_only=True):
    """A rule that a player did not want, and the one drawn in its place."""

    player: PlayerId
    round: int
    rejected: str


class DeckAward(StrictStruct, frozen=True, kw_only=True):
    """A prize that the director gives by title."""

    player: PlayerId
    what: str


class NotedTotals(StrictStruct, frozen=True, kw_only=True):
    """Both totals of a table at a move, and those of a game that ended before it."""

    round: int
    stretch: int
    table: int
    totals: tuple[int, ...]
    ended: tuple[int, ...] | None = None


class NotedPoints(StrictStruct, frozen=True, kw_only=True):
    """A player's points in a round as the director says: own ones, the deck's."""

    player: PlayerId
    round: int
    own: int
    deck: int


class SpentItems(StrictStruct, frozen=True, kw_only=True):
    """Items that a player spent in a game, and for what."""

    player: PlayerId
    round: int
    items: int
    what: str = ""


class TestCardNote(StrictStruct, frozen=True, kw_only=True):
    """A comment about an unreleased card."""

    at: str
    card: str
    text: str
    player: PlayerId | None = None


class NotedMissions(StrictStruct, frozen=True, kw_only=True):
    """The missions that a player completed in a round, a star before headquarters."""

    player: PlayerId
    round: int
    titles: tuple[str, ...]


class ActiveTrouble(StrictStruct, frozen=True, kw_only=True):
    """The card that lies open on a pod's Trouble pile, and how many did before."""

    title: str
    turned: int
    at: str


class ScenarioState(StrictStruct, frozen=True, kw_only=True):
    """Everything that scenarios and special formats record; each uses what it needs."""

    lines: tuple[str, ...] = ()
    """The director's file: rules, abilities, or unreleased cards."""
    rejected: tuple[RejectedRule, ...] = ()
    returned: tuple[PlayerId, ...] = ()
    """Whose deck is back and whole."""
    awards: tuple[DeckAward, ...] = ()
    moves: dict[int, int] = msgspec.field(default_factory=dict)
    """How often the room has moved on in a round."""
    moved_at: str | None = None
    """When the room last moved on."""
    totals: tuple[NotedTotals, ...] = ()
    points: tuple[NotedPoints, ...] = ()
    brought: dict[PlayerId, int] = msgspec.field(default_factory=dict)
    spent: tuple[SpentItems, ...] = ()
    notes: tuple[TestCardNote, ...] = ()
    of_age_since: str | None = None
    juniors_since: str | None = None
    """Since when the director vouches for the age of every player in a Junior event."""
    troubles: dict[int, ActiveTrouble] = msgspec.field(default_factory=dict)
    """By pod: the Trouble that holds there."""
    missions: tuple[NotedMissions, ...] = ()
