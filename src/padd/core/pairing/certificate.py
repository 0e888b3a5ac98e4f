"""A proof by counting that a round is best, checked in one pass over the players."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from padd.core.pairing.criteria import bye_class

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from padd.core.model import PlayerId
    from padd.core.pairing.field import Field, Pair


def proved_by_counting(
    field: Field, tables: Sequence[Pair], byes: Collection[PlayerId]
) -> bool:
    """Tell whether a round reaches the bound that no round can beat.

    No rematch; a bye only for an odd field, and then for the first in line; no pair
    further than one step apart; every boundary between groups crossed once if the
    number of players above it is odd, and else not at all.
    """
    totals = field.totals
    if len(byes) != len(field.players) % 2:
        return False
    if byes:
        first = min(bye_class(field, player) for player in field.players)
        if any(bye_class(field, player) != first for player in byes):
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
    return _seated_once(field, tables, byes) and _only_odd(above, crossing)


def _seated_once(
    field: Field, tables: Sequence[Pair], byes: Collection[PlayerId]
) -> bool:
    seats = len(tables) * 2 + len(byes)
    seated = {player for pair in tables for player in pair}.union(byes)
    return seats == len(field.players) and seated == set(field.players)


def _only_odd(sizes: dict[int, int], crossing: dict[tuple[int, int], int]) -> bool:
    """Tell whether exactly the odd boundaries are crossed, each by one pair."""
    order = sorted(sizes, reverse=True)
    odd = []
    count = 0
    for high, low in itertools.pairwise(order):
        count += sizes[high]
        if count % 2:
            odd.append((high, low))
    return crossing == dict.fromkeys(odd, 1)
