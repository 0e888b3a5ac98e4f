"""The last round of a Swiss event: which places the open games leave to whom.

Few open games are tried in every way they can end, with head-to-head and strength of
schedule; only differentials, which are not known yet, are left open. Where there are
more, `last_round_points` counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final

import msgspec

from padd.core.model import PlayerId
from padd.core.scoring.results import ScoredEvent
from padd.core.scoring.standings import HEAD_TO_HEAD, STRENGTH_OF_SCHEDULE, disqualified_players
from padd.core.scoring.terms import PLAYED, WINS, Code
from padd.rulebooks.schema import Rulebook

KNOWN_STEPS: Final = (HEAD_TO_HEAD, STRENGTH_OF_SCHEDULE)
"""The tiebreaks that follow from results alone, without a differential."""
A_PAIR: Final = 2
MOST_TRIED: Final = 45_000
"""Up to how many lines, players times ways to end, every way is tried."""


class PlaceRange(msgspec.Struct, frozen=True, gc=False):
    """The best and the worst place that can still be reached."""

    best: int
    worst: int

    def widened(self, other: PlaceRange) -> PlaceRange:
        """Return the places of this and of another possibility."""
        return PlaceRange(min(self.best, other.best), max(self.worst, other.worst))


class ClusterEnding(msgspec.Struct, frozen=True, gc=False):
    """One way in which the open games that hang together can end."""

    added: tuple[int, ...]
    """Victory points for each player of the cluster."""
    won: tuple[tuple[int, int], ...]
    """Winner and loser of each decided game."""


class Cluster(msgspec.Struct, frozen=True):
    """Open games that share players: nearly always one table."""

    players: tuple[int, ...]
    ways: tuple[ClusterEnding, ...]


class PlayerCase(msgspec.Struct, frozen=True):
    """One player with their own games ended: what every other player is measured by."""

    me: int
    points: int
    own: int
    """The cluster of the player's own games; -1 if they are all played."""
    totals: list[int]
    """Every player's points, without what the other clusters add."""
    balance: Mapping[int, int]
    """Won less lost games against each opponent."""


