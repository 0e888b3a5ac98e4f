"""A proof by counting that a round is best, checked in one pass over the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from padd.core.model import PlayerId
from padd.core.pairing.criteria.byes import are_first_in_line
from padd.core.pairing.criteria.figures import Figures
from padd.core.pairing.field import Pair, PairingField


def reaches_bound(field: PairingField, figures: Figures, byes: Collection[PlayerId]) -> bool:
    """Tell from the figures of a round whether the bound proves it best.

    Without distant pairs every odd boundary is crossed at least once, so the sums
    reach the bound only if each boundary does.
    """
    if figures.byes != len(field.players) % 2 or figures.distant_pairs:
        return False
    totals = field.totals
    sizes = Counter(map(totals.__getitem__, field.players))
    if not are_first_in_line(field, byes):
        return False
    sizes -= Counter(totals[player] for player in byes)
    odd = _odd_steps(sizes)
    gaps = sum(high - low for high, low in odd)
    return (figures.unequal_pairs, figures.total_difference) == (len(odd), gaps)


def is_proved_by_counting(
    field: PairingField, tables: Sequence[Pair], byes: Collection[PlayerId]
) -> bool:
    """Tell whether a round reaches the bound that no round can beat.

    No rematch; a bye only for an odd field, and then for the first in line; no pair
    further than one step apart; every boundary between groups crossed once if the
    number of players above it is odd, and else not at all.
    """
    totals = field.totals
    if len(byes) != len(field.players) % 2 or not are_first_in_line(field, byes):
        return False
    above: dict[int, int] = {}
    crossing: dict[tuple[int, int], int] = {}
    for one, two in tables:
        if field.have_met(one, two) or one == two:
            return False
        high, low = totals[one], totals[two]
        above[high] = above.get(high, 0) + 1
        above[low] = above.get(low, 0) + 1
        if high != low:
            edge = (high, low) if high > low else (low, high)
            crossing[edge] = crossing.get(edge, 0) + 1
    return _all_seated_once(field, tables, byes) and _crosses_only_odd(above, crossing)


def _all_seated_once(
    field: PairingField, tables: Sequence[Pair], byes: Collection[PlayerId]
) -> bool:
    seats = len(tables) * 2 + len(byes)
    seated = {player for pair in tables for player in pair}.union(byes)
    return seats == len(field.players) and seated == set(field.players)


def _crosses_only_odd(sizes: Mapping[int, int], crossing: dict[tuple[int, int], int]) -> bool:
    """Tell whether exactly the odd boundaries are crossed, each by one pair."""
    return crossing == dict.fromkeys(_odd_steps(sizes), 1)


def _odd_steps(sizes: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return the totals on both sides of each boundary with an odd number above."""
    odd = []
    count = 0
    for high, low in pairwise(sorted(sizes, reverse=True)):
        count += sizes[high]
        if count % 2:
            odd.append((high, low))
    return odd
