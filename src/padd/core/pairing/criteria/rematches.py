"""Criterion 1: what forbids a rematch.

Two players have met if their game was begun or is still to be played. The engine
never considers a pair that has met; only rounds paired by hand can contain one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from padd.core.model import PlayerId
from padd.core.pairing.field import NOBODY, Pair, PairingField


def meetings(pairs: Iterable[Pair]) -> dict[PlayerId, set[PlayerId]]:
    """Return the opponents each player has met, from the pairs of all earlier rounds."""
    met: dict[PlayerId, set[PlayerId]] = {}
    for first, second in pairs:
        met.setdefault(first, set()).add(second)
        met.setdefault(second, set()).add(first)
    return met


def count_rematches(field: PairingField, tables: Sequence[Pair]) -> int:
    """Return how many pairs of a round have met before."""
    met = field.met
    return sum(second in met.get(first, NOBODY) for first, second in tables)
