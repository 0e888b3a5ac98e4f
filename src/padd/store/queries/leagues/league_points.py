"""Queries of league points: of a season and a lifetime, with bonus and missions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Sum

from padd.core.leagues.event_points import EventPoints, PlayerPoints
from padd.core.model import LeaguePart
from padd.store.models.leagues import Bonus, LeagueEvent, MissionCompleted, PointsWon
from padd.store.models.people import Person

MOST_NAMES = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusRow:
    """Bonus points as they were given, and whether they still count."""

    public_id: str
    number: int
    person: str
    scheme: str
    points: int
    reason: str
    facts: dict[str, object]
    beyond: bool
    own: bool
    by: str
    at: datetime
    withdrawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionRow:
    """A mission that somebody did at an event of the season."""

    title: str
    headquarters: bool
    number: int
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPoints:
    """Somebody's points over all leagues; bonus points are no part of them."""

    person: str
    handle: str
    points: int
    events: int


def season_points(season: int) -> tuple[EventPoints, ...]:
    """Return what every finished event of a season gave; three queries.

    People go by their public id.
    """
    events = LeagueEvent.objects.filter(season=season, players__gt=0)
    won: dict[int, dict[str, PlayerPoints]] = {row.pk: {} for row in events}
    places = PointsWon.objects.filter(in_league__season=season).values_list(
        "in_league", "person__public_id", "place", "points"
    )
    for event, person, place, points in places:
        won[event][person] = PlayerPoints(person=person, place=place, points=points)
    given = (
        Bonus.objects.filter(in_league__season=season, withdrawn_at=None)
        .order_by()
        .values_list("in_league", "person__public_id")
        .annotate(Sum("points"))
    )
    for event, person, bonus in given:
        if event in won:
            mine = won[event].get(person)
            won[event][person] = PlayerPoints(
                person=person,
                place=mine.place if mine else None,
                points=mine.points if mine else 0,
                bonus=bonus,
            )
    return tuple(
        EventPoints(
            event=str(row.pk),
            part=LeaguePart(row.part),
            number=row.number,
            players=row.players,
            rows=tuple(won[row.pk].values()),
        )
        for row in events
    )


def bonus_rows(season: int) -> tuple[BonusRow, ...]:
    """Return all bonus points of a season, also those withdrawn; one query."""
    rows = Bonus.objects.filter(in_league__season=season).select_related("person", "in_league")
    return tuple(
        BonusRow(
            public_id=row.public_id,
            number=row.in_league.number,
            person=row.person.public_id,
            scheme=row.scheme,
            points=row.points,
            reason=row.reason,
            facts=row.facts,
            beyond=row.beyond,
            own=row.own,
            by=row.by,
            at=row.at,
            withdrawn=row.withdrawn_at is not None,
        )
        for row in rows
    )


def mission_rows(season: int) -> tuple[MissionRow, ...]:
    """Return every mission done in a season, with who and when; one query."""
    rows = MissionCompleted.objects.filter(in_league__season=season).values_list(
        "title", "headquarters", "in_league__number", "person__public_id"
    )
    return tuple(
        MissionRow(title=title, headquarters=headquarters, number=number, person=person)
        for title, headquarters, number, person in rows
    )


def points_over_all_leagues(
    *, year: int | None = None, edition: str = "", limit: int | None = None
) -> tuple[PersonPoints, ...]:
    """Return everybody's points, of a season or of a lifetime; two queries."""
    rows = PointsWon.objects.order_by()
    if year is not None:
        rows = rows.filter(in_league__season__year=year)
    if edition:
        rows = rows.filter(in_league__season__league__edition=edition)
    sums = list(rows.values_list("person").annotate(total=Sum("points"), played=Count("id")))
    if limit is not None and len(sums) > limit:
        last = sorted((points for _, points, _ in sums), reverse=True)[limit - 1]
        sums = [one for one in sums if one[1] >= last]
    # Summed by number and named afterwards: names take long to group and to sort by.
    names = _names_of([person for person, *_ in sums])
    lines = sorted(
        (
            PersonPoints(person=names[pk][0], handle=names[pk][1], points=points, events=events)
            for pk, points, events in sums
        ),
        key=lambda line: (-line.points, line.handle),
    )
    return tuple(lines[:limit])


def _names_of(people: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return public id and handle of some people, a few thousand in each query."""
    known: dict[int, tuple[str, str]] = {}
    for first in range(0, len(people), MOST_NAMES):
        rows = Person.objects.filter(pk__in=people[first : first + MOST_NAMES])
        for pk, public_id, handle in rows.values_list("pk", "public_id", "handle"):
            known[pk] = (public_id, handle)
    return known


def lifetime_points(people: Iterable[str]) -> dict[str, int]:
    """Return the lifetime points of some people; one query."""
    rows = PointsWon.objects.filter(person__public_id__in=list(people)).order_by()
    sums = rows.values_list("person__public_id").annotate(Sum("points"))
    return dict(sums)


def points_by_season(person: str) -> dict[int, int]:
    """Return somebody's points over all leagues by season; one query."""
    rows = PointsWon.objects.filter(person__public_id=person).order_by()
    sums = rows.values_list("in_league__season__year").annotate(Sum("points"))
    return dict(sorted(sums, reverse=True))


def bonus_at(event: str, *, person: str) -> int:
    """Return the bonus points of somebody at an event; one query."""
    rows = Bonus.objects.filter(
        in_league__event__public_id=event, person__public_id=person, withdrawn_at=None
    )
    return int(rows.aggregate(total=Sum("points"))["total"] or 0)
