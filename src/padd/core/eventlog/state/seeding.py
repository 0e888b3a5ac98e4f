"""The seeding of a game in the Official Tournament Format Beta 1, as in the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from padd.core.model import PlayerId, StrictStruct
from padd.core.scenarios.seed_phase import SeededMission, encounter_order, shared_order

MISSIONS: Final = "mission-phase"
OPPONENTS: Final = "dilemma-phase-opponents-missions"
SHARED: Final = "dilemma-phase-shared-missions"
OWN: Final = "dilemma-phase-own-missions"
DILEMMAS: Final = frozenset({OPPONENTS, SHARED, OWN})
BESIDE: Final = 0
"""Where cards lie that are seeded beside the missions."""


class Placement(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player placed in a step: how many cards where, and their seals."""

    counts: dict[int, int] = msgspec.field(default_factory=dict)
    """Cards by the place of their mission; 0 means not under a mission."""
    face_down: int = 0
    seals: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict)


class OpenedCard(StrictStruct, frozen=True, kw_only=True):
    """A card shown when it was encountered, and whether it fits its seal."""

    owner: PlayerId
    step: int
    mission: int
    position: int
    title: str
    fits: bool


class SeedingState(StrictStruct, frozen=True, kw_only=True):
    """How far two players are with seeding."""

    first: PlayerId | None = None
    by_lot: bool = False
    step: int = 0
    """The step that is on, counted from 0; beyond the last, play has begun."""
    done: dict[PlayerId, str] = msgspec.field(default_factory=dict)
    """Who is done with it, and when."""
    missions: dict[PlayerId, tuple[SeededMission, ...]] = msgspec.field(default_factory=dict)
    placed: dict[int, dict[PlayerId, Placement]] = msgspec.field(default_factory=dict)
    lower: dict[int, PlayerId] = msgspec.field(default_factory=dict)
    """Whose copy of a shared mission is on the bottom, by its place."""
    opened: tuple[OpenedCard, ...] = ()
    removed: dict[PlayerId, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def placement(self, step: int, player: PlayerId) -> Placement:
        """Return what a player placed in a step."""
        return self.placed.get(step, {}).get(player, Placement())

    def shared(self) -> set[int]:
        """Return the places of missions that both players seeded."""
        places = [{m.place for m in mine} for mine in self.missions.values()]
        return set.intersection(*places) if len(places) > 1 else set()

    def own(self, player: PlayerId) -> set[int]:
        """Return the places of missions that a player seeded, shared ones too."""
        return {mission.place for mission in self.missions.get(player, ())}

    def title(self, card: SeededCard) -> str:
        """Return the title of a card that was opened; nothing while it is sealed."""
        return next((one.title for one in self.opened if card.is_at(one)), "")


class SeededCard(StrictStruct, frozen=True, kw_only=True):
    """A card that was seeded: whose, in which step, and the how-manieth there."""

    owner: PlayerId
    step: int
    mission: int
    position: int

    def is_at(self, card: OpenedCard) -> bool:
        """Tell whether this is the card that was opened."""
        here = (self.owner, self.step, self.mission, self.position)
        return here == (card.owner, card.step, card.mission, card.position)


class Announcement(StrictStruct, frozen=True, kw_only=True):
    """What a player names after a step: cards face up, and how many are face down."""

    step: int
    player: PlayerId
    face_up: int
    face_down: int
    titles: tuple[str, ...]
    """Titles that were named here; in person they are only spoken."""
    closed: int
    """Sealed cards whose titles are still to be named."""


def cards_placed(
    seeding: SeedingState, step: int, player: PlayerId, mission: int
) -> tuple[SeededCard, ...]:
    """Return a player's cards at a mission in a step that is over, the first first."""
    if step >= seeding.step:
        return ()
    count = seeding.placement(step, player).counts.get(mission, 0)
    return tuple(
        SeededCard(owner=player, step=step, mission=mission, position=position)
        for position in range(count)
    )


def cards_under(
    seeding: SeedingState, mission: int, steps: Sequence[str], players: Sequence[PlayerId]
) -> list[SeededCard]:
    """Return the cards under a mission, the first to be encountered first (OTF-13)."""

    def stack(step: str, player: PlayerId) -> tuple[SeededCard, ...]:
        return cards_placed(seeding, steps.index(step), player, mission)

    first, other = sorted(players, key=lambda player: player != seeding.first)
    if mission in seeding.shared():
        if seeding.lower.get(mission) == other:
            first, other = other, first
        return shared_order(stack(SHARED, first), stack(SHARED, other))
    owner = first if mission in seeding.own(first) else other
    opponent = other if owner == first else first
    return encounter_order(stack(OPPONENTS, opponent), stack(OWN, owner))


def announcements(
    seeding: SeedingState,
    steps: Sequence[str],
    announced: Sequence[str],
    players: Sequence[PlayerId],
) -> list[Announcement]:
    """Return what is to be named after each step, by the first player first."""
    in_turn = sorted(players, key=lambda player: player != seeding.first)
    return [
        _announcement(seeding, step, player)
        for step, name in enumerate(steps)
        if name in announced and step < seeding.step
        for player in in_turn
    ]


def _announcement(seeding: SeedingState, step: int, player: PlayerId) -> Announcement:
    cards = cards_placed(seeding, step, player, BESIDE)
    titles = tuple(filter(None, map(seeding.title, cards)))
    placed = seeding.placement(step, player)
    return Announcement(
        step=step,
        player=player,
        face_up=len(cards),
        face_down=placed.face_down,
        titles=titles,
        closed=len(placed.seals.get(BESIDE, ())) - len(titles),
    )
