"""Queries of careers: how somebody did, by game, by format and by event.

- `head_to_head` gives every game of two people on record, rated or not.
- `results_by_format` and `played` give how somebody did.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db.models import Count, Min, QuerySet, Sum

from padd.store.columns.packed_ratings import PackedMeeting, decode_meetings
from padd.store.models.ratings import EventRecord, Played
from padd.store.queries.ratings.generation import person_rows
from padd.store.queries.ratings.lists import PAGE


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
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
    meetings: tuple[PlayedGame, ...]


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


class PlayedEvent(msgspec.Struct, frozen=True, kw_only=True):
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


def head_to_head(person: str, other: str) -> HeadToHead:
    """Return every game of two people on record; three queries."""
    own, theirs = frozenset(person_rows(person)), frozenset(person_rows(other))
    rows = (
        EventRecord.objects.filter(
            counts=True, pk__in=Played.objects.filter(person__in=own).values("record")
        )
        .filter(pk__in=Played.objects.filter(person__in=theirs).values("record"))
        .order_by("-starts_at", "-pk")
        .values_list(
            *("event__public_id", "name", "event__edition", "event__format"),
            *("starts_at", "games"),
        )
    )
    meetings = [
        PlayedGame(
            event=event,
            event_name=name,
            edition=edition,
            format=format_,
            starts_at=starts_at,
            round=game.round,
            score=game.score,
            codes=game.codes,
            rated=game.rated,
        )
        for event, name, edition, format_, starts_at, data in rows
        for game in _between(decode_meetings(data), own, theirs)
    ]
    scores = [meeting.score for meeting in meetings]
    won, lost = scores.count(1.0), scores.count(0.0)
    return HeadToHead(won=won, tied=len(scores) - won - lost, lost=lost, meetings=tuple(meetings))


def _between(
    games: Iterable[PackedMeeting], own: frozenset[int], theirs: frozenset[int]
) -> list[PackedMeeting]:
    """Return the games of two people as the first one's scorecard has them."""
    meetings: list[PackedMeeting] = []
    for game in games:
        if game.first in own and game.second in theirs:
            meetings.append(game)
        elif game.first in theirs and game.second in own:
            codes = game.codes[1], game.codes[0]
            meetings.append(msgspec.structs.replace(game, score=1 - game.score, codes=codes))
    return sorted(meetings, key=lambda game: -game.round)


def results_by_format(person: str) -> tuple[FormatRecord, ...]:
    """Return how somebody did in each format of each game; two queries."""
    fields, rows = FormatRecord.__slots__, _by_format(person_rows(person))
    return tuple(FormatRecord(**dict(zip(fields, row, strict=True))) for row in rows)


def _by_format(own: list[int]) -> QuerySet[Any, Any]:
    rows = Played.objects.filter(person__in=own, record__counts=True)
    game = ("record__event__edition", "record__event__format")
    return (
        rows.order_by(*game)
        .values_list(*game)
        .annotate(Count("id"), Sum("won"), Sum("tied"), Sum("lost"), Sum("byes"), Min("place"))
    )


PLAYED: Final = {
    "event": "record__event__public_id",
    "event_name": "record__name",
    "edition": "record__event__edition",
    "format": "record__event__format",
    "level": "record__event__level",
    "starts_at": "record__starts_at",
    **{name: name for name in ("place", "players", "won", "tied", "lost", "byes")},
}
"""Where the fields of a line stand."""


def played_events(person: str, *, limit: int = PAGE, offset: int = 0) -> tuple[PlayedEvent, ...]:
    """Return the events that somebody played, the latest first; two queries."""
    rows = Played.objects.filter(person__in=person_rows(person), record__counts=True)
    latest = rows.order_by("-record__starts_at", "-record").values_list(*PLAYED.values())
    return tuple(
        PlayedEvent(**dict(zip(PLAYED, row, strict=True)))
        for row in latest[offset : offset + limit]
    )
