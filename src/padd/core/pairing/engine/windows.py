"""Large fields: each boundary between groups is solved separately and proved best.

Groups are the players to be paired, by total, the highest first. If no pair reaches
further than the next group, every pair crosses at most one boundary, and a boundary
with an odd number of players above it is crossed at least once. If each odd boundary is
crossed once and each even one not at all, nothing can be better. Around groups too
small for that, a *window* of neighboring groups is solved
by an exact matching, with a few stand-ins for the large group at either end. The
proofs are in docs/algorithms/pairing.md.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.criteria.unequal_pairs import odd_boundaries
from padd.core.pairing.engine.card_pile import pair_pile
from padd.core.pairing.engine.cheapest_pairs import Edge, cheapest_matching, shuffle_pile
from padd.core.pairing.engine.exact import PairCost
from padd.core.pairing.field import NOBODY, Pair, PairingField
from padd.core.rng import Rng

TRIES = 4


class NotProvenError(Exception):
    """The stand-ins were too few to prove the result best; so many would do."""

    def __init__(self, stand_ins: int = 0, travellers: int = 0) -> None:
        super().__init__(stand_ins, travellers)
        self.stand_ins = stand_ins
        self.travellers = travellers


class DistantPairError(Exception):
    """A player has to be paired down more than once."""


class Looseness(msgspec.Struct, frozen=True):
    """How large a group must be to be loose, and how many stand in for it.

    `travellers` are those of the stand-ins who may be in a distant pair.
    """

    least: int
    stand_ins: int
    travellers: int = 0


class ByeChoice(msgspec.Struct):
    """The choice of the bye: the candidates of one group, and the one drawn first."""

    group: int
    candidates: frozenset[PlayerId]
    drawn: PlayerId


class Windows:
    """One attempt to pair a field without distant pairs."""

    def __init__(
        self,
        field: PairingField,
        groups: list[list[PlayerId]],
        bye: ByeChoice | None,
        looseness: Looseness,
        chance: Rng,
    ) -> None:
        self.field = field
        self.met = field.met
        self.chance = chance
        self.bye = bye
        self.byes = [] if bye is None else [bye.drawn]
        self.looseness = looseness
        self.groups = groups
        if bye is not None:
            rest = [p for p in groups[bye.group] if p != bye.drawn]
            self.groups = [*groups[: bye.group], rest, *groups[bye.group + 1 :]]
        self.odd = [*odd_boundaries(map(len, self.groups)), 0]
        self.pile: dict[int, list[PlayerId]] = {
            i: shuffle_pile(group, chance)
            for i, group in enumerate(self.groups)
            if len(group) >= looseness.least
        }
        self.pairs: list[Pair] = []

    def draw(self) -> tuple[list[Pair], list[PlayerId]]:
        """Return pairs and byes that are best in criteria 5 to 7."""
        at, carried = 0, None
        while at < len(self.groups):
            if at in self.pile:
                carried = self._through(at, carried)
                at += 1
                continue
            stop = at
            while stop < len(self.groups) and stop not in self.pile:
                stop += 1
            carried = self._across(at, stop, carried)
            at = stop
        for pile in self.pile.values():
            pairs = pair_pile(pile, self.met, self.chance)
            if pairs is None:
                raise NotProvenError
            self.pairs += pairs
        return self.pairs, self.byes

    def _through(self, at: int, carried: PlayerId | None) -> PlayerId | None:
        """Seat a player who comes down to a loose group, and send one on if odd."""
        pile = self.pile[at]
        if carried is not None:
            met = self.met.get(carried, NOBODY)
            partner = next((p for p in reversed(pile) if p not in met), None)
            if partner is None:
                raise NotProvenError
            pile.remove(partner)
            self.pairs.append((carried, partner))
        return pile.pop() if self.odd[at] else None

    def _across(self, start: int, stop: int, carried: PlayerId | None) -> PlayerId | None:
        """Pair a run of tight groups, at the least cost that the counting allows."""
        budget = [3 * (stop - start) + 8]
        down = self._down(start, stop, carried, budget)
        if down is not None:
            self.pairs += down[0]
            return down[1]
        if carried is not None:
            self.pile[start - 1].append(carried)
        stuck = stranded_players(self.field, self.groups)
        if stuck and (self.bye is None or stuck - self.bye.candidates):
            raise DistantPairError
        self._solve(start, stop)
        return None

    def _down(
        self, at: int, stop: int, carried: PlayerId | None, budget: list[int]
    ) -> tuple[list[Pair], PlayerId | None] | None:
        """Pair the groups from the top down by chance, going back where it fails."""
        if at == stop:
            return [], carried
        for _ in range(TRIES):
            if budget[0] <= 0:
                return None
            budget[0] -= 1
            seated = self._seat(at, carried)
            if seated is not None:
                rest = self._down(at + 1, stop, seated[1], budget)
                if rest is not None:
                    return seated[0] + rest[0], rest[1]
            elif carried is None and len(self.groups[at]) == 2:  # noqa: PLR2004
                budget[0] = 0  # these two have met: no draw of other cards helps
        return None

    def _seat(self, at: int, carried: PlayerId | None) -> tuple[list[Pair], PlayerId | None] | None:
        """Pair one group by chance, with who comes down to it and who leaves it."""
        cards = self.chance.shuffled(self.groups[at])
        pairs: list[Pair] = []
        if carried is not None:
            met = self.met.get(carried, NOBODY)
            partner = next((p for p in cards if p not in met), None)
            if partner is None:
                return None
            cards.remove(partner)
            pairs.append((carried, partner))
        floater = cards.pop() if self.odd[at] else None
        card_pairs = pair_pile(cards, self.met, self.chance)
        return None if card_pairs is None else (pairs + card_pairs, floater)

    def _solve(self, start: int, stop: int) -> None:
        """Pair a run of tight groups and stand-ins of its neighbors exactly."""
        top = self._stand_ins(start - 1, self.odd[start - 1]) if start else []
        bottom = self._stand_ins(stop, self.odd[stop - 1]) if stop in self.pile else []
        levels = [top, *self.groups[start:stop], bottom]
        alone: frozenset[PlayerId] = NOBODY
        if self.bye is not None and start <= self.bye.group < stop:
            levels[self.bye.group - start + 1] = [*self.groups[self.bye.group], self.bye.drawn]
            alone = self.bye.candidates
        players = [player for level in levels for player in level]
        mate = self._matching(levels, players, alone)
        left = [players[v] for v, other in enumerate(mate) if other < 0]
        if len(left) > bool(alone) or not set(left) <= alone:
            raise DistantPairError
        if alone:
            self.byes = left
        pairs = [(players[u], players[v]) for u, v in enumerate(mate) if u < v]
        self._prove(start, stop, top, bottom, pairs)
        self.pairs += pairs

    def _matching(
        self,
        levels: Sequence[Sequence[PlayerId]],
        players: list[PlayerId],
        alone: frozenset[PlayerId],
    ) -> list[int]:
        totals = self.field.totals
        values = [totals[player] for player in players]
        scale = PairCost.of(values, {})
        edges = near_edges(self.field, levels, scale)
        if not alone:
            return cheapest_matching(len(players), edges, self.chance)
        dear = scale.ceiling
        costs = [0 if player in alone else dear for player in players]
        return cheapest_matching(len(players), edges, self.chance, costs)

    def _stand_ins(self, at: int, parity: int) -> list[PlayerId]:
        """Take players of a loose group of whom no two have met, by chance."""
        pile = self.pile[at]
        number = self.looseness.stand_ins
        number += (number - parity) % 2
        chosen = unmet_players(pile, number, parity, self.field)
        gone = set(chosen)
        self.pile[at] = [player for player in pile if player not in gone]
        return chosen

    def _prove(
        self, start: int, stop: int, top: list[PlayerId], bottom: list[PlayerId], pairs: list[Pair]
    ) -> None:
        """Make sure that no round beats this window with others than the stand-ins."""
        totals = self.field.totals
        unequal = sum(totals[a] != totals[b] for a, b in pairs)
        inside = sum(self.odd[start:stop]) + (self.odd[start - 1] if start else 0)
        excess = unequal - inside
        ends = (
            (top, self.groups[start], self.odd[start - 1]),
            (bottom, self.groups[stop - 1], self.odd[stop - 1]),
        )
        for stand_ins, beside, odd in ends:
            if stand_ins and not has_enough_stand_ins(self.field, stand_ins, beside, odd + excess):
                raise NotProvenError


def stranded_players(
    field: PairingField, groups: Sequence[Sequence[PlayerId]]
) -> frozenset[PlayerId]:
    """Return who has met every player of their own and the neighboring groups."""
    stranded = set()
    for at, group in enumerate(groups):
        beside = groups[max(0, at - 1) : at + 2]
        near = sum(map(len, beside)) - 1
        for player in group:
            met = field.met.get(player, NOBODY)
            if len(met) >= near and not any(
                other != player and other not in met for level in beside for other in level
            ):
                stranded.add(player)
    return frozenset(stranded)


def near_edges(
    field: PairingField, levels: Sequence[Sequence[PlayerId]], scale: PairCost
) -> list[Edge]:
    """Return the legal pairs inside each level and with the next one."""
    edges: list[Edge] = []
    base = 0
    for at, level in enumerate(levels):
        below = levels[at + 1] if at + 1 < len(levels) else ()
        cost = scale.cost(field.totals[level[0]], field.totals[below[0]]) if level and below else 0
        after = base + len(level)
        for i, player in enumerate(level):
            met = field.met.get(player, NOBODY)
            u = base + i
            edges += [
                (u, v, 0) for v, other in enumerate(level[i + 1 :], u + 1) if other not in met
            ]
            edges += [(u, v, cost) for v, other in enumerate(below, after) if other not in met]
        base = after
    return edges


def unmet_players(
    pile: Sequence[PlayerId], number: int, parity: int, field: PairingField
) -> list[PlayerId]:
    """Return players of the pile of whom no two have met, the end of it first.

    Players without an opponent in common are taken before others: the fewer of the
    stand-ins one player has met, the fewer are needed.
    """
    chosen: dict[PlayerId, None] = {}
    known: dict[PlayerId, int] = {}
    for limit in (0, 1, len(pile)):
        for player in reversed(pile):
            if len(chosen) == number:
                break
            met = field.met.get(player, NOBODY)
            if player in chosen or player in known:
                continue
            if limit == len(pile) or all(known.get(p, 0) <= limit for p in met):
                chosen[player] = None
                for other in met:
                    known[other] = known.get(other, 0) + 1
    players = list(chosen)
    if len(players) % 2 != parity:
        players.pop()
    return players


def has_enough_stand_ins(
    field: PairingField, stand_ins: Sequence[PlayerId], beside: Sequence[PlayerId], most: int
) -> bool:
    """Tell whether any pair with a group can use one of its stand-ins in its place.

    `most` is the number of pairs that can reach the group from outside in a round
    at least as good as the one found.
    """
    standing = set(stand_ins)
    worst = max(len(standing & field.met.get(p, NOBODY)) for p in beside)
    return len(stand_ins) >= most + worst
