"""The cheapest way to pair players, exactly, and at random among equals.

The work is done by rustworkx (Edmonds' blossom method on 128-bit integers). Costs are
integers that put each criterion above all the lower ones together. Below the last
criterion every possible pair gets a random number, so that among equally good
pairings one is left as the only cheapest: which one it is follows from the seed and
not from the order in which the matching program happens to look at things.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import shake_256
from itertools import repeat
from operator import add, rshift, sub
from struct import unpack

import rustworkx

from padd.core.model import PlayerId
from padd.core.pairing.engine.blossom import Blossoms
from padd.core.rng import Rng

WORD_BITS = 64
TOP = 1 << WORD_BITS


def random_words(count: int, chance: Rng) -> tuple[int, ...]:
    """Return so many numbers of 64 bits."""
    start = chance.below(1 << (WORD_BITS - 1))
    return unpack(f">{count}Q", shake_256(str(start).encode()).digest(8 * count))


def shuffle_pile(players: Iterable[PlayerId], chance: Rng) -> list[PlayerId]:
    """Return a large pile in an order drawn from all orders."""
    pile = list(players)
    stream = random_words(len(pile), chance)
    for last in range(len(pile) - 1, 0, -1):
        word = stream[last]
        size = last + 1
        if word >= TOP - size and word >= TOP - TOP % size:
            word = chance.below(size)  # the few words that would favor some card
        other = word % size
        pile[last], pile[other] = pile[other], pile[last]
    return pile


Edge = tuple[int, int, int]

WIDTH = 120
"""Bits that a weight may have; rustworkx counts in 128 and adds a few weights up."""
LUCK = 48
LARGE = 64
"""Players from which on prices save more than they cost."""


def cheapest_matching(
    count: int, edges: Sequence[Edge], chance: Rng, alone: Sequence[int] = ()
) -> list[int]:
    """Return each player's partner (or -1): as many pairs as possible, cheapest first.

    `alone[v]` is what it costs to leave player v without a partner.
    """
    return heaviest_matching(count, edges, weigh_pairs(count, edges, chance, alone))


def heaviest_matching(count: int, edges: Sequence[Edge], weights: Sequence[int]) -> list[int]:
    """Return each player's partner (or -1): as many pairs as possible, heaviest first.

    The weights are those of `weighed`, of these edges or of some of them.
    """
    if not edges:
        return [-1] * count
    if max(weights).bit_length() > WIDTH:
        return _big_integer_matching(count, edges, weights)
    firsts = [u for u, _, _ in edges]
    seconds = [v for _, v, _ in edges]
    if count >= LARGE and count % 2 == 0:
        levelled = _reduced_weights(count, firsts, seconds, weights)
        mate = _matching(count, firsts, seconds, levelled)
        if -1 not in mate:
            return mate
    return _matching(count, firsts, seconds, weights)


def _reduced_weights(
    count: int, firsts: Sequence[int], seconds: Sequence[int], weights: Sequence[int]
) -> list[int]:
    """Return weights that choose the same round, for which the search is shorter.

    Each player is given a price, and every pair is worth that much less. A round in
    which every player plays loses all prices, whichever it is, so the best stays the
    best. The prices are such that no pair is worth more than nothing, and somebody's
    best pair just that: the method starts with many pairs that it need not look for.
    """
    others: list[list[int]] = [[] for _ in range(count)]
    worth: list[list[int]] = [[] for _ in range(count)]
    for u, v, weight in zip(firsts, seconds, weights, strict=True):
        others[u].append(v)
        others[v].append(u)
        worth[u].append(weight)
        worth[v].append(weight)
    prices = [(max(weights) + 1) // 2] * count
    price = prices.__getitem__
    for v, pairs in enumerate(worth):
        if pairs:
            prices[v] = max(map(sub, pairs, map(price, others[v])))
    both = map(add, map(price, firsts), map(price, seconds))
    return list(map(sub, weights, both))


def _matching(
    count: int, firsts: Sequence[int], seconds: Sequence[int], weights: Sequence[int]
) -> list[int]:
    """Return each player's partner in the matching of the greatest weight."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(zip(firsts, seconds, weights, strict=True))
    mate = [-1] * count
    for u, v in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
        mate[u] = v
        mate[v] = u
    return mate


def _big_integer_matching(count: int, edges: Sequence[Edge], weights: Sequence[int]) -> list[int]:
    """Return the same matching where the numbers are too long for 128 bits."""
    pair = (max(weights) + 1) * count
    worth = {(u, v): pair + w for (u, v, _), w in zip(edges, weights, strict=True)}
    blossoms = Blossoms(count, worth)
    blossoms.solve()
    return blossoms.mate


def highest_worth(count: int, edges: Sequence[Edge]) -> int:
    """Return the most that pairs of a matching can be worth together."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([edge for edge in edges if edge[2] > 0])
    matching = rustworkx.max_weight_matching(graph, weight_fn=int)
    return sum(graph.get_edge_data(u, v) for u, v in matching)


def weigh_pairs(
    count: int, edges: Sequence[Edge], chance: Rng, alone: Sequence[int] = ()
) -> list[int]:
    """Return what each pair is worth: its saving above its cost, then luck."""
    if not edges:
        return []
    if alone:
        worth = [alone[u] + alone[v] - cost for u, v, cost in edges]
    else:
        worth = [-cost for _, _, cost in edges]
    lowest = min(worth)
    room = count.bit_length()
    span = (max(worth) - lowest + 1).bit_length()
    luck = min(LUCK, max(LUCK // 2, WIDTH - span - room))
    shift = luck + room
    drop = WORD_BITS - luck
    # Few pairs differ in worth, and most in luck alone.
    above = {value: value - lowest << shift for value in set(worth)}
    by_luck = map(rshift, random_words(len(edges), chance), repeat(drop))
    return list(map(add, map(above.__getitem__, worth), by_luck))
