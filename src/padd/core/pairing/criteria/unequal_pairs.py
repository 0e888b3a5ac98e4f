"""Criterion 6: as few pairs as possible with different totals.

Players with the same total are a group. Between two neighboring groups there is a
boundary; a pair has to cross it if the number of players above it is odd.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from padd.core.model import PlayerId
from padd.core.pairing.field import Pair, PairingField


def groups_by_total(field: PairingField, players: Iterable[PlayerId]) -> list[list[PlayerId]]:
    """Return the players by total, the highest total first, each group in id order."""
    totals = field.totals
    groups: dict[int, list[PlayerId]] = {}
    for player in sorted(players):
        groups.setdefault(totals[player], []).append(player)
    return [groups[total] for total in sorted(groups, reverse=True)]


def odd_boundaries(sizes: Iterable[int]) -> list[int]:
    """Return for each boundary between groups 1 if the players above are odd."""
    above = 0
    odd = []
    for size in sizes:
        above += size
        odd.append(above % 2)
    return odd[:-1]


def count_unequal_pairs(field: PairingField, tables: Sequence[Pair]) -> int:
    """Return how many pairs of a round have different totals."""
    totals = field.totals
    return sum(totals[first] != totals[second] for first, second in tables)
