"""The last round with many open games: points are counted table by table.

That is exact, as no table depends on another; a tie on victory points may then go
either way. Only at the top, where a place is a prize, ties are looked at as well:
one that is certain to go for or against a player is counted so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from operator import mul
from typing import Final

import msgspec

from padd.core.scoring.last_round import (
    Cluster,
    ClusterEnding,
    LastRoundField,
    PlaceRange,
    PlayerCase,
)
from padd.core.scoring.standings import HEAD_TO_HEAD, STRENGTH_OF_SCHEDULE

TOP: Final = 3
"""From which place down every tie is left open."""


class Counting:
    """Counts for one player after the other, by how many points there are to pass."""

    def __init__(self, field: LastRoundField) -> None:
        self.field = field
        self._counted: dict[int, list[_Counts]] = {}

    def places(self, me: int, own: ClusterEnding | None) -> PlaceRange:
        """Return the places of a player with their own games ended in one way."""
        case = self.field.case(me, own)
        counts = self._counts_at(case.points)
        free = [count for at, count in enumerate(counts) if at != case.own]
        settled = [case.totals[player] for player in players_settled(self.field, case)]
        above = 1 + sum(total > case.points for total in settled)
        level = settled.count(case.points)
        best = above + sum(count.fewest for count in free)
        worst = above + level + sum(count.most for count in free)
        if best <= TOP and self.field.steps:
            best = _Ties(self.field, case, -1).place()
        if above + sum(count.most_above for count in free) <= TOP and self.field.steps:
            worst = _Ties(self.field, case, 1).place()
        return PlaceRange(best, worst)

    def _counts_at(self, points: int) -> list[_Counts]:
        """Return for every cluster how many of its players come where."""
        if points not in self._counted:
            self._counted[points] = [
                self._count(cluster, points) for cluster in self.field.clusters
            ]
        return self._counted[points]

    def _count(self, cluster: Cluster, points: int) -> _Counts:
        above, reached = [], []
        for way in cluster.ways:
            totals = [
                self.field.points[player] + added
                for player, added in zip(cluster.players, way.added, strict=True)
                if self.field.counts[player]
            ]
            above.append(sum(total > points for total in totals))
            reached.append(sum(total >= points for total in totals))
        return _Counts(min(above), max(above), max(reached))


class _Counts(msgspec.Struct, frozen=True, gc=False):
    """How many of a cluster can come above, and above or level."""

    fewest: int
    most_above: int
    most: int


def players_settled(field: LastRoundField, case: PlayerCase) -> Iterator[int]:
    """Yield every other player whose points are known in a case."""
    for player in field.ranked:
        if player != case.me and field.cluster_of[player] in {-1, case.own}:
            yield player


class _Ties:
    """A place where ties that are certain are counted: the best (-1), the worst (1)."""

    def __init__(self, field: LastRoundField, case: PlayerCase, towards: int) -> None:
        self.field, self.case, self.towards = field, case, towards
        self.free = [cluster for at, cluster in enumerate(field.clusters) if at != case.own]
        self.rivals = self._rivals()
        self._against: dict[int, bool] = {}

    def _rivals(self) -> set[int]:
        """Return who may end level."""
        field, case = self.field, self.case
        rivals = {
            player for player in players_settled(field, case) if case.totals[player] == case.points
        }
        for cluster in self.free:
            for seat, player in enumerate(cluster.players):
                need = case.points - field.points[player]
                if any(way.added[seat] == need for way in cluster.ways):
                    rivals.add(player)
        return {player for player in rivals if field.counts[player]}

    def place(self) -> int:
        """Return a place that no player can pass."""
        field, case = self.field, self.case
        place = 1 + sum(
            self._ahead(player, case.totals[player]) for player in players_settled(field, case)
        )
        for cluster in self.free:
            ways = [
                sum(
                    self._ahead(player, field.points[player] + added)
                    for player, added in zip(cluster.players, way.added, strict=True)
                    if field.counts[player]
                )
                for way in cluster.ways
            ]
            place += max(ways) if self.towards > 0 else min(ways)
        return place

    def _ahead(self, player: int, total: int) -> bool:
        """Tell whether a player counts as ahead, in a tie as it suits."""
        if total != self.case.points:
            return total > self.case.points
        if player not in self._against:
            sure = self._sure(player)
            self._against[player] = sure if self.towards < 0 else not sure
        return self._against[player]

    def _sure(self, rival: int) -> bool:
        """Tell whether a tie with a rival is certain not to end as it would suit."""
        won = self.case.balance.get(rival, 0) * self.towards
        head_to_head = HEAD_TO_HEAD in self.field.steps
        if head_to_head and won and len(self.rivals) == 1:
            return won > 0
        if STRENGTH_OF_SCHEDULE not in self.field.steps or (head_to_head and won < 0):
            return False
        better, worse = self.case.me, rival
        if self.towards < 0:
            better, worse = worse, better
        return self._least_difference(better, worse, rival) > 0

    def _least_difference(self, me: int, other: int, rival: int) -> int:
        """Return what one's schedule exceeds the other's by at least.

        Leaving out any entry gives at most the schedule of the one; the entry that
        the other leaves out is tried in turn. What is left adds up table by table.
        """
        field, base = self.field, self.case.totals
        struck = field.struck
        mine, theirs = field.opponents[me], field.opponents[other]
        order = sorted(range(len(mine)), key=lambda at: base[mine[at]])
        low = sorted(field.given[me])
        while struck and (low or order):  # the lowest so far, most likely the lowest
            if low and (not order or low[0] <= base[mine[order[0]]]):
                low.pop(0)
            else:
                order.pop(0)
            struck -= 1
        weight: dict[int, int] = {}
        for at in order:
            weight[mine[at]] = weight.get(mine[at], 0) + 1
        for player in theirs:
            weight[player] = weight.get(player, 0) - 1
        start = sum(low) - sum(field.given[other])
        start += sum(base[player] * factor for player, factor in weight.items())
        parts = {
            at: self._part(at, weight, rival)
            for at in {field.cluster_of[player] for player in weight}
            if at not in {-1, self.case.own}
        }
        least = start + sum(parts.values())
        left_out: list[tuple[int | None, int]] = [(None, points) for points in field.given[other]]
        left_out += [(player, base[player]) for player in theirs]
        return min(
            self._without(gone, weight, parts, rival) + least
            for gone in combinations(left_out, min(field.struck, len(left_out)))
        )

    def _without(
        self,
        gone: Iterable[tuple[int | None, int]],
        weight: Mapping[int, int],
        parts: Mapping[int, int],
        rival: int,
    ) -> int:
        """Return by how much the least grows if some entries are left out."""
        changed = dict(weight)
        touched = set()
        grown = 0
        for player, points in gone:
            grown += points
            if player is not None:
                changed[player] += 1
                touched.add(self.field.cluster_of[player])
        return grown + sum(
            self._part(at, changed, rival) - parts[at] for at in touched if at in parts
        )

    def _part(self, at: int, weight: Mapping[int, int], rival: int) -> int:
        """Return the least that one table adds to weighted points.

        The rival's own table ends so that the rival is level.
        """
        players, ways = self.field.clusters[at].players, self.field.clusters[at].ways
        if rival in players:
            seat = players.index(rival)
            need = self.case.points - self.field.points[rival]
            ways = tuple(way for way in ways if way.added[seat] == need)
        factors = [weight.get(player, 0) for player in players]
        added: list[int] = [sum(map(mul, factors, way.added)) for way in ways]
        return min(added)
