"""Small fields: all best rounds are counted, and one is drawn, each equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.criteria.byes import bye_order
from padd.core.pairing.criteria.distant_pairs import ranks_of_totals
from padd.core.pairing.criteria.future_rounds import (
    EXACT_UP_TO,
    FutureRounds,
    StepLimit,
    active_players,
    future_after,
    has_too_few_games,
    is_always_pairable,
)
from padd.core.pairing.field import Pair, PairingField
from padd.core.rng import Rng

SMALL = 12
FIRST_TRIES = 40


class BestRound(msgspec.Struct, frozen=True):
    """One best round of a small field."""

    pairs: tuple[Pair, ...]
    byes: tuple[PlayerId, ...]
    future: FutureRounds


def draw_small(
    field: PairingField, chance: Rng, *, within: PairingField | None = None
) -> BestRound:
    """Return one of the best rounds of a field of at most twelve, each as likely.

    `within` is the same field with fewer pairs allowed in this round.
    """
    table = _Count(field if within is None else within)
    chosen: BestRound | None = None
    decided = _future_of_all(field, table.byes)
    if decided is not None:
        pairs, byes = table.round_number(chance.below(table.rounds))
        return BestRound(pairs, byes, decided)
    patience = StepLimit()
    for number in _in_random_order(table.rounds, chance):
        pairs, byes = table.round_number(number)
        best = BestRound(pairs, byes, future_after(field, pairs, byes, patience))
        if chosen is None or best.future > chosen.future:
            chosen = best
        if best.future is FutureRounds.OPEN or patience.left < 0:
            break
    if chosen is None:  # pragma: no cover -- every player can always be given a bye
        raise AssertionError
    return chosen


def _future_of_all(field: PairingField, byes: int) -> FutureRounds | None:
    """Return the future if it is the same after every round, as far as is known."""
    if is_always_pairable(field, byes=byes):
        return FutureRounds.OPEN
    if len(active_players(field)) > EXACT_UP_TO:
        return FutureRounds.UNKNOWN
    return FutureRounds.DEAD_END if has_too_few_games(field, byes) else None


def _in_random_order(count: int, chance: Rng) -> Iterator[int]:
    """Yield every number below count once, in an order drawn from all orders."""
    tried: dict[int, None] = {}
    while len(tried) < min(FIRST_TRIES, count):
        number = chance.below(count)
        if number not in tried:
            tried[number] = None
            yield number
    yield from chance.shuffled(n for n in range(count) if n not in tried)


class _Count:
    """The number of best rounds, counted over sets of players still to be paired.

    Players are bits, the highest total first. A set is paired by giving its first
    player each legal partner in turn; the cheapest cost of a set, and the number of
    ways to reach it, follow from the smaller sets.
    """

    def __init__(self, field: PairingField) -> None:
        totals = field.totals
        self.field = field
        self.players = sorted(field.players, key=lambda p: (-totals[p], p))
        self.legal = [
            sum(
                1 << i
                for i, other in enumerate(self.players)
                if other != player and not field.have_met(player, other)
            )
            for player in self.players
        ]
        self._can: dict[int, bool] = {0: True}
        self.left_out = self._best_byes()
        self.byes = self.left_out[0].bit_count()
        out = self.left_out[0]
        # Whichever of equal players get the byes, the same totals are left (see
        # docs/algorithms/pairing.md), so one set of costs serves all choices.
        steps = ranks_of_totals(totals[p] for i, p in enumerate(self.players) if not out >> i & 1)
        self.cost = self._costs(steps)
        self._best: dict[int, tuple[int, int]] = {0: (0, 1)}
        everybody = (1 << len(self.players)) - 1
        counts = [(self._fewest(everybody & ~out), out) for out in self.left_out]
        least = min(cost for (cost, _), _ in counts)
        self.choices = [(n, out) for (cost, n), out in counts if cost == least]
        self.rounds = sum(n for n, _ in self.choices)

    def round_number(self, number: int) -> tuple[tuple[Pair, ...], tuple[PlayerId, ...]]:
        """Return the round with this number in the list of all best rounds."""
        at = 0
        while number >= self.choices[at][0]:
            number -= self.choices[at][0]
            at += 1
        out = self.choices[at][1]
        byes = tuple(p for i, p in enumerate(self.players) if out >> i & 1)
        left = ((1 << len(self.players)) - 1) & ~out
        pairs = []
        while left:
            first = (left & -left).bit_length() - 1
            second, number = self._partner(left, first, number)
            pairs.append((self.players[first], self.players[second]))
            left &= ~(1 << first | 1 << second)
        return tuple(pairs), byes

    def _partner(self, left: int, first: int, number: int) -> tuple[int, int]:
        """Return the partner in the numbered way, and its number among the rest."""
        least = self._best[left][0]
        for second in range(first + 1, len(self.players)):
            if not self.legal[first] & left & 1 << second:
                continue
            cost, ways = self._fewest(left & ~(1 << first | 1 << second))
            if ways and cost + self.cost[first][second] == least:
                if number < ways:
                    return second, number
                number -= ways
        raise AssertionError  # pragma: no cover -- the ways were counted

    def _best_byes(self) -> list[int]:
        """Return every set of players who may be left out, as bits, all equal."""
        count = len(self.players)
        everybody = (1 << count) - 1
        rank = [bye_order(self.field, player) for player in self.players]
        for byes in range(count % 2, count + 1, 2):
            by_cost: dict[tuple[int, int], list[int]] = {}
            for chosen in combinations(range(count), byes):
                key = (sum(rank[i][0] for i in chosen), sum(rank[i][1] for i in chosen))
                by_cost.setdefault(key, []).append(sum(1 << i for i in chosen))
            for key in sorted(by_cost):
                able = [out for out in by_cost[key] if self._pairs(everybody & ~out)]
                if able:
                    return able
        raise AssertionError  # pragma: no cover -- all can be left out

    def _pairs(self, left: int) -> bool:
        """Tell whether these players can be paired without a rematch."""
        known = self._can.get(left)
        if known is None:
            first = left & -left
            rest = left & ~first
            options = self.legal[first.bit_length() - 1] & rest
            known = False
            while options and not known:
                second = options & -options
                options &= ~second
                known = self._pairs(rest & ~second)
            self._can[left] = known
        return known

    def _costs(self, steps: dict[int, int]) -> list[list[int]]:
        """Return the cost of each pair, criteria 5 to 7 packed in one number."""
        totals = [self.field.totals[player] for player in self.players]
        scale = (max(totals) - min(totals)) * len(totals) + 1
        many = len(totals) + 1
        step = [steps.get(total, 0) for total in totals]
        return [
            [
                (many * (abs(step[i] - step[j]) > 1) + (totals[i] != totals[j])) * scale
                + abs(totals[i] - totals[j])
                for j in range(len(totals))
            ]
            for i in range(len(totals))
        ]

    def _fewest(self, left: int) -> tuple[int, int]:
        """Return the least cost of pairing these players and the ways to reach it."""
        known = self._best.get(left)
        if known is not None:
            return known
        first = (left & -left).bit_length() - 1
        rest = left & ~(1 << first)
        options = self.legal[first] & rest
        costs = self.cost[first]
        best, ways = -1, 0
        while options:
            second = options & -options
            options &= ~second
            cost, count = self._fewest(rest & ~second)
            if not count:
                continue
            cost += costs[second.bit_length() - 1]
            if best < 0 or cost < best:
                best, ways = cost, count
            elif cost == best:
                ways += count
        self._best[left] = (best, ways)
        return best, ways
