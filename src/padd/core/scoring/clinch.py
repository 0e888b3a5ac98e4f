"""What can still happen: who has clinched, who is out, what a player needs.

The last round is calculated in `last_round`, up to the tiebreaks that follow from
results, or counted on victory points in `last_round_points`. Before it is paired,
points are counted over every pairing there could be. All of it is sound: nobody
finishes outside the places given. Games are taken to be played; a drop or a penalty
changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

import msgspec

from padd.core.model import Ending, Event, Match, PlayerId
from padd.core.scenarios.round_blocks import block_length
from padd.core.scoring.last_round import (
    Cluster,
    ClusterEnding,
    LastRoundField,
    PlaceRange,
    PlayerCase,
)
from padd.core.scoring.last_round_points import Counting
from padd.core.scoring.results import ScoredEvent, match_results
from padd.core.scoring.standings import COIN_TOSS, TIE_BREAKER_GAME, Standings, swiss_standings
from padd.core.scoring.terms import WINS, Code, Terms, terms_of
from padd.rulebooks.schema import Rulebook

MOST_WAYS: Final = 700
"""In how many ways games that share players may end before they are told apart."""
LEFT_OPEN: Final = frozenset({COIN_TOSS, TIE_BREAKER_GAME})
MARGINS: Final = ((Ending.COMPLETE, 100, 50), (Ending.TIME, 60, 40))


class Clinch(msgspec.Struct, frozen=True):
    """Where every player can still finish."""

    places: dict[PlayerId, PlaceRange]
    by_result: dict[PlayerId, dict[Code, PlaceRange]]
    """For every player with one open game: where each of its results leads."""
    exact: bool
    """Whether ties are settled by all that is known before a differential is."""
    open_games: int
    rounds_left: int


class _Game(msgspec.Struct, frozen=True):
    """An open game and the results that it can have."""

    players: tuple[int, int]
    ends: tuple[tuple[tuple[Code, Code], ClusterEnding], ...]
    """The results of both players, and what they come to."""


def clinch_of(
    scored: ScoredEvent, book: Rulebook, *, rounds_left: int, standings: Standings | None = None
) -> Clinch:
    """Return where every player of a Swiss event can still finish.

    Pass the standings if they are at hand, so that nothing is ranked twice.
    """
    event = scored.event
    terms = terms_of(event, book)
    number = {player.id: at for at, player in enumerate(event.players)}
    games = [_game(match, terms, number) for match in _open_games(event)]
    clusters, told_apart = _clusters(games)
    field = LastRoundField(scored, book, clusters)
    reading = _ClinchSearch(field, games)
    exact = not rounds_left and not told_apart and field.few
    if not games and not rounds_left:
        reading.read_off(standings or swiss_standings(scored, book))
    elif rounds_left:
        coming = Coming(event, book, field, rounds_left)
        reading.note_all(lambda me, way: coming.places(field.case(me, way)))
    elif exact:
        reading.note_tried()
    else:
        reading.note_all(Counting(field).places)
    return Clinch(reading.places, reading.by_result, exact, len(games), rounds_left)


def _open_games(event: Event) -> tuple[Match, ...]:
    return tuple(
        match
        for round_ in event.rounds
        for match in round_.matches
        if match.ending is None or match.ending is Ending.DELAYED
    )


def _game(match: Match, terms: Terms, number: dict[PlayerId, int]) -> _Game:
    """Return a game with every result that it can have."""
    one, other = number[match.players[0]], number[match.players[1]]
    endings: dict[tuple[Code, Code], ClusterEnding] = {}
    for played in _endings(match):
        first, second = match_results(played, terms)
        won: tuple[tuple[int, int], ...] = ()
        if first.code in WINS:
            won = ((one, other),)
        elif second.code in WINS:
            won = ((other, one),)
        endings[first.code, second.code] = ClusterEnding((first.vp, second.vp), won)
    return _Game((one, other), tuple(endings.items()))


def _endings(match: Match) -> Iterator[Match]:
    open_ = msgspec.structs.replace(match, missions=None)
    first, second = match.players
    for ending, high, low in MARGINS:
        for winner, scores in ((first, (high, low)), (second, (low, high))):
            yield msgspec.structs.replace(open_, ending=ending, winner=winner, scores=scores)
    yield msgspec.structs.replace(open_, ending=Ending.TIME, winner=None, scores=(50, 50))


def _clusters(games: Sequence[_Game]) -> tuple[list[Cluster], bool]:
    """Put games together that share a player: a delayed one and the present one.

    Too many of them are told apart: each player then gets what their own games can
    give, whatever the others get. That is more than can happen, never less.
    """
    groups: list[list[_Game]] = []
    for game in games:
        mine = [group for group in groups if _shares(group, game)]
        groups = [group for group in groups if group not in mine]
        groups.append([*(other for group in mine for other in group), game])
    clusters: list[Cluster] = []
    told_apart = False
    for group in groups:
        count = 1
        for game in group:
            count *= len(game.ends)
        if count <= MOST_WAYS:
            clusters.append(_joint_endings(group))
        else:
            told_apart = True
            clusters.extend(_separate_endings(group))
    return clusters, told_apart


def _shares(group: Iterable[_Game], game: _Game) -> bool:
    return any(set(played.players) & set(game.players) for played in group)


def _joint_endings(group: Sequence[_Game]) -> Cluster:
    players = tuple(dict.fromkeys(player for game in group for player in game.players))
    seat = {player: at for at, player in enumerate(players)}
    ways: dict[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ClusterEnding] = {}
    for ends in product(*(game.ends for game in group)):
        added = [0] * len(players)
        for game, (_, way) in zip(group, ends, strict=True):
            for player, points in zip(game.players, way.added, strict=True):
                added[seat[player]] += points
        ending = ClusterEnding(tuple(added), tuple(win for _, way in ends for win in way.won))
        ways.setdefault((ending.added, ending.won), ending)
    return Cluster(players, tuple(ways.values()))


def _separate_endings(group: Sequence[_Game]) -> Iterator[Cluster]:
    for player in dict.fromkeys(player for game in group for player in game.players):
        sums = {0}
        for game in group:
            if player in game.players:
                seat = game.players.index(player)
                sums = {had + way.added[seat] for had in sums for _, way in game.ends}
        yield Cluster((player,), tuple(ClusterEnding((added,), ()) for added in sorted(sums)))


class _ClinchSearch:
    """What is found out, player by player."""

    def __init__(self, field: LastRoundField, games: Sequence[_Game]) -> None:
        self.field = field
        self.places: dict[PlayerId, PlaceRange] = {}
        self.by_result: dict[PlayerId, dict[Code, PlaceRange]] = {}
        self.codes: dict[int, dict[ClusterEnding, list[Code]]] = {}
        for game in games:
            for seat, player in enumerate(game.players):
                at = field.cluster_of[player]
                if field.clusters[at].players == game.players:
                    own_codes = self.codes.setdefault(player, {})
                    for codes, way in game.ends:
                        own_codes.setdefault(way, []).append(codes[seat])

    def read_off(self, standings: Standings) -> None:
        """Read the places off the table; only a toss is still to come."""
        rows = [row for row in standings.rows if not row.disqualified]
        start = 0
        for at in range(1, len(rows) + 1):
            if at < len(rows) and rows[at].decided_by in LEFT_OPEN:
                continue
            for row in rows[start:at]:
                self.places[row.player] = PlaceRange(start + 1, at)
            start = at

    def note_tried(self) -> None:
        """Note where every player comes in every way that was tried."""
        tried = self.field.tried()
        for me in self.field.ranked:
            for way, places in zip(self.field.ways_of(me), tried[me], strict=True):
                self._note(me, way, places)

    def note_all(self, places: Callable[[int, ClusterEnding | None], PlaceRange]) -> None:
        """Note where every player comes, for each way to end their own games."""
        for me in self.field.ranked:
            for way in self.field.ways_of(me):
                self._note(me, way, places(me, way))

    def _note(self, me: int, way: ClusterEnding | None, places: PlaceRange) -> None:
        player = self.field.ids[me]
        self.places[player] = self.places.get(player, places).widened(places)
        if way is not None and me in self.codes:
            by_code = self.by_result.setdefault(player, {})
            by_code |= dict.fromkeys(self.codes[me][way], places)


class Coming:
    """The rounds that are not paired yet: who can reach how many points in them.

    In one round a player who needs a win needs an opponent who loses. So of those
    who need one, no more can get it than there are others to lose, and half of the
    rest. Written out: three times the players there even after a loss, twice those
    is there after a tie, and once every other player who plays, halved.
    """

    def __init__(
        self, event: Event, book: Rulebook, field: LastRoundField, rounds_left: int
    ) -> None:
        self.field, self.rounds_left = field, rounds_left
        points = book.scoring.points
        free = points.bye, points.earned_bye or 0
        self.win = max(points.full_win, points.modified_win, *free) * rounds_left
        self.tie = points.tie
        self.loss = max(points.full_loss, points.modified_loss)
        self.gone = [player.dropped_after is not None for player in event.players]
        coming = range(len(event.rounds) + 1, event.rounds_planned + 1)
        self.free = 1 + sum(
            number in coming for player in event.players for number in player.earned_byes
        )
        if block_length(event, book) > 1:
            # A player who left within a block leaves an opponent with a bye.
            self.free += sum(self.gone)

    def places(self, case: PlayerCase) -> PlaceRange:
        """Return where a player can come from what their own games gave."""
        high = case.points + (0 if self.gone[case.me] else self.win)
        above = reached = shares = 0
        for totals in self._totals(case):
            above += min(sum(points > high for points in way.values()) for way in totals)
            reached += max(self._reached(way, case.points) for way in totals)
            shares += max(self._shares(way, case.points) for way in totals)
        if self.rounds_left == 1:
            reached = min(reached, (shares + 1 + self.free) // 2)
        return PlaceRange(1 + above, 1 + reached)

    def _totals(self, case: PlayerCase) -> Iterator[list[dict[int, int]]]:
        """Yield the points of every other player, what hangs together together."""
        field = self.field
        for at, cluster in enumerate(field.clusters):
            if at != case.own:
                yield [
                    {
                        player: field.points[player] + added
                        for player, added in zip(cluster.players, way.added, strict=True)
                        if field.counts[player]
                    }
                    for way in cluster.ways
                ]
        yield [
            {
                player: case.totals[player]
                for player in field.ranked
                if player != case.me and field.cluster_of[player] in {-1, case.own}
            }
        ]

    def _reached(self, totals: Mapping[int, int], points: int) -> int:
        return sum(
            total + (0 if self.gone[player] else self.win) >= points
            for player, total in totals.items()
        )

    def _shares(self, totals: Mapping[int, int], points: int) -> int:
        share = 0
        for player, total in totals.items():
            if self.gone[player]:
                share += 2 * (total >= points)
            elif total + self.loss >= points:
                share += 3
            elif total + self.tie >= points:
                share += 2
            else:
                share += 1
        return share
