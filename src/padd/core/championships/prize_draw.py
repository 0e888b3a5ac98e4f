"""A prize drawing: everyone has one lot, and the seed was committed to beforehand."""

from __future__ import annotations

from collections.abc import Iterable

from padd.core.rng import Rng, seed_for


def draw_winners(secret: str, people: Iterable[str], prizes: int) -> tuple[str, ...]:
    """Return the winners in the order of the prizes; no person wins two.

    The same secret and people give the same answer in whatever order they come.
    """
    lots = sorted(set(people))
    seed = seed_for("challenge", secret, *lots)
    return tuple(Rng(seed, "challenge").shuffled(lots)[:prizes])
