"""API of leagues: season tables, a player's points, bonus; open online games."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from ninja import Path, Router

from padd.core.leagues.table import league_table, of_part
from padd.core.model import LeaguePart
from padd.core.online.open_games import open_games as games_of
from padd.interfaces.api.event_view import directed, reader
from padd.interfaces.api.operation import READS, ApiRequest, operation
from padd.interfaces.api.parameters import EventId, PlayerId
from padd.services.access import visibility
from padd.services.access.api_tokens import Scope
from padd.services.leagues import bonus as bonuses
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.seasons import season_qualifiers, season_row
from padd.services.ratings.careers import called
from padd.services.refusal import NotFound
from padd.store.queries.leagues import leagues as queries
from padd.store.queries.leagues.league_points import bonus_at, points_by_season, season_points

router = Router(tags=["Leagues"])
LeagueId = Annotated[str, Path(description="The id of a league.")]
SeasonYear = Annotated[int, Path(description="The year in which a season starts.")]
STAFF: Final = (Scope.READ, Scope.RUN)


class LeagueFound(msgspec.Struct, frozen=True, kw_only=True):
    """A league."""

    id: str
    name: str
    place: str
    edition: str
    rulebook: str
    director: Annotated[str, msgspec.Meta(description="The handle of the League Director.")]
    seasons: Annotated[tuple[int, ...], msgspec.Meta(description="The years, the latest first.")]


class Leagues(msgspec.Struct, frozen=True):
    """Every league."""

    leagues: tuple[LeagueFound, ...]


class SeasonPlace(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a table of a season."""

    place: int
    player: Annotated[str, msgspec.Meta(description="The id of the player.")]
    handle: str
    name: Annotated[
        str, msgspec.Meta(description="The name, or the handle if the caller may not see the name.")
    ]
    points: Annotated[int, msgspec.Meta(description="League points by place.")]
    bonus: Annotated[int, msgspec.Meta(description="Bonus points; they count in this league only.")]
    events: int


class SeasonEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a season."""

    event: Annotated[str, msgspec.Meta(description="The id of the event.")]
    name: str
    part: Annotated[str, msgspec.Meta(description="first-half, second-half or playoff.")]
    number: int
    players: Annotated[int, msgspec.Meta(description="0 until it is finished.")]


class SeasonFound(msgspec.Struct, frozen=True, kw_only=True):
    """A season with its tables, ranked by points and bonus together."""

    league: str
    season: int
    short: bool
    qualifiers: Annotated[
        tuple[int, ...], msgspec.Meta(description="How many qualify from each half.")
    ]
    first_half: tuple[SeasonPlace, ...]
    second_half: tuple[SeasonPlace, ...]
    total: tuple[SeasonPlace, ...]
    qualified: Annotated[tuple[str, ...], msgspec.Meta(description="Who would qualify now.")]
    champion: Annotated[
        str, msgspec.Meta(description="The handle of the champion; empty until there is one.")
    ]
    events: tuple[SeasonEvent, ...]


class PointsOfPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player's league points; bonus points are not included."""

    player: str
    lifetime: Annotated[int, msgspec.Meta(description="Over all leagues and seasons.")]
    seasons: Annotated[dict[int, int], msgspec.Meta(description="Over all leagues, by season.")]


