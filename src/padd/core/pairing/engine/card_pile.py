"""Pair a stack of scorecards: shuffle, pair neighbors, and fix pairs that have met."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from padd.core.model import PlayerId
from padd.core.pairing.field import NOBODY, Pair
from padd.core.rng import Rng

RESHUFFLES = 4
RESHUFFLE_UP_TO = 64
"""Larger piles are mended: the difference in the odds is far too small to see."""
RANDOM_EXCHANGES = 32


def pair_pile(
    pile: list[PlayerId], met: Mapping[PlayerId, AbstractSet[PlayerId]], chance: Rng
) -> list[Pair] | None:
    """Return the pairs of a shuffled even pile without a rematch, if they are found."""
    pairs, clashes = _neighbours(pile, met)
    if not clashes:
        return pairs
    if len(pile) == len(clashes) * 2 == 2:  # noqa: PLR2004 -- two who have met
        return None
    if len(pile) <= RESHUFFLE_UP_TO:
        for _ in range(RESHUFFLES):
            pairs, clashes = _neighbours(chance.shuffled(pile), met)
            if not clashes:
                return pairs
    return _swap_partners(pairs, clashes, met, chance)


def _neighbours(
    pile: list[PlayerId], met: Mapping[PlayerId, AbstractSet[PlayerId]]
) -> tuple[list[Pair], list[int]]:
    pairs = list(zip(pile[::2], pile[1::2], strict=True))
    return pairs, [i for i, (a, b) in enumerate(pairs) if b in met.get(a, NOBODY)]


def _swap_partners(
    pairs: list[Pair],
    clashes: list[int],
    met: Mapping[PlayerId, AbstractSet[PlayerId]],
    chance: Rng,
) -> list[Pair] | None:
    """Exchange partners between each rematch and another pair of the pile."""
    for at in clashes:
        first, second = pairs[at]
        met_first = met.get(first, NOBODY)
        if second not in met_first:
            continue  # an earlier exchange has mended this pair too
        met_second = met.get(second, NOBODY)
        tries = [chance.below(len(pairs)) for _ in range(RANDOM_EXCHANGES)]
        for other in (*tries, *range(len(pairs))):
            if other == at:
                continue
            third, fourth = pairs[other]
            if third not in met_first and fourth not in met_second:
                pairs[at], pairs[other] = (first, third), (second, fourth)
                break
            if fourth not in met_first and third not in met_second:
                pairs[at], pairs[other] = (first, fourth), (second, third)
                break
        else:
            return None
    return pairs
