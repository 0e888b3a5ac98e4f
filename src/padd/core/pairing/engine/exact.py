"""The best round by one matching over all legal pairs: exact for any field.

Slow for very large fields (`windows` avoids that), and the reference that the tests
compare every other method with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.criteria.byes import bye_costs
from padd.core.pairing.criteria.distant_pairs import ranks_of_totals
from padd.core.pairing.engine.cheapest_pairs import Edge, cheapest_matching
from padd.core.pairing.field import NOBODY, Pair, PairingField
from padd.core.rng import Rng


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


def draw_exactly(
    field: PairingField, chance: Rng, *, forced: Iterable[Pair] = (), preferred: Iterable[Pair] = ()
) -> tuple[list[Pair], list[PlayerId]]:
    """Return the pairs and byes of a best round that holds the forced pairs.

    Pairs in `kept` are kept where that costs no further bye; as many of them as can
    be is worth more than anything else but the number of byes.
    """
    fixed = list(forced)
    seated = {player for pair in fixed for player in pair}
    free = sorted(player for player in field.players if player not in seated)
    keep = {frozenset(pair) for pair in preferred}
    byes = _byes(field, free, keep, chance)
    paired = [p for p in (*free, *seated) if p not in byes]
    steps = ranks_of_totals(field.totals[player] for player in paired)
    mate = _solve(field, free, steps, keep, chance)
    pairs = [(free[u], free[v]) for u, v in enumerate(mate) if u < v]
    return [*fixed, *pairs], [free[u] for u, v in enumerate(mate) if v < 0]


def _byes(
    field: PairingField, free: list[PlayerId], keep: set[frozenset[PlayerId]], chance: Rng
) -> set[PlayerId]:
    """Return players who get the byes in some best round.

    Other best rounds may give them to others, but always to as many of each total.
    """
    most = max((len(field.met.get(p, NOBODY)) for p in free), default=0)
    if len(free) % 2 == 0 and 2 * (most + 1) <= len(free) and not keep:
        return set()  # Dirac: every player has half of the field as legal opponents
    mate = _solve(field, free, None, keep, chance)
    return {free[u] for u, v in enumerate(mate) if v < 0}


def _solve(
    field: PairingField,
    free: list[PlayerId],
    steps: Mapping[int, int] | None,
    keep: set[frozenset[PlayerId]],
    chance: Rng,
) -> list[int]:
    """Return every player's partner; without steps only the byes are the best."""
    totals = [field.totals[player] for player in free]
    scale = PairCost.of(totals, steps or {})
    edges: list[Edge] = []
    for u, player in enumerate(free):
        met = field.met.get(player, NOBODY)
        for v in range(u + 1, len(free)):
            if free[v] not in met:
                cost = scale.cost(totals[u], totals[v]) if steps is not None else 0
                edges.append((u, v, cost))
    above = scale.ceiling if steps is not None else 1
    alone = bye_costs(field, free, above, exact=bool(keep))
    if keep:
        high = (max(alone, default=0) + above) * (len(free) + 1)
        edges = [
            (u, v, c if frozenset((free[u], free[v])) in keep else c + high) for u, v, c in edges
        ]
    return cheapest_matching(len(free), edges, chance, alone)