class LastRoundField:
    """Every player's points, opponents and open games, by number."""

    def __init__(self, scored: ScoredEvent, book: Rulebook, clusters: Sequence[Cluster]) -> None:
        event = scored.event
        self.ids: list[PlayerId] = [player.id for player in event.players]
        self.number = {player: at for at, player in enumerate(self.ids)}
        expelled = disqualified_players(event)
        self.ranked = [at for at, player in enumerate(self.ids) if player not in expelled]
        self.counts = [player not in expelled for player in self.ids]
        self.clusters = clusters
        self.cluster_of = [-1] * len(self.ids)
        for at, cluster in enumerate(clusters):
            for player in cluster.players:
                self.cluster_of[player] = at
        rules = book.standings
        self.steps = _known_steps(rules.tiebreaks)
        self.retested = rules.head_to_head_retested
        self.struck = rules.schedule_strikes_lowest
        most = book.scoring.points.full_win * event.swiss_rounds
        self.earned_bye = most if rules.earned_bye_opponent is not None else 0
        self.points = [0] * len(self.ids)
        self.opponents: list[list[int]] = [[] for _ in self.ids]
        self.given: list[list[int]] = [[] for _ in self.ids]
        self.balance: list[dict[int, int]] = [{} for _ in self.ids]
        self._read(scored)

    def _read(self, scored: ScoredEvent) -> None:
        for round_ in scored.rounds:
            for me, result in enumerate(round_.results):
                self.points[me] += 0 if result.code is Code.PENDING else result.vp
                them = result.opponent
                if them is None or result.code in {Code.BYE, Code.MISSED_GAME}:
                    earned = result.code is Code.EARNED_BYE
                    self.given[me].append(self.earned_bye if earned else 0)
                    continue
                rival = self.number[them]
                self.opponents[me].append(rival)
                if result.code in PLAYED and result.code is not Code.TRUE_TIE:
                    won = 1 if result.code in WINS else -1
                    self.balance[me][rival] = self.balance[me].get(rival, 0) + won

    def case(self, me: int, own: ClusterEnding | None) -> PlayerCase:
        """Return a player with their own games ended in one way."""
        totals = self.points.copy()
        balance = self.balance[me]
        at = self.cluster_of[me]
        if own is not None:
            balance = balance.copy()
            for player, added in zip(self.clusters[at].players, own.added, strict=True):
                totals[player] += added
            for winner, loser in own.won:
                if me in {winner, loser}:
                    rival, won = (loser, 1) if winner == me else (winner, -1)
                    balance[rival] = balance.get(rival, 0) + won
        return PlayerCase(me, totals[me], at if own is not None else -1, totals, balance)

    @property
    def few(self) -> bool:
        """Whether every way to end the open games can be tried."""
        ways = prod(len(cluster.ways) for cluster in self.clusters)
        return ways * len(self.ids) <= MOST_TRIED

    def ways_of(self, player: int) -> tuple[ClusterEnding | None, ...]:
        """Return how the open games of a player can end."""
        at = self.cluster_of[player]
        return self.clusters[at].ways if at >= 0 else (None,)

    def tried(self) -> list[list[PlaceRange]]:
        """Return the places of every player, for each way to end their own games."""
        best = [[len(self.ids)] * len(self.ways_of(index)) for index in range(len(self.ids))]
        worst = [[0] * len(places) for places in best]
        numbered = [tuple(enumerate(cluster.ways)) for cluster in self.clusters]
        for chosen in product(*numbered):
            totals = self.points.copy()
            won: set[tuple[int, int]] = set()
            for cluster, (_, way) in zip(self.clusters, chosen, strict=True):
                won.update(way.won)
                for player, added in zip(cluster.players, way.added, strict=True):
                    totals[player] += added
            positions = [at for at, _ in chosen]
            start = 0
            for group in self._in_order(totals, won):
                end = start + len(group)
                for player in group:
                    cluster_at = self.cluster_of[player]
                    way_at = positions[cluster_at] if cluster_at >= 0 else 0
                    best[player][way_at] = min(best[player][way_at], start + 1)
                    worst[player][way_at] = max(worst[player][way_at], end)
                start = end
        return [list(map(PlaceRange, high, low)) for high, low in zip(best, worst, strict=True)]

    def _in_order(self, totals: Sequence[int], won: set[tuple[int, int]]) -> Iterator[list[int]]:
        """Yield the players from the top, those left tied together."""
        levels: dict[int, list[int]] = {}
        for player in self.ranked:
            levels.setdefault(totals[player], []).append(player)
        for level in sorted(levels, reverse=True):
            tied = levels[level]
            if len(tied) == 1:
                yield tied
            else:
                yield from self._untied(tied, self.steps, totals, won)

    def _untied(
        self,
        tied: list[int],
        steps: tuple[str, ...],
        totals: Sequence[int],
        won: set[tuple[int, int]],
    ) -> Iterator[list[int]]:
        if not steps or len(tied) == 1:
            yield tied
            return
        step, later = steps[0], steps[1:]
        if step == HEAD_TO_HEAD:
            first, second = tied[0], tied[-1]
            balance = self.balance[first].get(second, 0)
            balance += ((first, second) in won) - ((second, first) in won)
            if len(tied) > A_PAIR or not balance:
                yield from self._untied(tied, later, totals, won)
            else:
                yield from ([first], [second]) if balance > 0 else ([second], [first])
            return
        levels: dict[int, list[int]] = {}
        for player in tied:
            levels.setdefault(self.schedule(player, totals), []).append(player)
        again = (HEAD_TO_HEAD, *later) if self.retested else later
        for level in sorted(levels, reverse=True):
            yield from self._untied(levels[level], again, totals, won)

    def schedule(self, player: int, totals: Sequence[int]) -> int:
        """Return a player's strength of schedule."""
        met = [totals[opponent] for opponent in self.opponents[player]] + self.given[player]
        if self.struck == 1:
            return sum(met) - min(met) if met else 0
        return sum(sorted(met)[self.struck :])


def _known_steps(steps: Iterable[str]) -> tuple[str, ...]:
    names = []
    for step in steps:
        if step not in KNOWN_STEPS:
            break
        names.append(step)
    return tuple(names)
