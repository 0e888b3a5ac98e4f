"""What can still happen: who has clinched, who is out, what a player needs.

Two readings, both sound: nobody ever finishes outside the places given. With few
open games every way they can end is tried, with head-to-head and strength of
schedule worked out for each; only differentials, which nobody knows yet, are left
open. With more, victory points alone are counted, game by game, and every tie is
left open. Games are taken to be played; a drop or a penalty changes the outlook.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.model import Ending, Match, PlayerId
from padd.core.results import Code, match_results, score_event, terms_of
from padd.core.standings import COIN_TOSS, DIFFERENTIAL, disqualified, rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from padd.core.model import Event
    from padd.core.results import Terms
    from padd.core.standings import Standings
    from padd.rulebooks.schema import Rulebook

MOST_TRIED: Final = 700
"""How many ways to end a round are tried one by one: four open games."""
MARGINS: Final = ((Ending.COMPLETE, 100, 50), (Ending.TIME, 60, 40))


class Places(msgspec.Struct, frozen=True):
    """The best and the worst place that can still be reached."""

    best: int
    worst: int

    def widened(self, other: Places) -> Places:
        """Return the places of this and of another possibility."""
        return Places(min(self.best, other.best), max(self.worst, other.worst))


class Outlook(msgspec.Struct, frozen=True):
    """Where everybody can still finish."""

    places: dict[PlayerId, Places]
    by_result: dict[PlayerId, dict[Code, Places]]
    """For everybody with an open game: where each of its results leads."""
    exact: bool
    """Whether strength of schedule and head-to-head were worked out."""
    open_games: int
    rounds_left: int


class _Way(msgspec.Struct, frozen=True):
    """One way in which a game can end."""

    match: Match
    codes: dict[PlayerId, Code]
    points: dict[PlayerId, int]


def outlook(event: Event, book: Rulebook, *, rounds_left: int) -> Outlook:
    """Return where everybody of a Swiss event can still finish."""
    terms = terms_of(event, book)
    games = [_ways(match, terms) for match in _open(event)]
    count = 1
    for ways in games:
        count *= len(ways)
    exact = rounds_left == 0 and count <= MOST_TRIED
    if exact:
        places, by_result = _tried(event, book, games)
    else:
        places, by_result = _counted(event, book, games, rounds_left)
    return Outlook(places, by_result, exact, len(games), rounds_left)


def _open(event: Event) -> tuple[Match, ...]:
    return tuple(
        match
        for round_ in event.rounds
        for match in round_.matches
        if match.ending is None or match.ending is Ending.DELAYED
    )


def _ways(match: Match, terms: Terms) -> tuple[_Way, ...]:
    """Return every result that a game can have, as one game each."""
    found: dict[tuple[Code, ...], _Way] = {}
    for played in _endings(match):
        results = match_results(played, terms)
        way = _Way(
            played,
            {result.player: result.code for result in results},
            {result.player: result.vp for result in results},
        )
        found.setdefault(tuple(result.code for result in results), way)
    return tuple(found.values())


def _endings(match: Match) -> Iterator[Match]:
    open_ = msgspec.structs.replace(match, missions=None)
    one, other = match.players
    for ending, high, low in MARGINS:
        for winner, scores in ((one, (high, low)), (other, (low, high))):
            yield msgspec.structs.replace(
                open_, ending=ending, winner=winner, scores=scores
            )
    yield msgspec.structs.replace(
        open_, ending=Ending.TIME, winner=None, scores=(50, 50)
    )


def _tried(
    event: Event, book: Rulebook, games: Sequence[tuple[_Way, ...]]
) -> tuple[dict[PlayerId, Places], dict[PlayerId, dict[Code, Places]]]:
    """Try every way the open games can end."""
    open_ended = msgspec.structs.replace(
        book, standings=msgspec.structs.replace(book.standings, tiebreaks=_known(book))
    )
    places: dict[PlayerId, Places] = {}
    by_result: dict[PlayerId, dict[Code, Places]] = {}
    for chosen in product(*games):
        ended = {way.match.players: way.match for way in chosen}
        tried = _with(event, ended)
        found = rank(score_event(tried, open_ended), open_ended)
        codes = {p: code for way in chosen for p, code in way.codes.items()}
        for player, reached in _reached(found):
            places[player] = places.get(player, reached).widened(reached)
            if player in codes:
                held = by_result.setdefault(player, {})
                before = held.get(codes[player], reached)
                held[codes[player]] = before.widened(reached)
    return places, by_result


def _known(book: Rulebook) -> tuple[str, ...]:
    """Return the tiebreaks that do not wait for a differential."""
    steps = book.standings.tiebreaks
    at = steps.index(DIFFERENTIAL) if DIFFERENTIAL in steps else len(steps)
    return (*steps[:at], COIN_TOSS)


def _with(event: Event, ended: Mapping[tuple[PlayerId, PlayerId], Match]) -> Event:
    rounds = tuple(
        msgspec.structs.replace(
            round_,
            matches=tuple(
                ended.get(match.players, match)
                if match.ending is None or match.ending is Ending.DELAYED
                else match
                for match in round_.matches
            ),
        )
        for round_ in event.rounds
    )
    return msgspec.structs.replace(event, rounds=rounds, tossed=())


def _reached(found: Standings) -> Iterator[tuple[PlayerId, Places]]:
    """Yield where everybody can be, if what is left open falls either way."""
    rows = found.rows
    start = 0
    for at in range(1, len(rows) + 1):
        if at < len(rows) and rows[at].decided_by == COIN_TOSS:
            continue
        for row in rows[start:at]:
            yield row.player, Places(start + 1, at)
        start = at


def _counted(
    event: Event,
    book: Rulebook,
    games: Sequence[tuple[_Way, ...]],
    rounds_left: int,
) -> tuple[dict[PlayerId, Places], dict[PlayerId, dict[Code, Places]]]:
    """Count victory points game by game, with every tie left open."""
    field = _Field(event, book, games, rounds_left)
    places: dict[PlayerId, Places] = {}
    by_result: dict[PlayerId, dict[Code, Places]] = {}
    for player in field.points:
        own = field.game_of.get(player)
        if own is None:
            places[player] = field.places_of(player, 0, None)
            continue
        for way in own:
            reached = field.places_of(player, way.points[player], way)
            places[player] = places.get(player, reached).widened(reached)
            held = by_result.setdefault(player, {})
            before = held.get(way.codes[player], reached)
            held[way.codes[player]] = before.widened(reached)
    return places, by_result


class _Field:
    """Everybody's points so far, and what can still be added."""

    def __init__(
        self,
        event: Event,
        book: Rulebook,
        games: Sequence[tuple[_Way, ...]],
        rounds_left: int,
    ) -> None:
        scored = score_event(event, book)
        expelled = disqualified(event)
        self.points: dict[PlayerId, int] = {
            player.id: sum(
                result.vp
                for result in scored.results_of(player.id)
                if result.code is not Code.PENDING
            )
            for player in event.players
            if player.id not in expelled
        }
        self.games = games
        self.game_of = {
            player: ways for ways in games for player in ways[0].match.players
        }
        most = book.scoring.points.full_win * rounds_left
        self.more = {
            player.id: 0 if player.dropped_after is not None else most
            for player in event.players
        }

    def places_of(self, player: PlayerId, added: int, own: _Way | None) -> Places:
        """Return where a player can be after one result of the own game."""
        low = self.points[player] + added
        high = low + self.more[player]
        idle = [
            other
            for other in self.points
            if other != player and other not in self.game_of
        ]
        best = 1 + sum(self.points[other] > high for other in idle)
        worst = 1 + sum(self.points[o] + self.more[o] >= low for o in idle)
        for ways in self.games:
            mine = player in ways[0].match.players
            tried = [own] if mine and own is not None else ways
            best += min(self._above(way, player, high) for way in tried)
            worst += max(self._level(way, player, low) for way in tried)
        return Places(best, worst)

    def _others(self, way: _Way, player: PlayerId) -> Iterable[tuple[PlayerId, int]]:
        return (
            (other, self.points[other] + points)
            for other, points in way.points.items()
            if other != player and other in self.points
        )

    def _above(self, way: _Way, player: PlayerId, high: int) -> int:
        return sum(points > high for _, points in self._others(way, player))

    def _level(self, way: _Way, player: PlayerId, low: int) -> int:
        return sum(
            points + self.more[other] >= low
            for other, points in self._others(way, player)
        )
