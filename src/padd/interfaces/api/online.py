"""API of online play: the games without a result."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.online.open_games import open_games as find_open_games
from padd.interfaces.api.eventlog.context import event_for_staff
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import EventId
from padd.services.access.api_tokens import Scope

router = Router("Leagues")


class OpenGameFound(msgspec.Struct, frozen=True, kw_only=True):
    """An online game without a result."""

    round: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    players: Annotated[tuple[str, ...], Meta(description="The players, by their ids.")]
    standing: Annotated[
        str, Meta(description="overdue, waiting, silent, agreed, running, paused or delayed.")
    ]
    deadline: Annotated[str | None, Meta(description="The deadline, in UTC.")]
    appointment: Annotated[str | None, Meta(description="When the game is to be played.")]


class OpenGames(msgspec.Struct, frozen=True):
    """The open games of an online event, the most urgent first."""

    open: Annotated[tuple[OpenGameFound, ...], Meta(description="The open games.")]


@router.get("/events/{event}/open-games", scopes=(Scope.READ, Scope.RUN), has_etag=False)
def open_games(request: ApiRequest, event: EventId) -> OpenGames:
    """Read the open games of an online event; for its staff."""
    context = event_for_staff(request, event)
    return OpenGames(
        tuple(
            answer_from(
                OpenGameFound,
                game,
                players=tuple(str(player) for player in game.players),
                standing=str(game.standing),
            )
            for game in find_open_games(context.state, now=request.now)
        )
    )
