"""Large fields in which someone has to be paired down more than once.

A distant pair can reach across the whole field, so there are no separate windows.
One matching decides everything: over all players of tight groups, and over a few
stand-ins of each loose group, of whom no two have met. Two counts prove that the
stand-ins were enough (docs/algorithms/pairing.md): the least number of distant pairs
by `needed`, and with it the most players who can leave a loose group.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.criteria.distant_pairs import ranks_of_totals
from padd.core.pairing.criteria.unequal_pairs import odd_boundaries
from padd.core.pairing.engine.card_pile import pair_pile
from padd.core.pairing.engine.cheapest_pairs import (
    Edge,
    heaviest_matching,
    highest_worth,
    shuffle_pile,
    weigh_pairs,
)
from padd.core.pairing.engine.exact import PairCost
from padd.core.pairing.engine.windows import (
    ByeChoice,
    Looseness,
    NotProvenError,
    near_edges,
    stranded_players,
    unmet_players,
)
from padd.core.pairing.field import NOBODY, Pair, PairingField
from padd.core.rng import Rng

LARGE_GROUP = 10
"""Groups that need not be looked into to see who is stranded beside them."""


def draw_with_distant_pairs(
    field: PairingField,
    groups: Sequence[list[PlayerId]],
    bye: ByeChoice | None,
    looseness: Looseness,
    chance: Rng,
) -> tuple[list[Pair], list[PlayerId]]:
    """Return pairs and byes that are best in criteria 5 to 7, distant pairs and all."""
    loose = {i for i, group in enumerate(groups) if len(group) >= looseness.least}
    bye_player = bye.drawn if bye is not None and bye.group in loose else None
    levels: list[list[PlayerId]] = []
    piles: list[list[PlayerId]] = []
    for at, group in enumerate(groups):
        if at not in loose:
            levels.append(group)
            continue
        pile = shuffle_pile((p for p in group if p != bye_player), chance)
        chosen = unmet_players(pile, looseness.stand_ins, len(pile) % 2, field)
        gone = set(chosen)
        levels.append(chosen)
        piles.append([player for player in pile if player not in gone])
    alone = bye.candidates if bye is not None and bye_player is None else NOBODY
    going = {at: levels[at][: looseness.travellers] for at in loose}
    cut = _Cut(levels, going, alone)
    pairs, left = _proved_matching(field, groups, cut, bye, chance)
    for pile in piles:
        group_pairs = pair_pile(pile, field.met, chance)
        if group_pairs is None:
            raise NotProvenError
        pairs += group_pairs
    return pairs, left if bye_player is None else [bye_player]


class _Cut(msgspec.Struct, frozen=True):
    """The players of the matching by group, the travelers, and who may be alone."""

    levels: Sequence[Sequence[PlayerId]]
    going: Mapping[int, Sequence[PlayerId]]
    alone: frozenset[PlayerId]

    def distant(self, pairs: Sequence[Pair]) -> tuple[int, int]:
        """Return how many pairs are distant, and how many unequal."""
        step = {p: i for i, level in enumerate(self.levels) for p in level}
        apart = [abs(step[a] - step[b]) for a, b in pairs]
        return sum(gap > 1 for gap in apart), sum(gap > 0 for gap in apart)


def _proved_matching(
    field: PairingField,
    groups: Sequence[list[PlayerId]],
    cut: _Cut,
    bye: ByeChoice | None,
    chance: Rng,
) -> tuple[list[Pair], list[PlayerId]]:
    """Return a matching that is proved best.

    If players without any legal opponent near them explain all distant pairs, then
    every distant pair of a best round is with one of them, and no other distant
    pairs need be looked at.
    """
    stuck = stranded_players(field, groups) - cut.alone
    tight = {p for at, g in enumerate(groups) if at not in cut.going for p in g}
    if stuck and stuck <= tight:
        least = _pairs_to_cover(field, groups, stuck)
        try:
            pairs, left = _solve(field, cut, stuck, chance)
        except NotProvenError:
            pairs, left = [], []
        if pairs and cut.distant(pairs)[0] == least:
            _prove(field, groups, cut, bye, pairs)
            return pairs, left
    large = {at for at, group in enumerate(groups) if len(group) >= LARGE_GROUP}
    need = needed_distant_pairs(field, groups, large, bye)
    pairs, left = _solve(field, cut, None, chance, need)
    if cut.going:
        distant, _ = cut.distant(pairs)
        if distant > need.pairs:
            need = needed_distant_pairs(field, groups, set(cut.going), bye)
        if distant > need.pairs:
            raise NotProvenError
        _prove(field, groups, cut, bye, pairs)
    return pairs, left


def _pairs_to_cover(
    field: PairingField, groups: Sequence[Sequence[PlayerId]], stuck: frozenset[PlayerId]
) -> int:
    """Return the fewest distant pairs that seat all stranded players."""
    step = {p: i for i, level in enumerate(groups) for p in level if p in stuck}
    order = sorted(stuck)
    edges = [
        (u, v, 1)
        for u, player in enumerate(order)
        for v, other in enumerate(order[:u])
        if abs(step[player] - step[other]) > 1 and not field.have_met(player, other)
    ]
    return len(order) - (highest_worth(len(order), edges) if edges else 0)


def _solve(
    field: PairingField,
    cut: _Cut,
    travelling: frozenset[PlayerId] | None,
    chance: Rng,
    need: Need | None = None,
) -> tuple[list[Pair], list[PlayerId]]:
    """Return the cheapest pairs; with `travelling`, all distant ones are with those.

    With `need`, distant pairs of others are looked at only if its number is passed.
    """
    players = [player for level in cut.levels for player in level]
    totals = [field.totals[player] for player in players]
    scale = PairCost.of(totals, ranks_of_totals(totals))
    edges = near_edges(field, cut.levels, scale)
    near = len(edges)
    able = [cut.going.get(at, level) for at, level in enumerate(cut.levels)]
    edges += _distant_edges(field, cut.levels, able, scale, travelling)
    dear = scale.ceiling
    alone = cut.alone
    costs = [0 if player in alone else dear for player in players] if alone else ()
    weights = weigh_pairs(len(players), edges, chance, costs)
    mate = None
    if need is not None and not alone:
        mate = _with_needed(cut, need, near, edges, weights)
    if mate is None:
        mate = heaviest_matching(len(players), edges, weights)
    left = [players[v] for v, other in enumerate(mate) if other < 0]
    if len(left) > bool(alone) or not set(left) <= alone:
        raise NotProvenError
    return [(players[u], players[v]) for u, v in enumerate(mate) if u < v], left


def _with_needed(
    cut: _Cut, need: Need, near: int, edges: list[Edge], weights: list[int]
) -> list[int] | None:
    """Return the matching, if it has no more distant pairs than are needed.

    All these pairs are then with players of `need`, so of the edges after the near
    ones only theirs count.
    """
    step = [at for at, level in enumerate(cut.levels) for _ in level]
    players = (player for level in cut.levels for player in level)
    theirs = {v for v, player in enumerate(players) if player in need.players}
    kept = [
        *range(near),
        *(at for at, (u, v, _) in enumerate(edges[near:], near) if u in theirs or v in theirs),
    ]
    mate = heaviest_matching(len(step), [edges[at] for at in kept], [weights[at] for at in kept])
    if -1 in mate:
        return None
    distant = sum(abs(step[u] - step[v]) > 1 for u, v in enumerate(mate)) // 2
    return mate if distant == need.pairs else None


def _distant_edges(
    field: PairingField,
    levels: Sequence[Sequence[PlayerId]],
    able: Sequence[Sequence[PlayerId]],
    scale: PairCost,
    travelling: frozenset[PlayerId] | None = None,
) -> list[Edge]:
    """Return the legal distant pairs of those who are able to travel."""
    first = list(accumulate(map(len, levels), initial=0))
    edges: list[Edge] = []
    for at, level in enumerate(able):
        for u, player in enumerate(level, first[at]):
            if travelling is not None and player not in travelling:
                continue
            met = field.met.get(player, NOBODY)
            total = field.totals[player]
            for to, others in enumerate(able):
                # Where both travel, the pair is named once, from above.
                if abs(at - to) < 2 or not others or (to < at and travelling is None):  # noqa: PLR2004
                    continue
                cost = scale.cost(total, field.totals[others[0]])
                edges += [
                    (u, v, cost)
                    for v, other in enumerate(others, first[to])
                    if other not in met
                    and (to > at or travelling is None or other not in travelling)
                ]
    return edges


def _prove(
    field: PairingField,
    groups: Sequence[list[PlayerId]],
    cut: _Cut,
    bye: ByeChoice | None,
    pairs: Sequence[Pair],
) -> None:
    """Make sure that no round with others than the stand-ins is better."""
    distant, unequal = cut.distant(pairs)
    drawn = -1 if bye is None else bye.group
    odd = odd_boundaries(len(group) - (at == drawn) for at, group in enumerate(groups))
    excess = unequal - distant - fewest_odd(odd, distant)
    stand_ins = travellers = 0
    for at, going in cut.going.items():
        stay = cut.levels[at]
        most = 2 + excess + distant + _most_met(field, stay)
        stand_ins = max(stand_ins, most if len(stay) < most else 0)
        most = distant + _most_met(field, going)
        travellers = max(travellers, most if len(going) < most else 0)
    if stand_ins or travellers:
        raise NotProvenError(stand_ins, travellers)


def _most_met(field: PairingField, stand_ins: Sequence[PlayerId]) -> int:
    """Return the most stand-ins whom one player has met."""
    count: dict[PlayerId, int] = {}
    for player in stand_ins:
        for other in field.met.get(player, NOBODY):
            count[other] = count.get(other, 0) + 1
    return max(count.values(), default=0)


class Need(msgspec.Struct, frozen=True):
    """A number of distant pairs that no round can do without.

    In a round with just so many, each of them is with one of these players.
    """

    pairs: int
    players: frozenset[PlayerId]


def needed_distant_pairs(
    field: PairingField, groups: Sequence[list[PlayerId]], loose: set[int], bye: ByeChoice | None
) -> Need:
    """Return a number of distant pairs that no round can do without, and for whom.

    In a run of tight groups some players may be stranded: there is no opponent near for
    all of them, and no loose group beside them. A distant pair helps two stranded
    players at most; and of one run only one, unless it lies within the run.
    """
    players: set[PlayerId] = set()
    stranded = most = start = 0
    while start < len(groups):
        if start in loose:
            start += 1
            continue
        stop = start
        while stop < len(groups) and stop not in loose:
            stop += 1
        open_ends = {0} if start else set()
        if stop < len(groups):
            open_ends.add(stop - start - 1)
        spared = bye is not None and start <= bye.group < stop
        alone, pairs = _stranded(field, groups[start:stop], open_ends)
        stranded += max(0, alone - spared)
        most = max(most, pairs - spared)
        if alone:
            players.update(
                player
                for at, level in enumerate(groups[start:stop])
                if at not in open_ends
                for player in level
            )
        start = stop
    return Need(max(most, (stranded + 1) // 2), frozenset(players))


def _stranded(
    field: PairingField, run: Sequence[Sequence[PlayerId]], open_ends: set[int]
) -> tuple[int, int]:
    """Return the fewest stranded players of a run, and of distant pairs they need.

    The second number counts a distant pair within the run as one, like a player
    who has to leave it.
    """
    bound = [int(at not in open_ends) for at, level in enumerate(run) for _ in level]
    nothing = PairCost.of([], {})
    near = [(u, v, bound[u] + bound[v]) for u, v, _ in near_edges(field, run, nothing)]
    alone = sum(bound) - highest_worth(len(bound), near)
    if not alone:
        return 0, 0
    far = [(u, v, bound[u] + bound[v] - 1) for u, v, _ in _distant_edges(field, run, run, nothing)]
    return alone, sum(bound) - highest_worth(len(bound), [*near, *far])


def fewest_odd(odd: Sequence[int], flips: int) -> int:
    """Return the fewest odd boundaries left after so many spans have been flipped.

    A distant pair crosses a span of boundaries and turns odd ones even and even ones
    odd; this is the least that any choice of such spans can leave to other pairs.
    """
    far = len(odd) + 1
    # least[k][f]: the fewest so far with k spans begun and flipped (f = 1) or not.
    least = [[0 if k == 0 else far, far] for k in range(flips + 1)]
    for bit in odd:
        turned = []
        for k in range(flips + 1):
            begun = least[k - 1][0] if k else far
            still = min(least[k])
            turned.append([still + bit, min(least[k][1], begun) + 1 - bit])
        least = turned
    return min(min(row) for row in least)