class GivenBonus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bonus points that a League Director gives by hand."""

    player: Annotated[str, msgspec.Meta(description="The id of the player.")]
    points: int
    reason: Annotated[str, msgspec.Meta(max_length=300)]


class BonusGiven(msgspec.Struct, frozen=True, kw_only=True):
    """The bonus of a player at an event, with what was given."""

    player: str
    bonus: int


class OpenGameFound(msgspec.Struct, frozen=True, kw_only=True):
    """An online game without a result."""

    round: int
    table: int
    players: tuple[str, ...]
    standing: Annotated[
        str,
        msgspec.Meta(description="overdue, waiting, silent, agreed, running, paused or delayed."),
    ]
    deadline: str | None
    appointment: str | None


class OpenGames(msgspec.Struct, frozen=True):
    """The open games of an online event, the most urgent first."""

    open: tuple[OpenGameFound, ...]


@operation(router, "GET", "/leagues", answer=Leagues)
def leagues(request: ApiRequest) -> Leagues:
    """List the leagues."""
    del request
    return Leagues(
        tuple(
            LeagueFound(
                id=row.public_id,
                name=row.name,
                place=row.place,
                edition=row.edition,
                rulebook=row.rulebook,
                director=row.director,
                seasons=() if row.year is None else (row.year,),
            )
            for row in queries.league_lines()
        )
    )


@operation(router, "GET", "/leagues/{league}", answer=LeagueFound)
def league(request: ApiRequest, league: LeagueId) -> LeagueFound:
    """Read a league with the years of its seasons."""
    del request
    row = league_row(league)
    if row.state not in queries.OPEN:
        raise NotFound("league")
    return LeagueFound(
        id=row.public_id,
        name=row.name,
        place=row.place,
        edition=row.edition,
        rulebook=row.rulebook,
        director=row.director.handle,
        seasons=queries.league_years(row.pk),
    )


@operation(router, "GET", "/leagues/{league}/seasons/{year}", answer=SeasonFound)
def season(request: ApiRequest, league: LeagueId, year: SeasonYear) -> SeasonFound:
    """Read a season: the tables of its halves and the whole, qualifiers, events."""
    row = league_row(league)
    if row.state not in queries.OPEN:
        raise NotFound("league")
    found = season_row(row, year)
    events = season_points(found.pk)
    people = {one.person for event in events for one in event.rows}
    handles = queries.person_handles(people)
    names = called(people, by=reader(request), now=request.now)

    def table(*parts: LeaguePart) -> tuple[SeasonPlace, ...]:
        return tuple(
            SeasonPlace(
                place=line.place,
                player=line.person,
                handle=handles[line.person],
                name=names[line.person].name,
                points=line.points,
                bonus=line.bonus,
                events=line.events,
            )
            for line in league_table(of_part(events, *parts))
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


@operation(router, "GET", "/players/{player}/league-points", answer=PointsOfPlayer)
def league_points(request: ApiRequest, player: PlayerId) -> PointsOfPlayer:
    """Read a player's league points, in total and by season."""
    facts = visibility.person_page(by=reader(request), now=request.now, person=player)
    seasons = points_by_season(facts.public_id)
    return PointsOfPlayer(player=facts.public_id, lifetime=sum(seasons.values()), seasons=seasons)


@operation(
    router,
    "POST",
    "/leagues/{league}/events/{event}/bonus",
    answer=BonusGiven,
    body=GivenBonus,
    scopes=(Scope.LEAGUE,),
)
def give_bonus(request: ApiRequest, league: LeagueId, event: EventId) -> BonusGiven:
    """Give bonus points by hand at an event of your league; a reason is required."""
    given: GivenBonus = request.body
    bonuses.give_by_hand(
        by=request.caller.actor,
        now=request.now,
        league=league,
        event=event,
        person=given.player,
        points=given.points,
        reason=given.reason,
    )
    return BonusGiven(player=given.player, bonus=bonus_at(event, person=given.player))


@operation(
    router,
    "GET",
    "/events/{event}/open-games",
    answer=OpenGames,
    scopes=STAFF,
    statuses=(*READS, 403),
    conditional=False,
)
def open_games(request: ApiRequest, event: EventId) -> OpenGames:
    """Read the open games of an online event; for its staff."""
    known = directed(request, event)
    return OpenGames(
        tuple(
            OpenGameFound(
                round=game.round,
                table=game.table,
                players=tuple(str(player) for player in game.players),
                standing=str(game.standing),
                deadline=game.deadline,
                appointment=game.appointment,
            )
            for game in games_of(known.state, now=request.now)
        )
    )
