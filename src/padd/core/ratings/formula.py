"""The Elo formula: the expected score of a game, and what its result adds."""

from __future__ import annotations

from math import pow  # noqa: A004 -- of floats alone, so the answer is a float
from typing import Protocol

import msgspec

from padd.rulebooks.sections.programme import RatingRules


class Odds(Protocol):
    """The constants that turn ratings into odds."""

    @property
    def base(self) -> float:
        """The odds between two players who are one scale apart."""

    @property
    def scale(self) -> float:
        """How many points of rating that is."""


class GameSide(msgspec.Struct, frozen=True):
    """One player's side of a rated game."""

    expected: float
    score: float
    change: float


def strength(rating: float, formula: Odds) -> float:
    """Return a rating as odds; a player is expected to get that share of a game.

    Own strength over the sum of both is the same as 1 / (1 + 10^((b − a) / 400)),
    and needs one power a player instead of one a game.
    """
    return pow(formula.base, rating / formula.scale)


def expected_score(own: float, other: float, formula: Odds) -> float:
    """Return the score that a player is expected to reach in one game."""
    mine = strength(own, formula)
    return mine / (mine + strength(other, formula))


def sides_of_game(
    before: tuple[float, float], score: float, weight: float, formula: Odds
) -> tuple[GameSide, GameSide]:
    """Return both sides of a game by its first player's score.

    What one wins the other loses.
    """
    expected = expected_score(*before, formula)
    change = weight * (score - expected)
    return (GameSide(expected, score, change), GameSide(1 - expected, 1 - score, -change))


def within_range(rating: float, rules: RatingRules) -> float:
    """Return a rating no lower and no higher than the rulebook allows."""
    if rating < rules.least:
        return float(rules.least)
    return float(rules.most) if rating > rules.most else rating


def k_of(level: int, rules: RatingRules) -> int:
    """Return the k of a level, or of the nearest level below that has one."""
    return rules.k[max(step for step in rules.k if step <= level)]
