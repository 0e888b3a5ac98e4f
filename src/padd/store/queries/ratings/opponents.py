"""Queries of opponents: every game between two people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import QuerySet

from padd.store.columns.packed_ratings import SeriesName, decode_changes, decode_meetings
from padd.store.models.eventlog import Placing
from padd.store.models.people import Person
from padd.store.models.ratings import EventRecord, Played, RatedEvent, Rating
from padd.store.queries.ratings.generation import (
    PersonName,
    generation_read,
    in_generation,
    known_people,
    people_by_row,
    person_rows,
)


class OpponentGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the scorecard of one of its players has it."""

    event: str
    starts_at: datetime
    round: int
    opponent: str
    """Public id; a duplicate goes by whom it was merged into."""
    score: float
    face_to_face: bool
    """Two players at a table, and not two of a pod."""


def opponent_games(person: str) -> tuple[OpponentGame, ...]:
    """Return every game of a person on record, the first one first; three queries."""
    own = frozenset(person_rows(person))
    games = [
        (event, starts_at, game)
        for event, starts_at, data in _records(own)
        for game in _own(data, own)
    ]
    people = people_by_row(other for _, _, (_, other, _, _) in games)
    return tuple(
        OpponentGame(
            event=event,
            starts_at=starts_at,
            round=number,
            opponent=people[other].public_id,
            score=score,
            face_to_face=face_to_face,
        )
        for event, starts_at, (number, other, score, face_to_face) in games
    )


def _records(own: Collection[int]) -> QuerySet[Any, Any]:
    played = Played.objects.filter(person__in=own).values("record")
    rows = EventRecord.objects.filter(pk__in=played, counts=True)
    return rows.order_by("starts_at", "pk").values_list("event__public_id", "starts_at", "games")


def _own(data: bytes | memoryview, own: frozenset[int]) -> Iterator[tuple[int, int, float, bool]]:
    games = [game for game in decode_meetings(data) if game.first in own or game.second in own]
    for game in sorted(games, key=lambda game: game.round):
        if game.first in own:
            yield game.round, game.second, game.score, bool(game.codes[0])
        else:
            yield game.round, game.first, 1 - game.score, bool(game.codes[0])


def person_public_ids(rows: Collection[int]) -> dict[int, str]:
    """Return the public ids of rows; a duplicate goes by whom it was merged into."""
    people = Person.objects.filter(pk__in=rows)
    return {
        pk: survivor or public_id
        for pk, public_id, survivor in people.values_list(
            "pk", "public_id", "merged_into__public_id"
        )
    }


def person_names(people: Iterable[str]) -> tuple[PersonName, ...]:
    """Return what people are called; at most one query."""
    wanted = set(people)
    known = {one.public_id: one for one in known_people() if one.public_id in wanted}
    missing = wanted - known.keys()
    rows = Person.objects.filter(public_id__in=missing).values_list(*PersonName._fields)
    return (*known.values(), *(PersonName(*row) for row in rows))


def winners_of(events: Iterable[str]) -> dict[str, tuple[int, str]]:
    """Return who won finished events, by row and public id; one query."""
    rows = Placing.objects.filter(finished__event__public_id__in=list(events), place=1)
    survivor = ("person__merged_into", "person__merged_into__public_id")
    return {
        event: (survivor, kept_id) if survivor else (person, public_id)
        for event, person, public_id, survivor, kept_id in rows.values_list(
            "finished__event__public_id", "person", "person__public_id", *survivor
        )
        if person
    }


def ratings_by_game(people: Iterable[str], keeper: str) -> dict[str, tuple[tuple[str, float], ...]]:
    """Return the overall ratings of people, by game; three queries."""
    named = Person.objects.filter(public_id__in=list(people))
    names = dict(named.values_list("pk", "public_id"))
    rows = (
        Rating.objects.filter(
            in_generation(generation_read()),
            series__keeper=keeper,
            series__list="overall",
            person__in=list(names),
        )
        .order_by("series__edition")
        .values_list("person", "series__edition", "rating")
    )
    ratings: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
    for person, edition, rating in rows:
        ratings[names[person]].append((edition, rating))
    return {person: tuple(own) for person, own in ratings.items()}


def ratings_of_people(people: Iterable[str]) -> dict[str, dict[SeriesName, float]]:
    """Return all ratings of a few people, without their places; three queries."""
    named = Person.objects.filter(public_id__in=list(people))
    names = dict(named.values_list("pk", "public_id"))
    rows = Rating.objects.filter(
        in_generation(generation_read()), person__in=list(names)
    ).values_list(*("person", "series__keeper", "series__edition", "series__list", "rating"))
    ratings: dict[str, dict[SeriesName, float]] = {name: {} for name in names.values()}
    for person, keeper, edition, list_, rating in rows:
        ratings[names[person]][SeriesName(keeper, edition, list_)] = rating
    return ratings


def winner_rating_changes(won: Mapping[str, int]) -> dict[str, float]:
    """Return what events did to the rating of one person each; one query.

    `won` has the person's row by the event. Of several lists the first by name counts.
    """
    moves: dict[str, float] = {}
    rows = RatedEvent.objects.filter(
        in_generation(generation_read()), record__event__public_id__in=list(won)
    )
    for event, data in rows.values_list("record__event__public_id", "changes"):
        changes, person = decode_changes(data), won[event]
        if changes.series and person in changes.players:
            at = changes.players.index(person)
            moves.setdefault(event, changes.after[0][at] - changes.before[0][at])
    return moves
