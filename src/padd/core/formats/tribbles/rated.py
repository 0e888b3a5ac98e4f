"""Which pairs of a pod are rated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from padd.core.formats.format import RatedResult
from padd.core.formats.tribbles.ranking import finals_rounds
from padd.core.formats.tribbles.scoring import match_number, scores_of
from padd.core.model import Event, PairingStyle, PlayerId, Round
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.play import TribblesRules
from padd.rulebooks.sections.programme import RatingFormula, RatingRules


def rated_pairs(event: Event, book: Rulebook, rules: RatingRules) -> Iterator[RatedResult]:
    """Compare each pair of a pod by the score of the five-round match (AMB-59)."""
    if rules.tribbles is None or book.tribbles is None:
        return
    totals = _match_totals(event, book.tribbles)
    for number, pod in _pods_of_matches(event.rounds, book.tribbles):
        match = match_number(number, book.tribbles)
        for first, second in combinations(pod, 2):
            lead = totals[first, match] - totals[second, match]
            yield RatedResult(number, (first, second), _by_lead(lead, rules.formula), len(pod) - 1)


def _by_lead(lead: int, formula: RatingFormula) -> tuple[float, float]:
    if lead == 0:
        return formula.tie, formula.tie
    return (formula.win, formula.loss) if lead > 0 else (formula.loss, formula.win)


def _match_totals(event: Event, rules: TribblesRules) -> dict[tuple[PlayerId, int], int]:
    """Return every player's score in every match, a head start in its own."""
    finals_only = (
        event.pairing_style is PairingStyle.TRIBBLES_FINALS
        and finals_rounds(event, rules) == event.rounds
    )
    totals: dict[tuple[PlayerId, int], int] = {}
    match_with_head_start = match_number(rules.head_start.round, rules)
    for player, score in scores_of(event, event.rounds, rules, head_starts=not finals_only).items():
        totals[player, match_with_head_start] = score.head_start
        for line in score.rounds:
            key = player, match_number(line.round, rules)
            totals[key] = totals.get(key, 0) + line.counted
    return totals


def _pods_of_matches(
    rounds: Sequence[Round], rules: TribblesRules
) -> Iterator[tuple[int, list[PlayerId]]]:
    """Yield the pods of each match with its first round; scores must be on record.

    A player belongs to the pod of the first round played; a player who sits down later
    belongs to the pod of those at that table.
    """
    pods: dict[int, list[tuple[int, list[PlayerId]]]] = {}
    homes: dict[tuple[int, PlayerId], list[PlayerId]] = {}
    for round_ in rounds:
        match = match_number(round_.number, rules)
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
