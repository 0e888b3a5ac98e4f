"""The expected score of a game, and what its result adds to a rating."""

from __future__ import annotations

from math import pow  # noqa: A004 -- of floats alone, so the answer is a float
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from padd.rulebooks.sections.programme import RatingFormula, RatingRules


def expected_score(own: float, other: float, formula: RatingFormula) -> float:
    """Return the score that a player is expected to reach in one game."""
    return 1 / (1 + pow(formula.base, (other - own) / formula.scale))


def within_range(rating: float, rules: RatingRules) -> float:
    """Return a rating no lower and no higher than the rulebook allows."""
    return float(min(max(rating, rules.least), rules.most))


def k_of(level: int, rules: RatingRules) -> int:
    """Return the k of a level, or of the nearest level below that has one."""
    return rules.k[max(given for given in rules.k if given <= level)]
