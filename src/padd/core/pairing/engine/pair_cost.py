"""The cost of a pair: criteria 5 to 7 as one number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class PairCost(msgspec.Struct, frozen=True):
    """Criteria 5 to 7 of a pair as one number."""

    steps: Mapping[int, int]
    similar: int
    many: int

    @classmethod
    def of(cls, totals: Sequence[int], steps: Mapping[int, int]) -> PairCost:
        """Return the scale on which no lower criterion can outweigh a higher one."""
        span = max(totals, default=0) - min(totals, default=0)
        pairs = len(totals) // 2 + 1
        return cls(steps, span * pairs + 1, pairs)

    def cost(self, first: int, second: int) -> int:
        """Return the cost of pairing two totals."""
        if first == second:
            return 0
        steps = self.steps
        far = abs(steps.get(first, -1) - steps.get(second, -1)) > 1
        apart = 1 + self.many if far else 1
        return apart * self.similar + abs(first - second)

    @property
    def ceiling(self) -> int:
        """A number above the cost of any round."""
        return self.many * self.many * self.similar * 2
