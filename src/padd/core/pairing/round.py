"""A drawn round, or why none can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.criteria.figures import Figures
from padd.core.pairing.field import Pair


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A complete round: every player sits at one table or has a bye.

    Tables stand in their order, the highest totals first. `optimal` is None for the
    systems that pair by rank or at random. `by_counting` says that the bound of
    odd boundaries alone proves the round best (see `engine/counting_proof.py`).
    """

    tables: tuple[Pair, ...]
    byes: tuple[PlayerId, ...]
    figures: Figures
    seed: int
    optimal: bool | None
    by_counting: bool = False


class NoLegalPairing(msgspec.Struct, frozen=True):
    """Why no round can be drawn, as a code the interface turns into words."""

    reason: str


def in_table_order(totals: Mapping[PlayerId, int], pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs as tables: higher totals first, else in the order drawn."""
    seated = [(a, b) if (-totals[a], a) <= (-totals[b], b) else (b, a) for a, b in pairs]
    seated.sort(key=lambda pair: (-totals[pair[0]], -totals[pair[1]]))
    return tuple(seated)
