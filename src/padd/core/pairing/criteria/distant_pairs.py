"""Criterion 5: as few pairs as possible that skip a total.

A pair is distant if a third total lies between those of its players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from padd.core.pairing.field import Pair, PairingField


def ranks_of_totals(totals: Iterable[int]) -> dict[int, int]:
    """Return for each total present its place in the list of totals, 0 the highest."""
    return {t: i for i, t in enumerate(sorted(set(totals), reverse=True))}


def is_distant(ranks: Mapping[int, int], first: int, second: int) -> bool:
    """Tell whether two totals are more than one step apart; unknown ones stand above."""
    return abs(ranks.get(first, -1) - ranks.get(second, -1)) > 1


def count_distant_pairs(field: PairingField, tables: Sequence[Pair]) -> int:
    """Return how many pairs of a round skip a total that is paired in it."""
    totals = field.totals
    gaps = {(totals[first], totals[second]) for first, second in tables}
    ranks = ranks_of_totals(total for gap in gaps for total in gap)
    far = {gap for gap in gaps if is_distant(ranks, *gap)}
    if not far:
        return 0
    return sum((totals[first], totals[second]) in far for first, second in tables)
