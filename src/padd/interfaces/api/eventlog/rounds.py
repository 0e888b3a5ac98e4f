"""API of the rounds of an event: pairings and results."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from padd.core.eventlog.state.event_state import Clock, RoundState, Stage
from padd.core.eventlog.state.table import GameOutcome, ResultStatus, TableState, outcome_of_match
from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.interfaces.api.eventlog.context import EventContext, event_for_visitor
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import EventId, RoundNumber
from padd.interfaces.api.refusals import not_found, status_refusal
from padd.presentation.formats.bracket_view import bracket_document

router = Router("Rounds")


class ClockRead(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a round."""

    minutes: Annotated[int | None, Meta(description="The time limit of a round, in minutes.")]
    started: Annotated[datetime | None, Meta(description="When it started, in UTC.")]
    paused: Annotated[datetime | None, Meta(description="When it was paused, in UTC.")]
    ends: Annotated[
        datetime | None, Meta(description="When time is called; null while the clock is stopped.")
    ]
    ended: Annotated[datetime | None, Meta(description="When it ended, in UTC.")]


class GameScore(msgspec.Struct, frozen=True, kw_only=True):
    """What one player got from a game."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    code: Annotated[str, Meta(description="The result code, such as FW.")]
    vp: Annotated[int, Meta(description="The victory points.")]
    differential: Annotated[int, Meta(description="The differential.")]


class PodResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was scored at a table of Tribbles."""

    scores: Annotated[
        dict[PlayerId, int], Meta(description="The points, by the ids of the players.")
    ]
    went_out: Annotated[
        tuple[PlayerId, ...], Meta(description="Who emptied the hand, by their ids.")
    ] = ()
    conceded: Annotated[tuple[PlayerId, ...], Meta(description="Who conceded, by their ids.")] = ()


class TableRead(msgspec.Struct, frozen=True, kw_only=True):
    """One table: its players, its state and the current result."""

    table: Annotated[int, Meta(description="The number of the table.")]
    players: Annotated[tuple[PlayerId, ...], Meta(description="The players, by their ids.")]
    names: Annotated[tuple[str, ...], Meta(description="The names, for people.")]
    status: Annotated[ResultStatus, Meta(description="Its state.")]
    outcome: Annotated[GameOutcome | None, Meta(description="How the game ended.")] = None
    pod: Annotated[PodResult | None, Meta(description="What was scored in the pod.")] = None
    scored: Annotated[
        tuple[GameScore, ...], Meta(description="What each player got from the game.")
    ] = ()
    extra_minutes: Annotated[int, Meta(description="Minutes added at this table.")] = 0


class RoundRead(msgspec.Struct, frozen=True, kw_only=True):
    """One round."""

    number: Annotated[int, Meta(description="The number of the round.")]
    stage: Annotated[Stage, Meta(description="Whether it is a draft, published or closed.")]
    published: Annotated[datetime | None, Meta(description="When it was published, in UTC.")]
    deadline: Annotated[datetime | None, Meta(description="The deadline, in UTC.")]
    clock: Annotated[ClockRead, Meta(description="The clock of the round.")]
    tables: Annotated[tuple[TableRead, ...], Meta(description="The tables.")]
    byes: Annotated[tuple[PlayerId, ...], Meta(description="The players with a bye, by their ids.")]
    earned_byes: Annotated[
        tuple[PlayerId, ...], Meta(description="The players with an earned bye, by their ids.")
    ]
    missed: Annotated[tuple[PlayerId, ...], Meta(description="Who missed the round, by their ids.")]


class RoundsRead(msgspec.Struct, frozen=True, kw_only=True):
    """All published rounds."""

    event: Annotated[str, Meta(description="The id of the event.")]
    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]
    rounds: Annotated[tuple[RoundRead, ...], Meta(description="The rounds.")]


class OneRound(msgspec.Struct, frozen=True, kw_only=True):
    """One published round."""

    event: Annotated[str, Meta(description="The id of the event.")]
    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]
    round: Annotated[RoundRead, Meta(description="The round.")]


@router.get("/events/{event}/rounds")
def rounds(request: ApiRequest, event: EventId) -> RoundsRead:
    """List the published rounds with pairings, pods and results."""
    context = event_for_visitor(request, event)
    request.check_etag(context.version("rounds"))
    scored = game_scores(context)
    return RoundsRead(
        event=context.id,
        sequence=context.sequence,
        rounds=tuple(round_answer(round_, context, scored) for round_ in context.state.played),
    )


@router.get("/events/{event}/rounds/{int:number}")
def one_round(request: ApiRequest, event: EventId, number: RoundNumber) -> OneRound:
    """Read one published round."""
    context = event_for_visitor(request, event)
    round_ = context.state.round(number)
    if round_ is None or round_.stage is Stage.DRAFT:
        raise not_found()
    request.check_etag(context.version("round", number))
    return OneRound(
        event=context.id,
        sequence=context.sequence,
        round=round_answer(round_, context, game_scores(context)),
    )


@router.get("/events/{event}/bracket", statuses=(422,), answer=dict[str, Any])
def bracket(request: ApiRequest, event: EventId) -> object:
    """Read the bracket of an event, in the format of `padd bracket --json`."""
    context = event_for_visitor(request, event)
    book, facts = context.book, context.view.facts
    if not format_of(facts).has_bracket:
        raise status_refusal(
            422, "not-a-bracket", message("This event is played without a bracket.")
        )
    request.check_etag(context.version("bracket"))
    played = bracket_of_event(facts, book)
    return {"event": facts.name, **bracket_document(played)}


def game_scores(context: EventContext) -> dict[tuple[int, PlayerId], GameScore]:
    """Return the scores of all games of a Swiss event, by round and player."""
    if not context.state.played or not format_of(context.state.settings_of(1)).gives_victory_points:
        return {}
    return {
        (round_.number, result.player): answer_from(GameScore, result)
        for round_ in context.view.scored.rounds
        for result in round_.results
    }


def round_answer(
    round_: RoundState, context: EventContext, scored: dict[tuple[int, PlayerId], GameScore]
) -> RoundRead:
    """Return the answer for a round."""
    return answer_from(
        RoundRead,
        round_,
        published=parse_moment(round_.published_at),
        deadline=parse_moment(round_.deadline),
        clock=_clock_answer(round_.clock),
        tables=tuple(
            _table_answer(table, round_, context, scored) for table in round_.tables.values()
        ),
    )


def _clock_answer(clock: Clock) -> ClockRead:
    return ClockRead(
        minutes=clock.minutes,
        started=parse_moment(clock.started_at),
        paused=parse_moment(clock.paused_at),
        ends=clock.ends_at(),
        ended=parse_moment(clock.ended_at),
    )


def _table_answer(
    table: TableState,
    round_: RoundState,
    context: EventContext,
    scored: dict[tuple[int, PlayerId], GameScore],
) -> TableRead:
    counts = bool(table.saved)
    pod = table.pod
    return TableRead(
        table=table.number,
        players=table.players,
        names=tuple(context.names.get(player, player) for player in table.players),
        status=round_.status(table),
        outcome=outcome_of_match(table.match) if counts and table.match else None,
        pod=PodResult(scores=pod.scores, went_out=pod.went_out or (), conceded=pod.conceded)
        if counts and pod and pod.scores is not None
        else None,
        scored=tuple(
            scored[round_.number, player]
            for player in table.players
            if counts and (round_.number, player) in scored
        ),
        extra_minutes=table.extra_minutes,
    )


def parse_moment(text: str | None) -> datetime | None:
    """Return a moment that the log has as text."""
    return None if text is None else datetime.fromisoformat(text)
