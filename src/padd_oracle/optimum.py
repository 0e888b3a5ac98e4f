"""The best pairings of OPG5 §7.6 and OPG4 §7.6, found twice.

Small fields are tried out completely; larger ones are solved by matching.
The order of the figures is the order of the preferences: a list that is smaller
in Python's sense is the better pairing.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

import rustworkx

from padd_oracle.field import Field, Pair

Cost = Callable[[str, str], int]

ALL_TRIED = 10  # up to here every pairing is looked at
FUTURE_JUDGED = 12  # up to here the rounds to come are looked at

FIGURES = (
    "rematches",
    "byes",
    "second_byes",
    "bye_vp",
    "distant_pairs",
    "unequal_pairs",
    "total_difference",
)


class Drawn(NamedTuple):
    """One way to seat the players of a field."""

    pairs: tuple[Pair, ...]
    byes: tuple[str, ...]


def figures_of(field: Field, drawn: Drawn) -> list[int]:
    """Return the seven figures of a pairing, in the order of FIGURES."""
    met, totals = field.met, field.totals
    present = sorted({totals[one] for pair in drawn.pairs for one in pair})
    step = {total: number for number, total in enumerate(present)}
    gaps = [(totals[a], totals[b]) for a, b in drawn.pairs]
    return [
        sum(frozenset(pair) in met for pair in drawn.pairs),
        len(drawn.byes),
        sum(one in field.had_bye for one in drawn.byes),
        sum(totals[one] for one in drawn.byes),
        sum(abs(step[a] - step[b]) > 1 for a, b in gaps),
        sum(a != b for a, b in gaps),
        sum(abs(a - b) for a, b in gaps),
    ]


def every_pairing(
    players: tuple[str, ...], byes: int, met: frozenset[frozenset[str]]
) -> Iterator[Drawn]:
    """Yield each way to seat the players with so many byes and without a repeat."""
    if len(players) < byes:
        return
    if not players:
        yield Drawn((), ())
        return
    first, rest = players[0], players[1:]
    for other in rest:
        if frozenset({first, other}) not in met:
            left = tuple(one for one in rest if one != other)
            for drawn in every_pairing(left, byes, met):
                yield Drawn(((first, other), *drawn.pairs), drawn.byes)
    if byes:
        for drawn in every_pairing(rest, byes - 1, met):
            yield Drawn(drawn.pairs, (first, *drawn.byes))


def all_best(field: Field) -> tuple[list[int], list[Drawn]]:
    """Return the best figures and all pairings that have them, by trying all."""
    pool = field.pool
    for byes in range(len(pool) % 2, len(pool) + 1, 2):
        best: list[int] | None = None
        found: list[Drawn] = []
        for drawn in every_pairing(pool, byes, field.met):
            figures = figures_of(field, drawn)
            if best is None or figures < best:
                best, found = figures, []
            if figures == best:
                found.append(drawn)
        if best is not None:
            return best, found
    raise AssertionError("a field can always be given byes")


def one_best(field: Field) -> tuple[list[int], Drawn]:
    """Return the best figures and one pairing that has them, by matching."""
    pool = field.pool
    byes = len(pool) - 2 * len(_matched(field, pool, _no_cost))
    candidates = _cheapest_byes(field, byes)
    solved = []
    for out in candidates:
        pairs = _best_pairs(field, out)
        if pairs is not None:
            solved.append(Drawn(pairs, out))
    best = min(solved, key=lambda drawn: figures_of(field, drawn))
    return figures_of(field, best), best


def best_of(field: Field) -> list[int]:
    """Return the best seven figures that a field allows."""
    if len(field.pool) <= ALL_TRIED:
        return all_best(field)[0]
    return one_best(field)[0]


def _cheapest_byes(field: Field, byes: int) -> list[tuple[str, ...]]:
    """Return the sets of bye players that share the best figures and leave a pairing.

    Sets are tried from the best upwards, as AMB-2 and AMB-3 search.
    """
    sets = sorted(combinations(field.pool, byes), key=lambda out: figures_of(field, Drawn((), out)))
    found: list[tuple[str, ...]] = []
    for out in sets:
        if found and _bye_figures(field, out) > _bye_figures(field, found[0]):
            break
        rest = tuple(one for one in field.pool if one not in out)
        if 2 * len(_matched(field, rest, _no_cost)) == len(rest):
            found.append(out)
    return found


def _bye_figures(field: Field, out: tuple[str, ...]) -> list[int]:
    """Return how many second byes a set holds and what its players have."""
    return figures_of(field, Drawn((), out))[2:4]


def _best_pairs(field: Field, out: tuple[str, ...]) -> tuple[Pair, ...] | None:
    """Return the best pairs once the byes are given, or None if a player is left."""
    rest = tuple(one for one in field.pool if one not in out)
    steps = sorted({field.totals[one] for one in rest})
    # Each figure weighs more than the sum of all that come after it.
    unequal = len(rest) * (max(steps, default=0) - min(steps, default=0) + 1) + 1
    distant = unequal * (len(rest) + 1)

    def cost(one: str, other: str) -> int:
        a, b = field.totals[one], field.totals[other]
        far = abs(steps.index(a) - steps.index(b)) > 1
        return distant * far + unequal * (a != b) + abs(a - b)

    pairs = _matched(field, rest, cost)
    return pairs if 2 * len(pairs) == len(rest) else None


def _no_cost(_one: str, _other: str) -> int:
    """Return that every pair is as good as any other."""
    return 0


def _matched(field: Field, players: tuple[str, ...], cost: Cost) -> tuple[Pair, ...]:
    """Return as many repeat-free pairs as there can be, at the least cost."""
    edges = [
        (a, b, cost(players[a], players[b]))
        for a, b in combinations(range(len(players)), 2)
        if frozenset({players[a], players[b]}) not in field.met
    ]
    dearest = max((edge[2] for edge in edges), default=0)
    graph: rustworkx.PyGraph[str, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(players)
    graph.add_edges_from([(a, b, dearest + 1 - price) for a, b, price in edges])
    found = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=int, verify_optimum=True
    )
    # The matching comes as a set in random order: an event follows from its seed alone.
    return tuple((players[a], players[b]) for a, b in sorted(map(sorted, found)))
