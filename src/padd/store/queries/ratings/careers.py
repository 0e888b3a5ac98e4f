"""Queries of careers: what events did to somebody's ratings.

- `history` gives what events did to somebody's ratings, the latest event first.
- `points` gives one rating after each event, the first event first, for a chart.
- `event_changes` gives what an event did to everybody in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any, Final, NamedTuple

import msgspec
from django.db.models import QuerySet

from padd.core.ratings.formula import sides_of_game
from padd.store.columns.packed_ratings import PackedChanges, PackedGame, SeriesName, decode_changes
from padd.store.models.ratings import RatedEvent
from padd.store.queries.ratings.generation import (
    PersonName,
    generation_read,
    in_generation,
    people_by_row,
    person_rows,
)
from padd.store.queries.ratings.lists import PAGE

LATEST_FIRST: Final = ("-starts_at", "-record__event__public_id", "-record__part")
"""The order in which events are rated (AMB-60), the other way round."""
AT_ONCE: Final = 100
"""How many events of a history are fetched and unpacked before the next are."""


class RatedGameRow(msgspec.Struct, frozen=True, kw_only=True):
    """One game behind a change: what was expected, what was scored."""

    round: int
    opponent: str
    opponent_handle: str
    opponent_rating: float
    expected: float
    score: float
    k: float
    """In a pod divided by the number of opponents."""
    change: float


class ChangeLine(msgspec.Struct, frozen=True, kw_only=True):
    """What one event did to one rating of one person, and why."""

    event: str
    event_name: str
    starts_at: datetime
    series: SeriesName
    k: int
    rulebook: str
    before: float
    after: float
    games: tuple[RatedGameRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChange:
    """What an event did to one rating of one of its players."""

    part: str
    series: SeriesName
    k: int
    person: str
    handle: str
    before: float
    after: float
    games: int


def rating_changes(
    person: str, *, edition: str = "", list_: str = "", limit: int = PAGE, offset: int = 0
) -> tuple[ChangeLine, ...]:
    """Return what events did to somebody's ratings, the latest first; four queries."""
    own = person_rows(person)
    most = offset + limit
    rated: list[tuple[_Rated, int, list[PackedGame], int]] = []
    for row in _rated_events(own, edition, at_once=max(AT_ONCE, most)):
        at = row.seat(own)
        games = row.games_at(at)
        rated += [
            (row, at, games, number)
            for number, series in enumerate(row.changes.series)
            if list_ in ("", series.list)
        ]
        if len(rated) >= most:
            break
    chosen = rated[offset:most]
    met = {
        row.changes.players[game.second if at == game.first else game.first]
        for row, at, games, _ in chosen
        for game in games
    }
    people = people_by_row(met)
    return tuple(_change(*row, people) for row in chosen)


class _Rated(NamedTuple):
    """A rated event, as far as a history needs it."""

    event: str
    name: str
    starts_at: datetime
    changes: PackedChanges

    def seat(self, own: Sequence[int]) -> int:
        """Return where a person stands among the players."""
        return next(i for i, player in enumerate(self.changes.players) if player in own)

    def games_at(self, at: int) -> list[PackedGame]:
        """Return the games of whoever stands there, round by round."""
        games = self.changes.games
        own = [game for game in games if at in (game.first, game.second)]
        return sorted(own, key=lambda game: game.round)


def _rated_events(own: Sequence[int], edition: str, *, at_once: int = AT_ONCE) -> Iterator[_Rated]:
    """Yield the rated events of a person, the latest first; two queries."""
    generation = generation_read()
    for first in count(0, at_once):
        rows = _rated(edition, own=own, generation=generation)[first : first + at_once]
        for event, name, starts_at, data in rows:
            changes = decode_changes(data)
            if any(row in changes.players for row in own):
                yield _Rated(event, name, starts_at, changes)
        if len(rows) < at_once:
            return


def _rated(edition: str, *, own: Sequence[int], generation: int) -> QuerySet[Any, Any]:
    rows = RatedEvent.objects.filter(in_generation(generation), record__played__person__in=own)
    if edition:
        rows = rows.filter(record__event__edition=edition)
    return rows.order_by(*LATEST_FIRST).values_list(
        "record__event__public_id", "record__name", "starts_at", "changes"
    )


def _change(
    row: _Rated, at: int, games: list[PackedGame], number: int, people: Mapping[int, PersonName]
) -> ChangeLine:
    changes = row.changes
    return ChangeLine(
        event=row.event,
        event_name=row.name,
        starts_at=row.starts_at,
        series=changes.series[number],
        k=changes.k,
        rulebook=changes.rulebook,
        before=changes.before[number][at],
        after=changes.after[number][at],
        games=tuple(_game_lines(changes, at, games, number, people)),
    )


def _game_lines(
    changes: PackedChanges,
    at: int,
    games: list[PackedGame],
    number: int,
    people: Mapping[int, PersonName],
) -> Iterator[RatedGameRow]:
    before = changes.before[number]
    for game in games:
        sides = sides_of_game(
            (before[game.first], before[game.second]), game.score, game.weight, changes
        )
        own, other = (sides[0], game.second) if at == game.first else (sides[1], game.first)
        opponent = people[changes.players[other]]
        yield RatedGameRow(
            round=game.round,
            opponent=opponent.public_id,
            opponent_handle=opponent.handle,
            opponent_rating=before[other],
            expected=own.expected,
            score=own.score,
            k=game.weight,
            change=own.change,
        )


def rating_points(person: str, series: SeriesName) -> tuple[tuple[datetime, float], ...]:
    """Return one rating after each event, the first event first."""
    own = person_rows(person)
    ratings: list[tuple[datetime, float]] = []
    for row in _rated_events(own, series.edition):
        changes = row.changes
        if series in changes.series:
            number = changes.series.index(series)
            ratings.append((row.starts_at, changes.after[number][row.seat(own)]))
    return tuple(reversed(ratings))


def event_changes(event: str) -> tuple[EventChange, ...]:
    """Return what an event did to everybody's ratings; three queries."""
    rows = RatedEvent.objects.filter(
        in_generation(generation_read()), record__event__public_id=event
    )
    parts = rows.order_by("record__part").values_list("record__name", "changes")
    read = [(name, decode_changes(data)) for name, data in parts]
    people = people_by_row(player for _, changes in read for player in changes.players)
    return tuple(
        EventChange(
            part=name,
            series=series,
            k=changes.k,
            person=people[player].public_id,
            handle=people[player].handle,
            before=changes.before[number][at],
            after=changes.after[number][at],
            games=changes.counts[at],
        )
        for name, changes in read
        for number, series in enumerate(changes.series)
        for at, player in enumerate(changes.players)
    )
