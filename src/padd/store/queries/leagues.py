"""Queries of league points: of a season and a lifetime, with bonus and missions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Sum

from padd.core.leagues.event_points import EventPoints, PlayerPoints
from padd.core.model import LeaguePart
from padd.store.models.events import Event, EventState
from padd.store.models.leagues import (
    Bonus,
    ChampionsEvent,
    League,
    LeagueEvent,
    LeagueState,
    MissionCompleted,
    PointsWon,
    Season,
)
from padd.store.models.people import Person
from padd.store.queries.events.calendar import EventRow, event_rows_by_id

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


MOST_PLACEABLE = 60
OPEN = (LeagueState.ACTIVE, LeagueState.ENDED)
OVER = frozenset(
    {
        EventState.RESULTS_ENTERED,
        EventState.HELD,
        EventState.AWAITING_PROCESSING,
        EventState.PROCESSED,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLine:
    """A league in a list, with its latest season."""

    public_id: str
    name: str
    place: str
    edition: str
    rulebook: str
    director: str
    year: int | None
    events: int
    champion: str
    """The id of the person; empty until there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueEventLine:
    """An event in the calendar of a season."""

    public_id: str
    name: str
    starts_at: datetime
    time_zone: str
    state: str
    part: LeaguePart
    number: int
    accepted: bool
    players: int
    directors: tuple[str, ...]
    places_reason: str

    @property
    def draft(self) -> bool:
        """Whether nobody but its people finds it yet."""
        return self.state == EventState.DRAFT

    @property
    def over(self) -> bool:
        """Whether its results are in."""
        return self.state in OVER


def league_lines() -> tuple[LeagueLine, ...]:
    """Return every league with its latest season; two queries."""
    rows = list(League.objects.filter(state__in=OPEN).select_related("director"))
    seasons = (
        Season.objects.filter(league__in=rows)
        .select_related("champion")
        .annotate(played=Count("events"))
        .order_by("year")
    )
    latest = {season.league_id: season for season in seasons}
    return tuple(_line(row, latest.get(row.pk)) for row in rows)


def _line(row: League, season: Season | None) -> LeagueLine:
    champion = season.champion if season else None
    return LeagueLine(
        public_id=row.public_id,
        name=row.name,
        place=row.place,
        edition=row.edition,
        rulebook=row.rulebook,
        director=row.director.handle,
        year=season.year if season else None,
        events=getattr(season, "played", 0),
        champion=champion.public_id if champion else "",
    )


def league_events(season: int) -> tuple[LeagueEventLine, ...]:
    """Return the events of a season by their numbers; two queries."""
    rows = (
        LeagueEvent.objects.filter(season=season)
        .select_related("event")
        .prefetch_related("event__directorships__person")
    )
    return tuple(
        LeagueEventLine(
            public_id=row.event.public_id,
            name=row.event.name,
            starts_at=row.event.starts_at,
            time_zone=row.event.time_zone,
            state=row.event.state,
            part=LeaguePart(row.part),
            number=row.number,
            accepted=row.accepted_at is not None,
            players=row.players,
            directors=tuple(one.person.handle for one in row.event.directorships.all()),
            places_reason=row.places_reason,
        )
        for row in rows
    )


def person_handles(people: Iterable[str]) -> dict[str, str]:
    """Return what people are called; one query."""
    rows = Person.objects.filter(public_id__in=list(people))
    return dict(rows.values_list("public_id", "handle"))


def league_event_rows(events: Iterable[str]) -> tuple[EventRow, ...]:
    """Return some events as the calendar shows them."""
    rows = Event.objects.filter(public_id__in=list(events))
    shown = rows.exclude(state=EventState.DRAFT).order_by("starts_at")
    return event_rows_by_id(shown.values_list("pk", flat=True))


def league_years(league: int) -> tuple[int, ...]:
    """Return the seasons of a league, the latest first; one query."""
    return tuple(Season.objects.filter(league=league).values_list("year", flat=True))


def league_requested_by(league: int, account: int) -> bool:
    """Tell whether an account asked for a league."""
    return League.objects.filter(pk=league, requester=account).exists()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRequest:
    """A league that somebody asks for."""

    public_id: str
    name: str
    place: str
    director: str
    committed: int
    rulebook: str
    created_at: datetime


def league_requests(areas: Collection[str]) -> tuple[LeagueRequest, ...]:
    """Return the leagues that wait for some desks; one query."""
    if not areas:
        return ()
    rows = League.objects.filter(state=LeagueState.REQUESTED, area__in=list(areas))
    return tuple(
        LeagueRequest(
            public_id=row.public_id,
            name=row.name,
            place=row.place,
            director=row.director.handle,
            committed=row.committed,
            rulebook=row.rulebook,
            created_at=row.created_at,
        )
        for row in rows.select_related("director").order_by("created_at")
    )


def sheet_event(season: int, event: str = "") -> LeagueEvent | None:
    """Return the event whose bonus sheet is asked for, or the last one played."""
    rows = LeagueEvent.objects.filter(season=season, players__gt=0).select_related(
        "season__league", "event"
    )
    if event:
        return rows.filter(event__public_id=event).first()
    return rows.last()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInLeague:
    """The league that an event is part of, or was asked into."""

    league: str
    name: str
    number: int
    accepted: bool


def league_of_event(event: str) -> EventInLeague | None:
    """Return the league of an event, if there is one; one query."""
    rows = LeagueEvent.objects.filter(event__public_id=event).values_list(
        "season__league__public_id", "season__league__name", "number", "accepted_at"
    )
    for league, name, number, accepted_at in rows[:1]:
        return EventInLeague(
            league=league, name=name, number=number, accepted=accepted_at is not None
        )
    return None


def placeable_events(league: int) -> tuple[tuple[str, str], ...]:
    """Return events that could be put into a slot: coming or played, in no league."""
    row = League.objects.get(pk=league)
    states = (EventState.LISTED, EventState.RUNNING, *OVER)
    rows = Event.objects.filter(in_league=None, state__in=states, edition=row.edition).order_by(
        "-starts_at"
    )[:MOST_PLACEABLE]
    return tuple(
        (one.public_id, f"{one.name}, {one.starts_at.day} {one.starts_at:%b %Y}") for one in rows
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionsLine:
    """A Champions League that is held or was."""

    event: str
    name: str
    edition: str
    year: int
    state: str
    waived: int
    right: str
    """The id of the byes that the winner got; empty before."""


def champions_events() -> tuple[ChampionsLine, ...]:
    """Return every Champions League, the latest first; one query."""
    rows = ChampionsEvent.objects.select_related("event", "right")
    return tuple(
        ChampionsLine(
            event=row.event.public_id,
            name=row.event.name,
            edition=row.edition,
            year=row.year,
            state=row.event.state,
            waived=len(row.waivers),
            right=row.right.public_id if row.right else "",
        )
        for row in rows
    )


def bracket_events(*, style: str, person: int | None) -> tuple[tuple[str, str], ...]:
    """Return the listed brackets that somebody directs; all where nobody is named."""
    rows = Event.objects.filter(state=EventState.LISTED, pairing_style=style, champions_league=None)
    if person is not None:
        rows = rows.filter(directorships__person=person)
    return tuple(
        (row.public_id, f"{row.name}, {row.starts_at.day} {row.starts_at:%b %Y}")
        for row in rows.order_by("starts_at")[:MOST_PLACEABLE]
    )


def season_first_day(season: int) -> date | None:
    """Return the day of the first event of a season."""
    row = LeagueEvent.objects.filter(season=season).select_related("event").first()
    return row.event.starts_at.date() if row and row.number == 1 else None
