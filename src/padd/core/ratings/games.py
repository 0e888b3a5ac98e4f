"""Which results of an event are rated: games, matches, and pairs in a pod."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from padd.core.formats.bracket.event import played_event
from padd.core.formats.bracket.match_winner import DecidedBy
from padd.core.formats.tribbles.ranking import finals_rounds
from padd.core.formats.tribbles.scoring import (
    match_of,
    scores_of,
)
from padd.core.model import Kind, PairingStyle, PlayerId
from padd.core.scoring.results import (
    WINS,
    Code,
    match_results,
    terms_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from padd.core.model import Event, Round
    from padd.rulebooks.schema import Rulebook
    from padd.rulebooks.sections.play import TribblesRules
    from padd.rulebooks.sections.programme import RatingFormula, RatingRules

PLAYED_OUT: Final = frozenset(
    {DecidedBy.GAMES, DecidedBy.RESULT, DecidedBy.HIGHER_SEED}
)
"""What decides a match that was played; the rest went by absence or a bye."""


class RatedResult(NamedTuple):
    """One comparison of two players; in a pod there is one for each pair."""

    round: int
    players: tuple[PlayerId, PlayerId]
    scores: tuple[float, float]
    share: int
    """Into how many parts k is divided: 1, or a player's opponents in the pod."""


def rated_results(
    event: Event, book: Rulebook, rules: RatingRules
) -> tuple[RatedResult, ...]:
    """Return everything in an event that moves ratings."""
    if event.kind is Kind.TRIBBLES:
        return tuple(_pairs_of_pods(event, book, rules))
    if event.kind is Kind.BRACKET:
        return tuple(_matches(event, book, rules))
    return (*_games(event, book, rules), *_final_confrontation(event, rules))


def _games(event: Event, book: Rulebook, rules: RatingRules) -> Iterator[RatedResult]:
    terms = terms_of(event, book)
    for round_ in event.rounds:
        for match in round_.matches:
            first, second = match_results(match, terms)
            if {first.code, second.code} <= set(rules.rated_results):
                scores = (
                    _score(first.code, rules.formula),
                    _score(second.code, rules.formula),
                )
                yield RatedResult(round_.number, match.players, scores, 1)


def _score(code: Code, formula: RatingFormula) -> float:
    if code in WINS:
        return formula.win
    return formula.tie if code is Code.TRUE_TIE else formula.loss


def _final_confrontation(event: Event, rules: RatingRules) -> Iterator[RatedResult]:
    final = event.final_confrontation
    if final is None or final.winner is None or not rules.final_confrontation_rated:
        return
    first, second = final.players
    after = len(event.rounds) + 1
    yield _won(after, final.winner, second if final.winner == first else first, rules)


def _won(
    number: int, winner: PlayerId, loser: PlayerId, rules: RatingRules
) -> RatedResult:
    scores = rules.formula.win, rules.formula.loss
    return RatedResult(number, (winner, loser), scores, 1)


def _matches(event: Event, book: Rulebook, rules: RatingRules) -> Iterator[RatedResult]:
    """Give one result a match, however many games it had (AMB-57)."""
    if rules.match_play is None or not event.rounds:
        return
    if not rules.final_confrontation_rated:
        # A final that is only known by its winner's name is not rated (AMB-31).
        event = msgspec.structs.replace(event, final_confrontation=None)
    for match in played_event(event, book).matches.values():
        winner, loser = match.winner, match.loser
        if match.how in PLAYED_OUT and winner is not None and loser is not None:
            yield _won(match.round, winner, loser, rules)


def _pairs_of_pods(
    event: Event, book: Rulebook, rules: RatingRules
) -> Iterator[RatedResult]:
    """Compare each pair of a pod by the score of the five-round match (AMB-59)."""
    if rules.tribbles is None or book.tribbles is None:
        return
    totals = _match_totals(event, book.tribbles)
    for number, pod in _pods_of_matches(event.rounds, book.tribbles):
        match = match_of(number, book.tribbles)
        for first, second in combinations(pod, 2):
            lead = totals[first, match] - totals[second, match]
            yield RatedResult(
                number, (first, second), _by_lead(lead, rules.formula), len(pod) - 1
            )


def _by_lead(lead: int, formula: RatingFormula) -> tuple[float, float]:
    if lead == 0:
        return formula.tie, formula.tie
    return (formula.win, formula.loss) if lead > 0 else (formula.loss, formula.win)


def _match_totals(
    event: Event, rules: TribblesRules
) -> dict[tuple[PlayerId, int], int]:
    """Return every player's score in every match, a head start in its own."""
    finals_only = (
        event.pairing_style is PairingStyle.TRIBBLES_FINALS
        and finals_rounds(event, rules) == event.rounds
    )
    totals: dict[tuple[PlayerId, int], int] = {}
    match_with_head_start = match_of(rules.head_start.round, rules)
    for player, score in scores_of(
        event, event.rounds, rules, head_starts=not finals_only
    ).items():
        totals[player, match_with_head_start] = score.head_start
        for line in score.rounds:
            key = player, match_of(line.round, rules)
            totals[key] = totals.get(key, 0) + line.counted
    return totals


def _pods_of_matches(
    rounds: Sequence[Round], rules: TribblesRules
) -> Iterator[tuple[int, list[PlayerId]]]:
    """Yield the pods of each match with its first round; scores must be on record.

    A player belongs to the pod of the first round played; whoever sits down later
    belongs to the pod of those at that table.
    """
    pods: dict[int, list[tuple[int, list[PlayerId]]]] = {}
    homes: dict[tuple[int, PlayerId], list[PlayerId]] = {}
    for round_ in rounds:
        match = match_of(round_.number, rules)
        for pod in round_.pods:
            if pod.scores is None:
                continue
            known = (homes.get((match, player)) for player in pod.players)
            home = next((seated for seated in known if seated is not None), None)
            if home is None:
                home = []
                pods.setdefault(match, []).append((round_.number, home))
            for player in pod.players:
                if (match, player) not in homes:
                    homes[match, player] = home
                    home.append(player)
    for numbered in pods.values():
        yield from numbered
