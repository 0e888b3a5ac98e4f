"""The expected score of a game, and what its result adds to a rating."""

from __future__ import annotations

from math import pow  # noqa: A004 -- of floats alone, so the answer is a float
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from padd.rulebooks.sections.programme import RatingFormula, RatingRules


def strength(rating: float, formula: RatingFormula) -> float:
    """Return a rating as odds; a player is expected to get that share of a game.

    Own strength over the sum of both is the same as 1 / (1 + 10^((b − a) / 400)),
    and needs one power a player in place of one a game.
    """
    return pow(formula.base, rating / formula.scale)


def expected_score(own: float, other: float, formula: RatingFormula) -> float:
    """Return the score that a player is expected to reach in one game."""
    mine = strength(own, formula)
    return mine / (mine + strength(other, formula))


def within_range(rating: float, rules: RatingRules) -> float:
    """Return a rating no lower and no higher than the rulebook allows."""
    if rating < rules.least:
        return float(rules.least)
    return float(rules.most) if rating > rules.most else rating


def k_of(level: int, rules: RatingRules) -> int:
    """Return the k of a level, or of the nearest level below that has one."""
    return rules.k[max(step for step in rules.k if step <= level)]
