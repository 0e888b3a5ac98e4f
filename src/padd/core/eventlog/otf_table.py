"""The seeding of a game by the Official Tournament Format Beta 1, as the log has it."""

from __future__ import annotations

import msgspec

from padd.core.model import Fact, PlayerId
from padd.core.otf_seeding import SeededMission  # noqa: TC001 -- read by msgspec


class Placement(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """What a player placed in a step: how many cards where, and their seals."""

    counts: dict[int, int] = msgspec.field(default_factory=dict)
    """Cards by the place of their mission; 0 is what lies beside the missions."""
    face_down: int = 0
    seals: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict)


class OpenedCard(Fact, frozen=True, kw_only=True):
    """A card shown when it was encountered, and whether it fits its seal."""

    owner: PlayerId
    step: int
    mission: int
    position: int
    title: str
    fits: bool


class SeedingState(Fact, frozen=True, kw_only=True):
    """How far two players are with seeding."""

    first: PlayerId | None = None
    by_lot: bool = False
    step: int = 0
    """The step that is on, counted from 0; beyond the last, play has begun."""
    done: dict[PlayerId, str] = msgspec.field(default_factory=dict)
    """Who is done with it, and when."""
    missions: dict[PlayerId, tuple[SeededMission, ...]] = msgspec.field(
        default_factory=dict
    )
    placed: dict[int, dict[PlayerId, Placement]] = msgspec.field(default_factory=dict)
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
