"""How ratings came about, and how somebody did: event by event, game by game.

- `history` gives what events did to somebody's ratings, the latest event first.
- `points` gives one rating after each event, the first event first, for a chart.
- `event_changes` gives what an event did to everybody in it.
- `head_to_head` gives every game of two people on record, rated or not.
- `results_by_format` and `played` give how somebody did.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pow  # noqa: A004 -- of floats alone, so the answer is a float
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Min, Sum

from padd.store.models import EventRecord, Person, Played, RatedEvent
from padd.store.queries.ratings import PAGE, generation_read, in_generation, rows_of
from padd.store.records import SeriesName, changes_in, meetings_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from padd.store.records import PackedChanges

AT_ONCE: Final = 100
"""How many events of a history are read in one go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
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
    games: tuple[GameLine, ...]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A game of two people, as the first one's scorecard has it."""

    event: str
    event_name: str
    edition: str
    format: str
    starts_at: datetime
    round: int
    score: float
    """1 for a win, a half for a tie, 0 for a loss."""
    codes: tuple[str, str]
    """The result codes of both; empty in a pod."""
    rated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """All games of two people on record, the latest first."""

    won: int
    tied: int
    lost: int
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatRecord:
    """How somebody did in one format of one game."""

    edition: str
    format: str
    events: int
    won: int
    tied: int
    lost: int
    byes: int
    best_place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedLine:
    """An event that somebody played, and how it went."""

    event: str
    event_name: str
    edition: str
    format: str
    level: int
    starts_at: datetime
    place: int | None
    players: int
    won: int
    tied: int
    lost: int
    byes: int


def history(
    person: str,
    *,
    edition: str = "",
    list_: str = "",
    limit: int = PAGE,
    offset: int = 0,
) -> tuple[ChangeLine, ...]:
    """Return what events did to somebody's ratings, the latest first.

    Four queries for up to a hundred events, and one for each hundred more.
    """
    own = rows_of(person)
    found: list[tuple[RatedEvent, PackedChanges, int, int]] = []
    for row, changes in _rated_events(own, edition):
        at = next(i for i, one in enumerate(changes.players) if one in own)
        for number, series in enumerate(changes.series):
            if list_ in ("", series.list):
                found.append((row, changes, at, number))
        if len(found) >= offset + limit:
            break
    chosen = found[offset : offset + limit]
    met = {
        changes.players[seat]
        for _, changes, at, _ in chosen
        for game in changes.games
        for seat in (game.first, game.second)
        if at in (game.first, game.second)
    }
    names = _people(met)
    return tuple(_change(*one, names) for one in chosen)


def _rated_events(
    own: Sequence[int], edition: str
) -> Iterator[tuple[RatedEvent, PackedChanges]]:
    """Yield the rated events of a person, the latest first, a hundred at a time."""
    rows = RatedEvent.objects.filter(
        in_generation(generation_read()), record__played__person__in=own
    ).select_related("record__event")
    if edition:
        rows = rows.filter(record__event__edition=edition)
    rows = rows.order_by("-starts_at", "-record")
    start = 0
    while True:
        batch = list(rows[start : start + AT_ONCE])
        for row in batch:
            changes = changes_in(row.changes)
            if set(own) & set(changes.players):
                yield row, changes
        if len(batch) < AT_ONCE:
            return
        start += AT_ONCE


