"""The figures by which rounds are compared, counted from scratch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from padd.core.model import PlayerId
from padd.core.pairing.field import Figures, FutureRounds, Pair, PairingField


def steps_of(totals: Iterable[int]) -> dict[int, int]:
    """Return for each total present its place in the list of totals, 0 the highest."""
    return {t: i for i, t in enumerate(sorted(set(totals), reverse=True))}


def bye_class(field: PairingField, player: PlayerId) -> tuple[bool, int]:
    """Return how late in line for a bye a player stands; the lowest comes first."""
    return player in field.had_bye, field.totals[player]


def groups_of(field: PairingField, players: Iterable[PlayerId]) -> list[list[PlayerId]]:
    """Return the players by total, the highest total first, each group in id order."""
    totals = field.totals
    groups: dict[int, list[PlayerId]] = {}
    for player in sorted(players):
        groups.setdefault(totals[player], []).append(player)
    return [groups[total] for total in sorted(groups, reverse=True)]


def odd_boundaries(sizes: Iterable[int]) -> list[int]:
    """Return for each boundary between groups 1 if the players above are odd."""
    above = 0
    odd = []
    for size in sizes:
        above += size
        odd.append(above % 2)
    return odd[:-1]


def figures_of(
    field: PairingField,
    tables: Sequence[Pair],
    byes: Collection[PlayerId],
    future: FutureRounds = FutureRounds.UNKNOWN,
) -> Figures:
    """Return the figures of a round, whoever made it."""
    totals = field.totals
    met = field.met
    steps = steps_of(totals[player] for pair in tables for player in pair)
    rematches = distant = unequal = difference = 0
    for first, second in tables:
        if second in met.get(first, ()):
            rematches += 1
        gap = totals[first] - totals[second]
        if gap:
            unequal += 1
            difference += abs(gap)
            if abs(steps[totals[first]] - steps[totals[second]]) > 1:
                distant += 1
    return Figures(
        rematches=rematches,
        byes=len(byes),
        second_byes=sum(player in field.had_bye for player in byes),
        bye_vp=sum(totals[player] for player in byes),
        distant_pairs=distant,
        unequal_pairs=unequal,
        total_difference=difference,
        future=future,
    )


def in_table_order(totals: Mapping[PlayerId, int], pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs as tables: higher totals first, else in the order drawn."""
    seated = [(a, b) if (-totals[a], a) <= (-totals[b], b) else (b, a) for a, b in pairs]
    seated.sort(key=lambda pair: (-totals[pair[0]], -totals[pair[1]]))
    return tuple(seated)
