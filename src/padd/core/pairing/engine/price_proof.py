"""A proof by prices that a round is best, for rounds that counting does not prove.

Every pair that has not met is worth something: a large amount for being a pair at
all, more for saving a bye that would count heavily, less for every criterion that it
breaks. A best round is one worth most. Now give each player a price, and some odd
sets of players one too. If no legal pair is worth more than its two players and the
sets that contain both, then no round is worth more than all prices together, a set
counting once for each pair that fits into it. A round that is worth exactly that much
cannot be beaten. Checking this takes only the list and addition.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.criteria.byes import bye_order
from padd.core.pairing.criteria.distant_pairs import ranks_of_totals
from padd.core.pairing.engine.blossom import Blossoms
from padd.core.pairing.engine.exact import PairCost
from padd.core.pairing.field import Pair, PairingField


class Prices(msgspec.Struct, frozen=True):
    """Twice the prices of players and of odd sets of players."""

    players: Mapping[PlayerId, int]
    sets: tuple[tuple[frozenset[PlayerId], int], ...]

    def of_pair(self, first: PlayerId, second: PlayerId) -> int:
        """Return what the prices allow a pair to be worth, doubled."""
        around = sum(price for players, price in self.sets if {first, second} <= players)
        return self.players[first] + self.players[second] + around

    @property
    def altogether(self) -> int:
        """What the prices allow a whole round to be worth, doubled."""
        sets = sum(price * (len(players) // 2) for players, price in self.sets)
        return sum(self.players.values()) + sets


class PairWorth:
    """What each pair of a field is worth, as the criteria have it.

    The byes of the round in question say which totals are left to be paired.
    """

    def __init__(self, field: PairingField, byes: Collection[PlayerId]) -> None:
        self.field = field
        totals = [field.totals[player] for player in field.players]
        left = (field.totals[p] for p in field.players if p not in byes)
        self.scale = PairCost.of(totals, ranks_of_totals(left))
        classes = {player: bye_order(field, player) for player in field.players}
        rank = {c: i for i, c in enumerate(sorted(set(classes.values())))}
        self.bye = {p: rank[c] * self.scale.ceiling for p, c in classes.items()}
        self.pair = (2 * len(rank) + 1) * self.scale.ceiling * (len(totals) + 1)

    def of(self, first: PlayerId, second: PlayerId) -> int:
        """Return what a pair is worth."""
        totals = self.field.totals
        cost = self.scale.cost(totals[first], totals[second])
        return self.pair + self.bye[first] + self.bye[second] - cost


def is_proved_by_prices(
    field: PairingField, tables: Sequence[Pair], byes: Collection[PlayerId], prices: Prices
) -> bool:
    """Check a proof by prices: legal, priced high enough, and worth all of it."""
    seated = [player for pair in tables for player in pair]
    if sorted([*seated, *byes]) != sorted(field.players):
        return False
    if any(field.have_met(*pair) for pair in tables):
        return False
    amounts = [*prices.players.values(), *(price for _, price in prices.sets)]
    if min(amounts, default=0) < 0 or any(len(s) % 2 == 0 for s, _ in prices.sets):
        return False
    worth = PairWorth(field, byes)
    if underpriced_pairs(field, worth, prices):
        return False
    return 2 * sum(worth.of(*pair) for pair in tables) == prices.altogether


def underpriced_pairs(field: PairingField, worth: PairWorth, prices: Prices) -> list[Pair]:
    """Return the legal pairs that are worth more than their prices."""
    price = prices.players
    return [
        (first, second)
        for first, second in combinations(sorted(field.players), 2)
        if not field.have_met(first, second)
        and (value := 2 * worth.of(first, second)) > price[first] + price[second]
        and value > prices.of_pair(first, second)
    ]


def find_prices(field: PairingField, tables: Sequence[Pair], byes: Collection[PlayerId]) -> Prices:
    """Return prices that prove a round best, if it is.

    Prices are first found for near pairs only; pairs that turn out worth more than
    their prices are then taken in, until there are none.
    """
    worth = PairWorth(field, byes)
    steps = worth.scale.steps
    totals = field.totals
    close_pairs = {
        pair
        for pair in combinations(sorted(field.players), 2)
        if abs(steps.get(totals[pair[0]], -9) - steps.get(totals[pair[1]], -9)) <= 1
        and not field.have_met(*pair)
    } | {(min(pair), max(pair)) for pair in tables}
    while True:
        prices = _prices_of_pairs(field, worth, sorted(close_pairs))
        missing = underpriced_pairs(field, worth, prices)
        if not missing:
            return prices
        close_pairs |= set(missing)


def _prices_of_pairs(field: PairingField, worth: PairWorth, pairs: list[Pair]) -> Prices:
    names = sorted(field.players)
    number = {player: i for i, player in enumerate(names)}
    values = {(number[a], number[b]): worth.of(a, b) for a, b in pairs}
    blossoms = Blossoms(len(names), values)
    blossoms.solve()
    return Prices(
        {player: blossoms.leaf[i].price for i, player in enumerate(names)},
        tuple(
            (frozenset(names[v] for v in node.players()), node.price)
            for node in blossoms.odd_sets()
        ),
    )