def _people(rows: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Return public ids and handles; a duplicate goes by whom it was merged into."""
    found = Person.objects.filter(pk__in=list(rows)).select_related("merged_into")
    return {
        row.pk: ((row.merged_into or row).public_id, (row.merged_into or row).handle)
        for row in found
    }


def _change(
    row: RatedEvent,
    changes: PackedChanges,
    at: int,
    number: int,
    names: dict[int, tuple[str, str]],
) -> ChangeLine:
    return ChangeLine(
        event=row.record.event.public_id,
        event_name=row.record.name,
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
) -> Iterator[GameLine]:
    before = changes.before[number]
    for game in sorted(changes.games, key=lambda game: game.round):
        if at not in (game.first, game.second):
            continue
        own = strength(before[game.first], changes)
        expected = own / (own + strength(before[game.second], changes))
        score, swing, other = (
            game.score,
            game.weight * (game.score - expected),
            (game.second),
        )
        if at == game.second:
            # The other side of the same game: what one wins the other loses.
            expected, score, swing, other = 1 - expected, 1 - score, -swing, game.first
        public_id, handle = names[changes.players[other]]
        yield GameLine(
            round=game.round,
            opponent=public_id,
            opponent_handle=handle,
            opponent_rating=before[other],
            expected=expected,
            score=score,
            k=game.weight,
            change=swing,
        )


def strength(rating: float, changes: PackedChanges) -> float:
    """Return a rating as odds, by the formula that the event was rated by."""
    return pow(changes.base, rating / changes.scale)


def points(person: str, series: SeriesName) -> tuple[tuple[datetime, float], ...]:
    """Return one rating after each event, the first event first."""
    own = rows_of(person)
    found: list[tuple[datetime, float]] = []
    for row, changes in _rated_events(own, series.edition):
        if series in changes.series:
            number = changes.series.index(series)
            at = next(i for i, one in enumerate(changes.players) if one in own)
            found.append((row.starts_at, changes.after[number][at]))
    return tuple(reversed(found))


def event_changes(event: str) -> tuple[EventChange, ...]:
    """Return what an event did to everybody's ratings; three queries."""
    rows = list(
        RatedEvent.objects.filter(
            in_generation(generation_read()), record__event__public_id=event
        )
        .select_related("record")
        .order_by("record__part")
    )
    read = [(row.record.name, changes_in(row.changes)) for row in rows]
    names = _people({one for _, changes in read for one in changes.players})
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


def head_to_head(person: str, other: str) -> HeadToHead:
    """Return every game of two people on record; three queries."""
    own, theirs = rows_of(person), rows_of(other)
    both = Played.objects.filter(person__in=theirs).values("record")
    rows = (
        EventRecord.objects.filter(played__person__in=own, counts=True, pk__in=both)
        .select_related("event")
        .order_by("-starts_at", "-pk")
        .distinct()
    )
    found = [
        meeting
        for row in rows
        for meeting in _meetings_of(row, frozenset(own), frozenset(theirs))
    ]
    scores = [meeting.score for meeting in found]
    won, lost = scores.count(1.0), scores.count(0.0)
    return HeadToHead(
        won=won,
        tied=len(scores) - won - lost,
        lost=lost,
        meetings=tuple(found),
    )


def _meetings_of(
    row: EventRecord, own: frozenset[int], theirs: frozenset[int]
) -> Iterator[Meeting]:
    for game in sorted(meetings_in(row.games), key=lambda game: -game.round):
        score, codes = game.score, game.codes
        if game.first in theirs and game.second in own:
            score, codes = 1 - score, (codes[1], codes[0])
        elif not (game.first in own and game.second in theirs):
            continue
        yield Meeting(
            event=row.event.public_id,
            event_name=row.name,
            edition=row.event.edition,
            format=row.event.format,
            starts_at=row.starts_at,
            round=game.round,
            score=score,
            codes=codes,
            rated=game.rated,
        )


def results_by_format(person: str) -> tuple[FormatRecord, ...]:
    """Return how somebody did in each format of each game; two queries."""
    rows = (
        Played.objects.filter(person__in=rows_of(person), record__counts=True)
        .order_by("record__event__edition", "record__event__format")
        .values_list("record__event__edition", "record__event__format")
        .annotate(
            Count("id"), Sum("won"), Sum("tied"), Sum("lost"), Sum("byes"), Min("place")
        )
    )
    fields = FormatRecord.__slots__
    return tuple(FormatRecord(**dict(zip(fields, row, strict=True))) for row in rows)


def played(
    person: str, *, limit: int = PAGE, offset: int = 0
) -> tuple[PlayedLine, ...]:
    """Return the events that somebody played, the latest first; two queries."""
    fields = {
        "event": "record__event__public_id",
        "event_name": "record__name",
        "edition": "record__event__edition",
        "format": "record__event__format",
        "level": "record__event__level",
        "starts_at": "record__starts_at",
        **{name: name for name in ("place", "players", "won", "tied", "lost", "byes")},
    }
    rows = (
        Played.objects.filter(person__in=rows_of(person), record__counts=True)
        .order_by("-record__starts_at", "-record")
        .values_list(*fields.values())[offset : offset + limit]
    )
    return tuple(PlayedLine(**dict(zip(fields, row, strict=True))) for row in rows)
