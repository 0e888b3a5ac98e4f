"""The status of a draft or sealed event, from its log: never a card."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from padd.core.limited.deal import LATE
from padd.core.limited.pick_clock import PickClock
from padd.core.limited.plan import LimitedPlan
from padd.core.limited.product import Product
from padd.core.limited.seats import words_digest
from padd.core.model import PlayerId, StrictStruct


class LimitedState(StrictStruct, frozen=True, kw_only=True):
    """The plan, what players added to the seed, the seats, and the heads of chains."""

    plan: LimitedPlan
    products: dict[str, Product] = msgspec.field(default_factory=dict)
    """The products of the plan as they were when it was sealed."""
    planned_at: str
    words: dict[PlayerId, str] = msgspec.field(default_factory=dict)
    groups: tuple[tuple[PlayerId, ...], ...] = ()
    order: tuple[PlayerId, ...] = ()
    """In which order every player stood when seats were drawn: that of the ids then."""
    words_sealed: str = ""
    """The fingerprint of the words when the packs were dealt."""
    deals: tuple[str, ...] = ()
    """For each group the fingerprint of everything that was dealt to it."""
    redeals: int = 0
    late: tuple[PlayerId, ...] = ()
    """Who came too late for a seat and was given unopened packs, as they came."""
    late_deals: tuple[str, ...] = ()
    dealt_at: str | None = None
    heads: dict[str, str] = msgspec.field(default_factory=dict)
    """For each group and pack, as `1/2`, the hash of the last step."""
    clock: PickClock | None = None
    """The clock of picks from real boosters, while a pack goes round."""
    building_at: str | None = None
    built_at: str | None = None

    @property
    def dealt(self) -> bool:
        """Whether the packs were dealt."""
        return self.dealt_at is not None

    @property
    def words_fingerprint(self) -> str:
        """What the words add to the seeds; it stays when a person is erased."""
        return self.words_sealed or words_digest(self.words)

    @property
    def drafting(self) -> bool:
        """Whether packs are being passed."""
        return self.dealt and self.plan.format == "draft" and self.building_at is None

    @property
    def building_ends(self) -> datetime | None:
        """When the time to build is over, if it has begun."""
        if self.building_at is None:
            return None
        started = datetime.fromisoformat(self.building_at)
        return started + timedelta(minutes=self.plan.build_minutes)

    def seat_of(self, player: PlayerId) -> tuple[int, int] | None:
        """Return the group and the seat of a player, both from one.

        Latecomers without a seat are in group zero.
        """
        if player in self.late:
            return LATE, self.late.index(player) + 1
        for number, group in enumerate(self.groups, start=1):
            if player in group:
                return number, group.index(player) + 1
        return None

    def players_of(self, group: int) -> tuple[PlayerId, ...]:
        """Return who sits in a group, or who came too late for one."""
        return self.late if group == LATE else self.groups[group - 1]

    @property
    def pack_open(self) -> int:
        """The pack that goes round in the slowest group; one more at the end."""
        closed = map(self.packs_closed, range(1, len(self.groups) + 1))
        return min(closed, default=0) + 1

    def packs_closed(self, group: int) -> int:
        """Return how many packs of a group have been drafted."""
        return sum(1 for key in self.heads if key.split("/")[0] == str(group))
