"""API of rating lists, and of one player's ratings."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from ninja import Router

from padd.interfaces.api.event_view import reader
from padd.interfaces.api.operation import ApiRequest, operation
from padd.interfaces.api.parameters import (
    Active,
    Area,
    Keeper,
    OneEdition,
    PageNumber,
    PageSize,
    PlayerId,
    RatingList,
    Region,
)
from padd.services.access import visibility
from padd.services.ratings import ratings as service
from padd.store.queries.ratings.lists import RatingLine, ratings_of_person

router = Router(tags=["Ratings"])


class RatingInList(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a rating list; ratings are not rounded."""

    place: int
    player: str
    handle: str
    name: str
    region: str
    rating: float
    games: int
    events: int
    last_played: datetime
    movement: Annotated[
        float | None,
        msgspec.Meta(description="The change in the last thirty days; null without a rated game."),
    ]


class RatingsRead(msgspec.Struct, frozen=True, kw_only=True):
    """One page of a rating list."""

    edition: str
    list: str
    keeper: str
    generation: Annotated[
        int,
        msgspec.Meta(
            description=("The refresh that all lines are from; a higher number is more recent.")
        ),
    ]
    ratings: tuple[RatingInList, ...]
    page: int
    pages: int
    total: int


class RatingOfPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """One rating of a player."""

    edition: str
    list: str
    keeper: str
    rating: float
    games: int
    events: int
    place: int
    last_played: datetime


class RatingsOfPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Every rating of a player."""

    player: str
    ratings: tuple[RatingOfPlayer, ...]


@operation(router, "GET", "/ratings", answer=RatingsRead)
def ratings(
    request: ApiRequest,
    *,
    edition: OneEdition,
    list: RatingList = "overall",  # noqa: A002 -- the guide's word
    keeper: Keeper = "",
    region: Region = "",
    area: Area = None,
    active: Active = False,
    page: PageNumber = 1,
    size: PageSize = 50,
) -> RatingsRead:
    """Read a rating list of a game, with all or only active players."""
    listed = service.rating_list(
        by=reader(request),
        now=request.now,
        edition=edition,
        list_=list,
        keeper=keeper,
        region=region,
        area=str(area or ""),
        active=active,
        page=page,
        size=size,
    )
    return RatingsRead(
        edition=listed.series.edition,
        list=listed.series.list,
        keeper=listed.series.keeper,
        generation=listed.generation,
        ratings=tuple(map(_line, listed.lines)) if page == listed.page else (),
        page=page,
        pages=listed.pages,
        total=listed.total,
    )


def _line(line: RatingLine) -> RatingInList:
    return RatingInList(
        place=line.place,
        player=line.person,
        handle=line.handle,
        name=line.name,
        region=line.region,
        rating=line.rating,
        games=line.games,
        events=line.events,
        last_played=line.last_at,
        movement=line.movement,
    )


@operation(router, "GET", "/players/{player}/ratings", answer=RatingsOfPlayer)
def player_ratings(request: ApiRequest, player: PlayerId) -> RatingsOfPlayer:
    """Read every rating of a player, with the place of each."""
    facts = visibility.person_page(by=reader(request), now=request.now, person=player)
    return RatingsOfPlayer(
        player=facts.public_id,
        ratings=tuple(
            RatingOfPlayer(
                edition=rating.series.edition,
                list=rating.series.list,
                keeper=rating.series.keeper,
                rating=rating.rating,
                games=rating.games,
                events=rating.events,
                place=rating.place,
                last_played=rating.last_at,
            )
            for rating in ratings_of_person(facts.public_id)
        ),
    )
