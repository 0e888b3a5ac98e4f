"""Pairing one late round: time as a ratio against peers, and memory.

Every field is a real history: its rounds were drawn by the engine and played with
all three kinds of results. The peers get the same field, and the time to hand it
over in their form is counted, as ours is. All of them take turns within one run,
because the speed of a machine drifts.

Goals: at most 0.1 of swisspair's time at 64 players, 0.8 at 1,024, 0.05 at 4,096 and
10,000; at most 0.3 of rustworkx over all legal pairs at 64, 0.05 at 1,024; 100,000
players in about a second; memory at most 1.2 times the loaded field; figures equal to
those of the full matching wherever that is run.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from math import ceil, log2
from random import Random
from statistics import mean, median
from typing import TYPE_CHECKING

import networkx as nx
import rustworkx
import swisspair

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.criteria.distant_pairs import ranks_of_totals
from padd.core.pairing.criteria.figures import figures_of
from padd.core.pairing.field import PairingField
from padd.core.pairing.round import Pairing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from padd.core.pairing.field import Pair

SIZES = (16, 64, 256, 1024, 4096, 10_000, 100_000)
FIELDS = {16: 40, 64: 40, 256: 12, 1024: 4, 4096: 4, 10_000: 3, 100_000: 1}
RUSTWORKX_UP_TO = 1024
NETWORKX_UP_TO = 64
SWISSPAIR_UP_TO = 10_000
RESULTS = ((4, 1), (1, 4), (4, 1), (1, 4), (3, 1), (1, 3), (2, 2))


def late_field(players: int, seed: int, extra: int = 0) -> PairingField:
    """Return the field before the round after the usual number of rounds."""
    rng = Random(seed)
    names = tuple(PlayerId(f"p{n:06}") for n in range(players))
    totals = dict.fromkeys(names, 0)
    met: dict[PlayerId, set[PlayerId]] = {name: set() for name in names}
    had: set[PlayerId] = set()
    for number in range(1, ceil(log2(players)) + 1 + extra):
        field = PairingField(
            players=names, totals=totals, met=met, had_bye=frozenset(had), round_number=number
        )
        draw = best_pairings(field, seed=seed)
        assert isinstance(draw, Pairing)
        for one, two in draw.tables:
            mine, theirs = rng.choice(RESULTS)
            totals[one] += mine
            totals[two] += theirs
            met[one].add(two)
            met[two].add(one)
        had |= set(draw.byes)
    return PairingField(
        players=names,
        totals=totals,
        met=met,
        had_bye=frozenset(had),
        round_number=ceil(log2(players)) + 1,
    )


def ours(field: PairingField) -> list[Pair]:
    draw = best_pairings(field, seed=1)
    assert isinstance(draw, Pairing)
    return list(draw.tables)


def by_swisspair(field: PairingField) -> list[Pair]:
    order = sorted(field.players, key=lambda p: -field.totals[p])
    players = [
        swisspair.Player(
            id=player,
            points=field.totals[player],
            rank=rank,
            can_get_bye=player not in field.had_bye,
            cannot_be_paired_against_ids=set(field.met[player]),
        )
        for rank, player in enumerate(order, 1)
    ]
    matches = swisspair.create_matches(players)
    return [(PlayerId(m.p1.id), PlayerId(m.p2.id)) for m in matches if m.p2]


def weighted_pairs(field: PairingField) -> Iterator[tuple[int, int, int]]:
    """Yield all legal pairs with the criteria packed into one number."""
    names = field.players
    totals = [field.totals[name] for name in names]
    steps = ranks_of_totals(totals)
    step = [steps[total] for total in totals]
    similar = (max(totals) - min(totals)) * len(names) + 1
    many = len(names)
    for u, name in enumerate(names):
        met = field.met[name]
        for v in range(u + 1, len(names)):
            if names[v] in met:
                continue
            gap = abs(totals[u] - totals[v])
            far = abs(step[u] - step[v]) > 1
            yield u, v, -((many * far + (gap > 0)) * similar + gap)


def by_rustworkx(field: PairingField) -> list[Pair]:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(field.players)))
    graph.add_edges_from(list(weighted_pairs(field)))
    found = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda weight: weight
    )
    return [(field.players[u], field.players[v]) for u, v in found]


def by_networkx(field: PairingField) -> list[Pair]:
    graph = nx.Graph()
    graph.add_weighted_edges_from(weighted_pairs(field))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return [(field.players[u], field.players[v]) for u, v in found]


PEERS: dict[str, tuple[Callable[[PairingField], list[Pair]], int]] = {
    "ours": (ours, max(SIZES)),
    "swisspair": (by_swisspair, SWISSPAIR_UP_TO),
    "rustworkx": (by_rustworkx, RUSTWORKX_UP_TO),
    "networkx": (by_networkx, NETWORKX_UP_TO),
}


def compare(size: int, *, extra: int = 0) -> None:
    """Print mean seconds for one size, and ratios by mean and by median.

    A few late rounds need distant pairs and the exact matching; the mean shows
    them, the median the round that a director usually waits for.
    """
    times: dict[str, list[float]] = {}
    worse: dict[str, int] = dict.fromkeys(PEERS, 0)
    slowest = 0.0
    count = FIELDS[size]
    for seed in range(count):
        field = late_field(size, seed, extra)
        best: tuple[int, ...] = ()
        for name, (solve, limit) in PEERS.items():
            if size > limit:
                continue
            gc.collect()
            start = time.perf_counter()
            pairs = solve(field)
            taken = time.perf_counter() - start
            times.setdefault(name, []).append(taken)
            key = figures_of(field, pairs, ()).key
            if name == "ours":
                best, slowest = key, max(slowest, taken)
            elif name == "rustworkx":
                assert key == best, (size, seed, key, best)
            worse[name] += key != best
    own = times.pop("ours")
    parts = [f"{size:>7}  ours {mean(own):.5f} s (worst {slowest:.5f})"]
    parts += [
        f"{name} {mean(taken):.4f} s (ours/{name} {mean(own) / mean(taken):.3f} "
        f"by mean, {median(own) / median(taken):.3f} by median, "
        f"not best {worse[name]} of {count})"
        for name, taken in times.items()
    ]
    print("; ".join(parts), flush=True)


def memory(size: int) -> None:
    """Print the highest memory while pairing as a multiple of the loaded field."""
    tracemalloc.start()
    field = late_field(size, 0)
    gc.collect()
    loaded, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    draw = best_pairings(field, seed=1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(draw, Pairing)
    print(f"{size:>7}  memory {peak / loaded:.2f} × the loaded field")


def main() -> None:
    print("the round after log2(players) rounds")
    for size in SIZES:
        compare(size)
    print("three rounds later: more rounds that no counting proves")
    for size in (64, 256, 1024):
        compare(size, extra=3)
    for size in (1024, 10_000, 100_000):
        memory(size)


if __name__ == "__main__":
    main()
