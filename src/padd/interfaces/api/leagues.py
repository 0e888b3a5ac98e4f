"""API of leagues: season tables, the points of a player, bonus points."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.leagues.table import events_of_parts, league_table
from padd.core.model import LeaguePart
from padd.interfaces.api.eventlog.context import reader
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import EventId, PlayerId
from padd.services.access import visibility
from padd.services.access.api_tokens import Scope
from padd.services.leagues import bonus as bonuses
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.seasons import season_qualifiers, season_row
from padd.services.ratings.careers import names_of_people
from padd.services.refusal import NotFound
from padd.store.queries import leagues as queries
from padd.store.queries.leagues import bonus_at, points_by_season, season_points

router = Router("Leagues")
LeagueId = Annotated[str, Meta(description="The id of a league.")]
SeasonYear = Annotated[int, Meta(description="The year in which a season starts.")]


class LeagueFound(msgspec.Struct, frozen=True, kw_only=True):
    """A league."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    place: Annotated[str, Meta(description="Where the league is at home.")]
    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    rulebook: Annotated[str, Meta(description="The id of the rulebook.")]
    director: Annotated[str, Meta(description="The handle of the League Director.")]
    seasons: Annotated[tuple[int, ...], Meta(description="The years, the latest first.")]


class Leagues(msgspec.Struct, frozen=True):
    """Every league."""

    leagues: Annotated[tuple[LeagueFound, ...], Meta(description="The leagues.")]


class SeasonPlace(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a table of a season."""

    place: Annotated[int, Meta(description="The place, from 1.")]
    player: Annotated[str, Meta(description="The id of the player.")]
    handle: Annotated[str, Meta(description="The player's handle.")]
    name: Annotated[
        str, Meta(description="The name, or the handle if the caller may not see the name.")
    ]
    points: Annotated[int, Meta(description="League points by place.")]
    bonus: Annotated[int, Meta(description="Bonus points; they count in this league only.")]
    events: Annotated[int, Meta(description="How many events they played.")]


class SeasonEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a season."""

    event: Annotated[str, Meta(description="The id of the event.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    part: Annotated[str, Meta(description="first-half, second-half or playoff.")]
    number: Annotated[int, Meta(description="The number of the event in the season.")]
    players: Annotated[int, Meta(description="0 until it is finished.")]


class SeasonFound(msgspec.Struct, frozen=True, kw_only=True):
    """A season with its tables, ranked by points and bonus together."""

    league: Annotated[str, Meta(description="The id of the league.")]
    season: Annotated[int, Meta(description="The year in which the season starts.")]
    short: Annotated[bool, Meta(description="Whether it is a short season.")]
    qualifiers: Annotated[tuple[int, ...], Meta(description="How many qualify from each half.")]
    first_half: Annotated[tuple[SeasonPlace, ...], Meta(description="The table of the first half.")]
    second_half: Annotated[
        tuple[SeasonPlace, ...], Meta(description="The table of the second half.")
    ]
    total: Annotated[tuple[SeasonPlace, ...], Meta(description="The table of the whole season.")]
    qualified: Annotated[tuple[str, ...], Meta(description="Who would qualify now.")]
    champion: Annotated[
        str, Meta(description="The handle of the champion; empty until there is one.")
    ]
    events: Annotated[tuple[SeasonEvent, ...], Meta(description="The events.")]


class PointsOfPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player's league points; bonus points are not included."""

    player: Annotated[str, Meta(description="The id of the player.")]
    lifetime: Annotated[int, Meta(description="Over all leagues and seasons.")]
    seasons: Annotated[dict[int, int], Meta(description="Over all leagues, by season.")]


class GivenBonus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bonus points that a League Director gives by hand."""

    player: Annotated[str, Meta(description="The id of the player.")]
    points: Annotated[int, Meta(description="The points.")]
    reason: Annotated[str, Meta(max_length=300, description="The reason given.")]


class BonusGiven(msgspec.Struct, frozen=True, kw_only=True):
    """The bonus of a player at an event, with what was given."""

    player: Annotated[str, Meta(description="The id of the player.")]
    bonus: Annotated[int, Meta(description="The player's bonus points at the event, in all.")]


@router.get("/leagues")
def leagues(_request: ApiRequest) -> Leagues:
    """List the leagues."""
    return Leagues(
        tuple(
            answer_from(
                LeagueFound, row, id=row.public_id, seasons=() if row.year is None else (row.year,)
            )
            for row in queries.league_lines()
        )
    )


@router.get("/leagues/{league}")
def league(_request: ApiRequest, league: LeagueId) -> LeagueFound:
    """Read a league with the years of its seasons."""
    row = league_row(league)
    if row.state not in queries.OPEN:
        raise NotFound("league")
    return answer_from(
        LeagueFound,
        row,
        id=row.public_id,
        director=row.director.handle,
        seasons=queries.league_years(row.pk),
    )


@router.get("/leagues/{league}/seasons/{year}")
def season(request: ApiRequest, league: LeagueId, year: SeasonYear) -> SeasonFound:
    """Read a season: the tables of its halves and the whole, qualifiers, events."""
    row = league_row(league)
    if row.state not in queries.OPEN:
        raise NotFound("league")
    found = season_row(row, year)
    events = season_points(found.pk)
    people = {one.person for event in events for one in event.rows}
    handles = queries.person_handles(people)
    names = names_of_people(people, by=reader(request), now=request.now)

    def table(*parts: LeaguePart) -> tuple[SeasonPlace, ...]:
        return tuple(
            answer_from(
                SeasonPlace,
                line,
                player=line.person,
                handle=handles[line.person],
                name=names[line.person].name,
            )
            for line in league_table(events_of_parts(events, *parts))
        )

    halves = (found.first_qualifiers, found.second_qualifiers)
    return SeasonFound(
        league=row.public_id,
        season=found.year,
        short=found.short,
        qualifiers=tuple(number for number in halves if number is not None),
        first_half=table(LeaguePart.FIRST_HALF),
        second_half=table(LeaguePart.SECOND_HALF),
        total=table(*LeaguePart),
        qualified=tuple(season_qualifiers(found).qualified),
        champion=found.champion.handle if found.champion else "",
        events=tuple(
            SeasonEvent(
                event=line.public_id,
                name=line.name,
                part=str(line.part),
                number=line.number,
                players=line.players,
            )
            for line in queries.league_events(found.pk)
            if line.accepted and not line.draft
        ),
    )


@router.get("/players/{player}/league-points")
def league_points(request: ApiRequest, player: PlayerId) -> PointsOfPlayer:
    """Read a player's league points, in total and by season."""
    facts = visibility.visible_person(by=reader(request), now=request.now, person=player)
    seasons = points_by_season(facts.public_id)
    return PointsOfPlayer(player=facts.public_id, lifetime=sum(seasons.values()), seasons=seasons)


@router.post("/leagues/{league}/events/{event}/bonus", scopes=(Scope.LEAGUE,))
def give_bonus(
    request: ApiRequest, league: LeagueId, event: EventId, body: GivenBonus
) -> BonusGiven:
    """Give bonus points by hand at an event of your league; a reason is required."""
    bonuses.give_by_hand(
        by=request.caller.actor,
        now=request.now,
        league=league,
        event=event,
        person=body.player,
        points=body.points,
        reason=body.reason,
    )
    return BonusGiven(player=body.player, bonus=bonus_at(event, person=body.player))
