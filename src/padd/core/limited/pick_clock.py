"""The clock of picks from real boosters: one turn after the other, for every table.

The program does not know what was taken, so the clock only calls the turns: when the
time of one is over the tables pass, and the next begins. A player who has not picked then
is the director's decision.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from padd.core.limited.plan import LimitedPlan
from padd.core.model import StrictStruct


class PickClock(StrictStruct, frozen=True, kw_only=True):
    """Since when the picks of a pack are timed; pauses move the start."""

    pack: int
    started_at: str
    paused_at: str | None = None

    def paused(self, at: str) -> PickClock:
        """Return the clock held."""
        return msgspec.structs.replace(self, paused_at=at)

    def resumed(self, at: str) -> PickClock:
        """Return the clock going on where it was held."""
        if self.paused_at is None:
            return self
        held = datetime.fromisoformat(at) - datetime.fromisoformat(self.paused_at)
        start = datetime.fromisoformat(self.started_at) + held
        return PickClock(pack=self.pack, started_at=start.isoformat())


class TimedTurn(msgspec.Struct, frozen=True, kw_only=True):
    """The turn that the clock calls now."""

    turn: int
    due: datetime | None
    """When the time of the turn is over; none while the clock is held."""
    over: bool
    """Whether the time of the last turn is over."""


def turns_in(plan: LimitedPlan, pack: int) -> int:
    """Return how many turns a real booster has."""
    return -(-plan.real_packs[pack - 1] // plan.each)


def timed_turn(clock: PickClock, plan: LimitedPlan, now: datetime) -> TimedTurn:
    """Return the turn that a clock has come to."""
    start = datetime.fromisoformat(clock.started_at)
    held = clock.paused_at
    until = datetime.fromisoformat(held) if held else now
    length = timedelta(seconds=plan.seconds or 0) or timedelta(days=1)
    passed, turns = max(0, (until - start) // length), turns_in(plan, clock.pack)
    turn = min(passed + 1, turns)
    over = passed >= turns
    due = None if held or over else start + turn * length
    return TimedTurn(turn=turn, due=due, over=over)
