"""API of championships: the year's road, one championship, byes and titles."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.model import Edition
from padd.interfaces.api.eventlog.context import event_for_staff, reader
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import EventId, OneEdition, PlayerId
from padd.presentation.championships.rights import RightView, right_views
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access import visibility
from padd.services.access.api_tokens import Scope
from padd.services.championships.awarded_rights import championship_outcome
from padd.services.championships.masters import masters_season
from padd.services.championships.rights_file import rights_for_staff
from padd.services.ratings.careers import names_by_row
from padd.services.refusal import NotFound
from padd.store.queries.championships import championships as queries
from padd.store.queries.championships.rights import find_rights

router = Router("Championships")
Year = Annotated[int, Meta(description="The year of the championships.")]
ChampionshipId = Annotated[str, Meta(description="The id of a championship.")]


class ChampionshipEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event that is part of a championship."""

    event: Annotated[str, Meta(description="The id of the event.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    stage: Annotated[str, Meta(description="whole, heat, final or side (counts for nothing).")]
    state: Annotated[str, Meta(description="Its state.")]
    starts: Annotated[date, Meta(description="The first day.")]
    ends: Annotated[date, Meta(description="The last day.")]


class ChampionshipFound(msgspec.Struct, frozen=True, kw_only=True):
    """A championship with its events."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    year: Annotated[int, Meta(description="The year.")]
    kind: Annotated[str, Meta(description="regional, national, masters, continental or world.")]
    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    area: Annotated[str, Meta(description="The continent it counts for.")]
    state: Annotated[str, Meta(description="planned, playing or played.")]
    stages: Annotated[tuple[ChampionshipEvent, ...], Meta(description="The stages.")]


class Road(msgspec.Struct, frozen=True, kw_only=True):
    """All championships of a year and game, the earliest first."""

    year: Annotated[int, Meta(description="The year.")]
    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    championships: Annotated[tuple[ChampionshipFound, ...], Meta(description="The championships.")]


class ChampionshipPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A player's place in a championship."""

    place: Annotated[int, Meta(description="The place, from 1.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    player: Annotated[str, Meta(description="The id of the player; empty once erased.")]
    disqualified: Annotated[bool, Meta(description="Whether the player was disqualified.")]


class ChampionshipAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A championship with its ranking; empty until all stages are processed."""

    championship: Annotated[ChampionshipFound, Meta(description="The championship.")]
    attendance: Annotated[int | None, Meta(description="People who took part in any stage.")]
    ranking: Annotated[tuple[ChampionshipPlace, ...], Meta(description="The ranking.")]


class RightFound(msgspec.Struct, frozen=True, kw_only=True):
    """A bye or a head start of a player."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    rounds: Annotated[
        tuple[int, ...], Meta(description="The rounds of a bye; empty for a head start.")
    ]
    points: Annotated[int, Meta(description="The points of a head start; 0 for a bye.")]
    target: Annotated[str, Meta(description="continental or world.")]
    year: Annotated[int | None, Meta(description="Null if it is for the next one.")]
    state: Annotated[str, Meta(description="open, used, expired or withdrawn.")]
    won_at: Annotated[str, Meta(description="The id of the championship; may be empty.")]
    place: Annotated[int | None, Meta(description="The place, from 1.")]
    ends: Annotated[date | None, Meta(description="The last day on which it can be used.")]
    rule: Annotated[str, Meta(description="The section that gives it.")]


class RightsOfPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Titles, byes and head starts of a player."""

    player: Annotated[str, Meta(description="The id of the player.")]
    titles: Annotated[tuple[ChampionshipFound, ...], Meta(description="The titles won.")]
    rights: Annotated[tuple[RightFound, ...], Meta(description="Byes and head starts.")]


class UsableRight(msgspec.Struct, frozen=True, kw_only=True):
    """A bye or a head start that its owner may use at an event."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    player: Annotated[str, Meta(description="The id of its owner.")]
    handle: Annotated[str, Meta(description="The player's handle.")]
    rounds: Annotated[
        tuple[int, ...], Meta(description="The rounds of a bye; empty for a head start.")
    ]
    points: Annotated[int, Meta(description="The points of a head start; 0 for a bye.")]
    origin: Annotated[str, Meta(description="Where it was won; empty if granted.")]
    rule: Annotated[str, Meta(description="The section that gives it.")]


class RightsOfEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Every bye and head start that can still be used at an event."""

    event: Annotated[str, Meta(description="The id of the event.")]
    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    rights: Annotated[tuple[UsableRight, ...], Meta(description="Byes and head starts.")]


class MastersLine(msgspec.Struct, frozen=True, kw_only=True):
    """The Masters points of one player."""

    place: Annotated[int, Meta(description="Equal totals share a place.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    player: Annotated[str, Meta(description="The id of the player; empty once erased.")]
    points: Annotated[int, Meta(description="The points.")]
    events: Annotated[int, Meta(description="How many events the points are from.")]
    reached: Annotated[bool, Meta(description="Whether the line of the year is reached.")]


class MastersAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The Masters points of a year and game."""

    year: Annotated[int, Meta(description="The year.")]
    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    line: Annotated[int | None, Meta(description="The points needed for an invitation.")]
    standings: Annotated[tuple[MastersLine, ...], Meta(description="The standings.")]


@router.get("/masters/{year}")
def masters(
    request: ApiRequest, year: Year, *, edition: OneEdition = Edition.SECOND
) -> MastersAnswer:
    """Read the Masters points of a year and game; 404 if there is no Masters."""
    season = masters_season(year=year, edition=str(edition))
    if not (season.played or season.to_come or season.line):
        raise NotFound("year")
    names = names_by_row(
        [line.person for line in season.standings], by=reader(request), now=request.now
    )
    return MastersAnswer(
        year=year,
        edition=season.edition,
        line=season.line,
        standings=tuple(
            MastersLine(
                place=line.place,
                name=names[line.person].name,
                player=names[line.person].person,
                points=line.total,
                events=len(line.events),
                reached=line.invited,
            )
            for line in season.standings
        ),
    )


@router.get("/events/{event}/rights", scopes=(Scope.READ, Scope.RUN))
def rights_of_event(request: ApiRequest, event: EventId) -> RightsOfEvent:
    """Read which byes and head starts can be used at an event; for its staff."""
    event_for_staff(request, event)
    listed = rights_for_staff(event_id=event)
    return RightsOfEvent(
        event=event,
        edition=str(listed.edition),
        rights=tuple(
            answer_from(UsableRight, right, player=right.person, rule=right.cite)
            for right in listed.rights
        ),
    )


@router.get("/road/{year}")
def road(_request: ApiRequest, year: Year, *, edition: OneEdition = Edition.SECOND) -> Road:
    """List the championships of a year and game; 404 if there are none."""
    rows = queries.list_championships(years=(year,), edition=str(edition))
    if not rows:
        raise NotFound("year")
    return Road(
        year=year, edition=str(edition), championships=tuple(map(_championship_answer, rows))
    )


@router.get("/championships/{championship}")
def championship(request: ApiRequest, championship: ChampionshipId) -> ChampionshipAnswer:
    """Read a championship with its ranking over all stages."""
    row = queries.championship(championship)
    if row is None:
        raise NotFound("championship")
    result = championship_outcome(championship)
    lines = result.ranking if result else ()
    names = names_by_row([int(line.person) for line in lines], by=reader(request), now=request.now)
    return ChampionshipAnswer(
        championship=_championship_answer(row),
        attendance=result.attendance if result else None,
        ranking=tuple(
            ChampionshipPlace(
                place=line.place,
                name=names[int(line.person)].name,
                player=names[int(line.person)].person,
                disqualified=line.disqualified,
            )
            for line in lines
        ),
    )


@router.get("/players/{player}/rights")
def rights_of_player(request: ApiRequest, player: PlayerId) -> RightsOfPlayer:
    """Read the titles, byes and head starts of a player."""
    facts = visibility.visible_person(by=reader(request), now=request.now, person=player)
    views = right_views(
        find_rights(people=[facts.public_id]),
        queries.target_events(),
        book=rulebook(rulebook_ids()[0]),
        today=request.now.date(),
    )
    return RightsOfPlayer(
        player=facts.public_id,
        titles=tuple(map(_championship_answer, queries.championships_won(facts.public_id))),
        rights=tuple(map(_right_answer, views)),
    )


def _championship_answer(row: queries.ChampionshipRow) -> ChampionshipFound:
    return answer_from(
        ChampionshipFound,
        row,
        id=row.public_id,
        stages=tuple(
            answer_from(ChampionshipEvent, stage, starts=stage.first_day, ends=stage.last_day)
            for stage in row.stages
        ),
    )


def _right_answer(view: RightView) -> RightFound:
    return answer_from(RightFound, view, state=str(view.state), won_at=view.origin, rule=view.cite)
