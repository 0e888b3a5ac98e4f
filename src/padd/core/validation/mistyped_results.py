"""Results that look mistyped: questions for the person entering them, not refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.messages import Message, message
from padd.core.model import Ending, Event, Match, RulesSet
from padd.core.scoring.results import counted_scores, mission_tiers
from padd.core.scoring.terms import terms_of
from padd.rulebooks.schema import Rulebook

TIMES_THE_TARGET: Final = 3
"""A score this many times the target is taken for a slip of the keys."""
BOTH_TYPES: Final = 2


def mistyped_question(match: Match, event: Event, book: Rulebook) -> Iterator[Message]:
    """Ask about a result that could be true and looks mistyped."""
    if match.scores is None or event.rules is RulesSet.WARP_SPEED:
        return
    terms = terms_of(event, book)
    target = terms.cap
    for score in match.scores:
        if abs(score) > TIMES_THE_TARGET * target:
            yield message("Is a score of {score} right?", score=score)
    best = max(range(2), key=counted_scores(match, terms).__getitem__)
    reached = counted_scores(match, terms)[best] >= target
    if match.ending is Ending.COMPLETE and not reached:
        yield message(
            "The game was played out, but no one has {target} points. Was time called?",
            target=target,
        )
    won = reached and (match.missions is None or mission_tiers(match)[best] == BOTH_TYPES)
    if match.ending is Ending.TIME and won:
        yield message(
            "Time was called, but {score} points win the game. Was it played out?",
            score=match.scores[best],
        )
