"""A result that changes ratings, in any kind of play."""

from __future__ import annotations

from typing import NamedTuple

from padd.core.model import PlayerId
from padd.rulebooks.sections.programme import RatingRules


class RatedResult(NamedTuple):
    """One comparison of two players; in a pod there is one for each pair."""

    round: int
    players: tuple[PlayerId, PlayerId]
    scores: tuple[float, float]
    share: int
    """Into how many parts k is divided: 1, or a player's opponents in the pod."""


def won_result(number: int, winner: PlayerId, loser: PlayerId, rules: RatingRules) -> RatedResult:
    """Return a game or match that one of two won."""
    scores = rules.formula.win, rules.formula.loss
    return RatedResult(number, (winner, loser), scores, 1)
