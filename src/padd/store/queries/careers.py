"""Queries of careers: what events did to somebody's ratings.

- `history` gives what events did to somebody's ratings, the latest event first.
- `points` gives one rating after each event, the first event first, for a chart.
- `event_changes` gives what an event did to everybody in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from padd.core.ratings.formula import sides_of_game
from padd.store.models import Person, RatedEvent
from padd.store.prepared_query import prepared
from padd.store.queries.generation import generation_read, in_generation, rows_of
from padd.store.queries.ratings import PAGE
from padd.store.rating_records import SeriesName, changes_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from padd.store.prepared_query import GivenValue
    from padd.store.rating_records import PackedChanges

LATEST_FIRST: Final = ("-starts_at", "-record__event__public_id", "-record__part")
"""The order in which events are rated (AMB-60), the other way round."""
AT_ONCE: Final = 100
"""How many events of a history are fetched and unpacked before the next are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGameRow:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLine:
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


def history(
    person: str,
    *,
    edition: str = "",
    list_: str = "",
    limit: int = PAGE,
    offset: int = 0,
) -> tuple[ChangeLine, ...]:
    """Return what events did to somebody's ratings, the latest first; four queries."""
    own = rows_of(person)
    rated: list[tuple[_Rated, int, int]] = []
    for row in _rated_events(own, edition):
        for number, series in enumerate(row.changes.series):
            if list_ in ("", series.list):
                rated.append((row, row.seat(own), number))
        if len(rated) >= offset + limit:
            break
    chosen = rated[offset : offset + limit]
    met = {
        row.changes.players[seat]
        for row, at, _ in chosen
        for game in row.changes.games
        for seat in (game.first, game.second)
        if at in (game.first, game.second)
    }
    names = _people(met)
    return tuple(_change(*row, names) for row in chosen)


class _Rated(NamedTuple):
    """A rated event, as far as a history needs it."""

    event: str
    name: str
    starts_at: datetime
    changes: PackedChanges

    def seat(self, own: Sequence[int]) -> int:
        """Return where a person stands among the players."""
        return next(i for i, player in enumerate(self.changes.players) if player in own)


def _rated_events(own: Sequence[int], edition: str) -> Iterator[_Rated]:
    """Yield the rated events of a person, the latest first; two queries."""
    generation = generation_read()
    for first in count(0, AT_ONCE):
        rows = _rated(edition, first, own=list(own), generation=generation)
        for event, name, starts_at, data in rows:
            changes = changes_in(data)
            if any(row in changes.players for row in own):
                yield _Rated(event, name, starts_at, changes)
        if len(rows) < AT_ONCE:
            return


@prepared
def _rated(
    edition: str, first: int, *, own: GivenValue, generation: GivenValue
) -> QuerySet[Any, Any]:
    rows = RatedEvent.objects.filter(
        in_generation(generation), record__played__person__pk__in=[own]
    )
    if edition:
        rows = rows.filter(record__event__edition=edition)
    narrow = rows.order_by(*LATEST_FIRST).values_list(
        "record__event__public_id", "record__name", "starts_at", "changes"
    )
    return narrow[first : first + AT_ONCE]


def _people(rows: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Return public ids and handles; a duplicate goes by whom it was merged into."""
    return {
        pk: (survivor or public_id, kept_handle or handle)
        for pk, public_id, handle, survivor, kept_handle in _handles(rows=list(rows))
    }


@prepared
def _handles(*, rows: GivenValue) -> QuerySet[Any, Any]:
    return Person.objects.filter(pk__in=[rows]).values_list(
        *("pk", "public_id", "handle"),
        *("merged_into__public_id", "merged_into__handle"),
    )


def _change(
    row: _Rated, at: int, number: int, names: dict[int, tuple[str, str]]
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
        games=tuple(_game_lines(changes, at, number, names)),
    )


def _game_lines(
    changes: PackedChanges, at: int, number: int, names: dict[int, tuple[str, str]]
) -> Iterator[RatedGameRow]:
    before = changes.before[number]
    played = [game for game in changes.games if at in (game.first, game.second)]
    for game in sorted(played, key=lambda game: game.round):
        sides = sides_of_game(
            (before[game.first], before[game.second]),
            game.score,
            game.weight,
            changes,
        )
        own, other = (
            (sides[0], game.second) if at == game.first else (sides[1], game.first)
        )
        public_id, handle = names[changes.players[other]]
        yield RatedGameRow(
            round=game.round,
            opponent=public_id,
            opponent_handle=handle,
            opponent_rating=before[other],
            expected=own.expected,
            score=own.score,
            k=game.weight,
            change=own.change,
        )


def points(person: str, series: SeriesName) -> tuple[tuple[datetime, float], ...]:
    """Return one rating after each event, the first event first."""
    own = rows_of(person)
    ratings: list[tuple[datetime, float]] = []
    for row in _rated_events(own, series.edition):
        changes = row.changes
        if series in changes.series:
            number = changes.series.index(series)
            ratings.append((row.starts_at, changes.after[number][row.seat(own)]))
    return tuple(reversed(ratings))


def event_changes(event: str) -> tuple[EventChange, ...]:
    """Return what an event did to everybody's ratings; three queries."""
    rows = _parts_rated(event=event, generation=generation_read())
    read = [(name, changes_in(data)) for name, data in rows]
    names = _people({player for _, changes in read for player in changes.players})
    return tuple(
        EventChange(
            part=name,
            series=series,
            k=changes.k,
            person=names[player][0],
            handle=names[player][1],
            before=changes.before[number][at],
            after=changes.after[number][at],
            games=changes.counts[at],
        )
        for name, changes in read
        for number, series in enumerate(changes.series)
        for at, player in enumerate(changes.players)
    )


@prepared
def _parts_rated(*, event: GivenValue, generation: GivenValue) -> QuerySet[Any, Any]:
    rows = RatedEvent.objects.filter(
        in_generation(generation), record__event__public_id=event
    )
    return rows.order_by("record__part").values_list("record__name", "changes")
