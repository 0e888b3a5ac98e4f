"""Which games of Swiss rounds were played, and which are rated."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.formats.meeting import LOSS, TIE, WIN, Meeting
from padd.core.formats.rated_result import RatedResult, won_result
from padd.core.model import Event
from padd.core.scoring.results import match_results
from padd.core.scoring.terms import PLAYED, WINS, Code, terms_of
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules


def played_games(event: Event, book: Rulebook) -> Iterator[Meeting]:
    """Yield the games that were played, with the results of both."""
    terms = terms_of(event, book)
    for round_ in event.rounds:
        for match in round_.matches:
            first, second = match_results(match, terms)
            if first.code in PLAYED and second.code in PLAYED:
                score = _score(first.code, WIN, TIE, LOSS)
                codes = str(first.code), str(second.code)
                yield Meeting(round_.number, match.players, score, codes)


def rated_games(event: Event, book: Rulebook, rules: RatingRules) -> Iterator[RatedResult]:
    """Yield the games that count, and a final confrontation that does."""
    yield from _games(event, book, rules)
    yield from _final_confrontation(event, rules)


def _games(event: Event, book: Rulebook, rules: RatingRules) -> Iterator[RatedResult]:
    terms = terms_of(event, book)
    counts = rules.formula.win, rules.formula.tie, rules.formula.loss
    for round_ in event.rounds:
        for match in round_.matches:
            first, second = match_results(match, terms)
            if {first.code, second.code} <= set(rules.rated_results):
                scores = _score(first.code, *counts), _score(second.code, *counts)
                yield RatedResult(round_.number, match.players, scores, 1)


def _score(code: Code, win: float, tie: float, loss: float) -> float:
    if code in WINS:
        return win
    return tie if code is Code.TRUE_TIE else loss


def _final_confrontation(event: Event, rules: RatingRules) -> Iterator[RatedResult]:
    final = event.final_confrontation
    if final is None or final.winner is None or not rules.final_confrontation_rated:
        return
    first, second = final.players
    after = len(event.rounds) + 1
    yield won_result(after, final.winner, second if final.winner == first else first, rules)
