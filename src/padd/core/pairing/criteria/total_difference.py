"""Criterion 7: the smallest sum of the differences between paired totals."""

from __future__ import annotations

from collections.abc import Sequence

from padd.core.pairing.field import Pair, PairingField


def total_difference(field: PairingField, tables: Sequence[Pair]) -> int:
    """Return the sum of the differences between the totals of each pair."""
    totals = field.totals
    return sum(abs(totals[first] - totals[second]) for first, second in tables)
