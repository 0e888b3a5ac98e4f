"""API of rating lists, and of one player's ratings."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.model import Edition
from padd.interfaces.api.eventlog.context import reader
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import (
    Active,
    AnyEdition,
    Area,
    Keeper,
    OneEdition,
    OpponentId,
    PageNumber,
    PageSize,
    PlayerId,
    RatingList,
    Region,
)
from padd.interfaces.api.people import PlayerFound, public_player
from padd.services.access import visibility
from padd.services.ratings import careers
from padd.services.ratings import ratings as service
from padd.store.queries.ratings.career_results import PlayedGame
from padd.store.queries.ratings.careers import ChangeLine, rating_changes
from padd.store.queries.ratings.lists import RatingLine, ratings_of_person

router = Router("Ratings")


class RatingInList(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a rating list; ratings are not rounded."""

    place: Annotated[int, Meta(description="The place, from 1.")]
    player: Annotated[str, Meta(description="The id of the player.")]
    handle: Annotated[str, Meta(description="The player's handle.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    region: Annotated[str, Meta(description="The country, or a part of one.")]
    rating: Annotated[float, Meta(description="The rating, unrounded.")]
    games: Annotated[int, Meta(description="How many rated games.")]
    events: Annotated[int, Meta(description="How many rated events.")]
    last_played: Annotated[datetime, Meta(description="When they last played.")]
    movement: Annotated[
        float | None,
        Meta(description="The change in the last thirty days; null without a rated game."),
    ]


class RatingsRead(msgspec.Struct, frozen=True, kw_only=True):
    """One page of a rating list."""

    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    list: Annotated[str, Meta(description="The rating list.")]
    keeper: Annotated[str, Meta(description="The publisher of the ratings.")]
    generation: Annotated[
        int,
        Meta(description="The refresh that all lines are from; a higher number is more recent."),
    ]
    ratings: Annotated[tuple[RatingInList, ...], Meta(description="The ratings.")]
    page: Annotated[int, Meta(description="The number of this page, from 1.")]
    pages: Annotated[int, Meta(description="How many pages there are.")]
    total: Annotated[int, Meta(description="The total number.")]


class RatingOfPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """One rating of a player."""

    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    list: Annotated[str, Meta(description="The rating list.")]
    keeper: Annotated[str, Meta(description="The publisher of the ratings.")]
    rating: Annotated[float, Meta(description="The rating, unrounded.")]
    games: Annotated[int, Meta(description="How many rated games.")]
    events: Annotated[int, Meta(description="How many rated events.")]
    place: Annotated[int, Meta(description="The place, from 1.")]
    last_played: Annotated[datetime, Meta(description="When they last played.")]


class RatingsOfPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Every rating of a player."""

    player: Annotated[str, Meta(description="The id of the player.")]
    ratings: Annotated[tuple[RatingOfPlayer, ...], Meta(description="The ratings.")]


class RatedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game behind a change: what was expected, what was scored."""

    round: Annotated[int, Meta(description="The number of the round.")]
    opponent: Annotated[str, Meta(description="The id of the opponent.")]
    opponent_handle: Annotated[str, Meta(description="The handle of the opponent.")]
    opponent_rating: Annotated[float, Meta(description="Before the event.")]
    expected: Annotated[float, Meta(description="The expected score, from 0 to 1.")]
    score: Annotated[float, Meta(description="1 for a win, a half for a tie, 0 for a loss.")]
    k: Annotated[float, Meta(description="In a pod, divided by the number of opponents.")]
    change: Annotated[float, Meta(description="By how much it changed the rating.")]


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """How one event changed one rating, and why."""

    event: Annotated[str, Meta(description="The id of the event.")]
    event_name: Annotated[str, Meta(description="The name of the event.")]
    starts: Annotated[datetime, Meta(description="When it starts.")]
    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    list: Annotated[str, Meta(description="The rating list.")]
    keeper: Annotated[str, Meta(description="The publisher of the ratings.")]
    rulebook: Annotated[str, Meta(description="The id of the rulebook.")]
    k: Annotated[int, Meta(description="The k-value.")]
    before: Annotated[float, Meta(description="The rating before the event.")]
    after: Annotated[float, Meta(description="The rating after the event.")]
    games: Annotated[tuple[RatedGame, ...], Meta(description="The games.")]


class RatingHistory(msgspec.Struct, frozen=True, kw_only=True):
    """One page of a player's rating history, latest event first."""

    player: Annotated[str, Meta(description="The id of the player.")]
    changes: Annotated[
        tuple[RatingChange, ...], Meta(description="The changes, latest event first.")
    ]
    page: Annotated[int, Meta(description="The number of this page, from 1.")]
    more: Annotated[bool, Meta(description="Whether there is another page.")]


class GameOfTwo(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two players, from the first player's scorecard."""

    event: Annotated[str, Meta(description="The id of the event.")]
    event_name: Annotated[str, Meta(description="The name of the event.")]
    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    format: Annotated[str, Meta(description="How players get their decks.")]
    starts: Annotated[datetime, Meta(description="When it starts.")]
    round: Annotated[int, Meta(description="The number of the round.")]
    score: Annotated[float, Meta(description="1 for a win, a half for a tie, 0 for a loss.")]
    result: Annotated[str, Meta(description="The result code; empty in a pod and in a bracket.")]
    opponent_result: Annotated[str, Meta(description="The result of the opponent.")]
    rated: Annotated[bool, Meta(description="Whether it is rated.")]


class RatingsOfTwo(msgspec.Struct, frozen=True, kw_only=True):
    """A list that both are on."""

    edition: Annotated[str, Meta(description="The game: 1E, 2E or TR.")]
    list: Annotated[str, Meta(description="The rating list.")]
    keeper: Annotated[str, Meta(description="The publisher of the ratings.")]
    rating: Annotated[float, Meta(description="The rating, unrounded.")]
    opponent_rating: Annotated[float, Meta(description="The rating of the opponent, unrounded.")]


class HeadToHead(msgspec.Struct, frozen=True, kw_only=True):
    """Two players, and every game between them on record, the latest first."""

    player: Annotated[PlayerFound, Meta(description="The first player.")]
    opponent: Annotated[PlayerFound, Meta(description="The other player.")]
    won: Annotated[int, Meta(description="How many were won.")]
    tied: Annotated[int, Meta(description="How many were tied.")]
    lost: Annotated[int, Meta(description="How many were lost.")]
    ratings: Annotated[tuple[RatingsOfTwo, ...], Meta(description="The ratings.")]
    games: Annotated[tuple[GameOfTwo, ...], Meta(description="The games.")]


@router.get("/ratings")
def ratings(
    request: ApiRequest,
    *,
    edition: OneEdition = Edition.SECOND,
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
        ratings=tuple(map(_rating_answer, listed.lines)) if page == listed.page else (),
        page=page,
        pages=listed.pages,
        total=listed.total,
    )


def _rating_answer(line: RatingLine) -> RatingInList:
    return answer_from(RatingInList, line, player=line.person, last_played=line.last_at)


@router.get("/players/{player}/ratings")
def player_ratings(request: ApiRequest, player: PlayerId) -> RatingsOfPlayer:
    """Read every rating of a player, with the place of each."""
    facts = visibility.visible_person(by=reader(request), now=request.now, person=player)
    return RatingsOfPlayer(
        player=facts.public_id,
        ratings=tuple(
            answer_from(
                RatingOfPlayer,
                rating,
                edition=rating.series.edition,
                list=rating.series.list,
                keeper=rating.series.keeper,
                last_played=rating.last_at,
            )
            for rating in ratings_of_person(facts.public_id)
        ),
    )


@router.get("/players/{player}/ratings/history")
def rating_history(
    request: ApiRequest,
    player: PlayerId,
    *,
    edition: AnyEdition = None,
    list: RatingList = "",  # noqa: A002 -- the guide's word
    page: PageNumber = 1,
    size: PageSize = 50,
) -> RatingHistory:
    """Read a player's rating history, event by event and game by game."""
    facts = visibility.visible_person(by=reader(request), now=request.now, person=player)
    changes = rating_changes(
        facts.public_id,
        edition=str(edition or ""),
        list_=list,
        limit=size + 1,
        offset=(page - 1) * size,
    )
    return RatingHistory(
        player=facts.public_id,
        changes=tuple(map(_change_answer, changes[:size])),
        page=page,
        more=len(changes) > size,
    )


def _change_answer(line: ChangeLine) -> RatingChange:
    return answer_from(
        RatingChange,
        line,
        starts=line.starts_at,
        edition=line.series.edition,
        list=line.series.list,
        keeper=line.series.keeper,
        games=tuple(answer_from(RatedGame, game) for game in line.games),
    )


@router.get("/players/{player}/against/{opponent}")
def head_to_head(request: ApiRequest, player: PlayerId, opponent: OpponentId) -> HeadToHead:
    """Read every game between two players on record, rated or not."""
    comparison = careers.compare_players(
        person=player, other=opponent, by=reader(request), now=request.now
    )
    return HeadToHead(
        player=public_player(comparison.first),
        opponent=public_player(comparison.second),
        won=comparison.record.won,
        tied=comparison.record.tied,
        lost=comparison.record.lost,
        ratings=tuple(
            RatingsOfTwo(
                edition=series.edition,
                list=series.list,
                keeper=series.keeper,
                rating=own,
                opponent_rating=theirs,
            )
            for series, own, theirs in comparison.ratings
        ),
        games=tuple(map(_game_answer, comparison.record.meetings)),
    )


def _game_answer(meeting: PlayedGame) -> GameOfTwo:
    return answer_from(
        GameOfTwo,
        meeting,
        starts=meeting.starts_at,
        result=meeting.codes[0],
        opponent_result=meeting.codes[1],
    )
