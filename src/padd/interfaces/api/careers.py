"""API of careers: ratings by event and by game, and head to head."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from ninja import Router

from padd.interfaces.api.event_view import reader
from padd.interfaces.api.operation import ApiRequest, operation
from padd.interfaces.api.parameters import (
    AnyEdition,
    OpponentId,
    PageNumber,
    PageSize,
    PlayerId,
    RatingList,
)
from padd.interfaces.api.people import PlayerFound, player_of
from padd.services.access import visibility
from padd.services.ratings import careers
from padd.store.queries.ratings.career_results import PlayedGame
from padd.store.queries.ratings.careers import ChangeLine, rating_changes

router = Router(tags=["Ratings"])


class RatedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game behind a change: what was expected, what was scored."""

    round: int
    opponent: str
    opponent_handle: str
    opponent_rating: Annotated[float, msgspec.Meta(description="Before the event.")]
    expected: float
    score: Annotated[
        float, msgspec.Meta(description="1 for a win, a half for a tie, 0 for a loss.")
    ]
    k: Annotated[float, msgspec.Meta(description="In a pod, divided by the number of opponents.")]
    change: float


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """How one event changed one rating, and why."""

    event: str
    event_name: str
    starts: datetime
    edition: str
    list: str
    keeper: str
    rulebook: str
    k: int
    before: float
    after: float
    games: tuple[RatedGame, ...]


class RatingHistory(msgspec.Struct, frozen=True, kw_only=True):
    """One page of a player's rating history, latest event first."""

    player: str
    changes: tuple[RatingChange, ...]
    page: int
    more: Annotated[bool, msgspec.Meta(description="Whether there is another page.")]


class GameOfTwo(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two players, from the first player's scorecard."""

    event: str
    event_name: str
    edition: str
    format: str
    starts: datetime
    round: int
    score: Annotated[
        float, msgspec.Meta(description="1 for a win, a half for a tie, 0 for a loss.")
    ]
    result: Annotated[
        str, msgspec.Meta(description="The result code; empty in a pod and in a bracket.")
    ]
    opponent_result: str
    rated: bool


class RatingsOfTwo(msgspec.Struct, frozen=True, kw_only=True):
    """A list that both are on."""

    edition: str
    list: str
    keeper: str
    rating: float
    opponent_rating: float


class HeadToHead(msgspec.Struct, frozen=True, kw_only=True):
    """Two players, and every game between them on record, the latest first."""

    player: PlayerFound
    opponent: PlayerFound
    won: int
    tied: int
    lost: int
    ratings: tuple[RatingsOfTwo, ...]
    games: tuple[GameOfTwo, ...]


@operation(router, "GET", "/players/{player}/ratings/history", answer=RatingHistory)
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
    facts = visibility.person_page(by=reader(request), now=request.now, person=player)
    changes = rating_changes(
        facts.public_id,
        edition=str(edition or ""),
        list_=list,
        limit=size + 1,
        offset=(page - 1) * size,
    )
    return RatingHistory(
        player=facts.public_id,
        changes=tuple(map(_change, changes[:size])),
        page=page,
        more=len(changes) > size,
    )


def _change(line: ChangeLine) -> RatingChange:
    return RatingChange(
        event=line.event,
        event_name=line.event_name,
        starts=line.starts_at,
        edition=line.series.edition,
        list=line.series.list,
        keeper=line.series.keeper,
        rulebook=line.rulebook,
        k=line.k,
        before=line.before,
        after=line.after,
        games=tuple(
            RatedGame(
                round=game.round,
                opponent=game.opponent,
                opponent_handle=game.opponent_handle,
                opponent_rating=game.opponent_rating,
                expected=game.expected,
                score=game.score,
                k=game.k,
                change=game.change,
            )
            for game in line.games
        ),
    )


@operation(router, "GET", "/players/{player}/against/{opponent}", answer=HeadToHead)
def head_to_head(request: ApiRequest, player: PlayerId, opponent: OpponentId) -> HeadToHead:
    """Read every game between two players on record, rated or not."""
    comparison = careers.against(person=player, other=opponent, by=reader(request), now=request.now)
    return HeadToHead(
        player=player_of(comparison.first),
        opponent=player_of(comparison.second),
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
        games=tuple(map(_game, comparison.record.meetings)),
    )


def _game(meeting: PlayedGame) -> GameOfTwo:
    return GameOfTwo(
        event=meeting.event,
        event_name=meeting.event_name,
        edition=meeting.edition,
        format=meeting.format,
        starts=meeting.starts_at,
        round=meeting.round,
        score=meeting.score,
        result=meeting.codes[0],
        opponent_result=meeting.codes[1],
        rated=meeting.rated,
    )
