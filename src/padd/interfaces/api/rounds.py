"""API of the rounds of an event: pairings and results."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from ninja import Router

from padd.core.eventlog.state.event_state import Clock, RoundState, Stage
from padd.core.eventlog.state.table import GameOutcome, ResultStatus, TableState, outcome_of
from padd.core.formats.bracket.event import played_event
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.interfaces.api.event_view import EventContext, seen
from padd.interfaces.api.operation import NOT_CHANGED, READS, ApiRequest, operation
from padd.interfaces.api.parameters import EventId, RoundNumber
from padd.interfaces.api.refusals import missing, refuse
from padd.presentation.formats.bracket_view import bracket_document

router = Router(tags=["Rounds"])


class ClockRead(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a round."""

    minutes: int | None
    started: datetime | None
    paused: datetime | None
    ends: Annotated[
        datetime | None,
        msgspec.Meta(description=("When time is called; null while the clock is stopped.")),
    ]
    ended: datetime | None


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """What one player got from a game."""

    player: PlayerId
    code: str
    vp: int
    differential: int


class PodResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was scored at a table of Tribbles."""

    scores: dict[PlayerId, int]
    went_out: tuple[PlayerId, ...] = ()
    conceded: tuple[PlayerId, ...] = ()


class TableRead(msgspec.Struct, frozen=True, kw_only=True):
    """One table: its players, its state and the current result."""

    table: int
    players: tuple[PlayerId, ...]
    names: tuple[str, ...]
    status: ResultStatus
    outcome: GameOutcome | None = None
    pod: PodResult | None = None
    scored: tuple[Scored, ...] = ()
    extra_minutes: int = 0


class RoundRead(msgspec.Struct, frozen=True, kw_only=True):
    """One round."""

    number: int
    stage: Stage
    published: datetime | None
    deadline: datetime | None
    clock: ClockRead
    tables: tuple[TableRead, ...]
    byes: tuple[PlayerId, ...]
    earned_byes: tuple[PlayerId, ...]
    missed: tuple[PlayerId, ...]


class RoundsRead(msgspec.Struct, frozen=True, kw_only=True):
    """All published rounds."""

    event: str
    sequence: int
    rounds: tuple[RoundRead, ...]


class OneRound(msgspec.Struct, frozen=True, kw_only=True):
    """One published round."""

    event: str
    sequence: int
    round: RoundRead


@operation(router, "GET", "/events/{event}/rounds", answer=RoundsRead)
def rounds(request: ApiRequest, event: EventId) -> RoundsRead | object:
    """List the published rounds with pairings, pods and results."""
    known = seen(request, event)
    if request.unchanged(known.version("rounds")):
        return NOT_CHANGED
    scored = scores_of(known)
    return RoundsRead(
        event=known.id,
        sequence=known.sequence,
        rounds=tuple(round_read(round_, known, scored) for round_ in known.state.played),
    )


@operation(router, "GET", "/events/{event}/rounds/{int:number}", answer=OneRound)
def one_round(request: ApiRequest, event: EventId, number: RoundNumber) -> OneRound | object:
    """Read one published round."""
    known = seen(request, event)
    round_ = known.state.round(number)
    if round_ is None or round_.stage is Stage.DRAFT:
        raise missing()
    if request.unchanged(known.version("round", number)):
        return NOT_CHANGED
    return OneRound(
        event=known.id, sequence=known.sequence, round=round_read(round_, known, scores_of(known))
    )


@operation(router, "GET", "/events/{event}/bracket", answer=dict[str, Any], statuses=(*READS, 422))
def bracket(request: ApiRequest, event: EventId) -> object:
    """Read the bracket of an event, in the format of `padd bracket --json`."""
    known = seen(request, event)
    book, facts = known.book, known.view.facts
    if not format_of(facts).has_bracket:
        raise refuse(422, "not-a-bracket", message("This event is played without a bracket."))
    if request.unchanged(known.version("bracket")):
        return NOT_CHANGED
    played = played_event(facts, book)
    return {"event": facts.name, **bracket_document(played)}


def scores_of(known: EventContext) -> dict[tuple[int, PlayerId], Scored]:
    """Return what every game of a Swiss event gave, by round and player."""
    if not known.state.played or not format_of(known.state.settings_of(1)).gives_victory_points:
        return {}
    return {
        (round_.number, result.player): Scored(
            player=result.player, code=result.code, vp=result.vp, differential=result.differential
        )
        for round_ in known.view.scored.rounds
        for result in round_.results
    }


def round_read(
    round_: RoundState, known: EventContext, scored: dict[tuple[int, PlayerId], Scored]
) -> RoundRead:
    """Return a round as the API writes it."""
    return RoundRead(
        number=round_.number,
        stage=round_.stage,
        published=moment(round_.published_at),
        deadline=moment(round_.deadline),
        clock=_clock(round_.clock),
        tables=tuple(_table(table, round_, known, scored) for table in round_.tables.values()),
        byes=round_.byes,
        earned_byes=round_.earned_byes,
        missed=round_.missed,
    )


def _clock(clock: Clock) -> ClockRead:
    return ClockRead(
        minutes=clock.minutes,
        started=moment(clock.started_at),
        paused=moment(clock.paused_at),
        ends=clock.ends_at(),
        ended=moment(clock.ended_at),
    )


def _table(
    table: TableState,
    round_: RoundState,
    known: EventContext,
    scored: dict[tuple[int, PlayerId], Scored],
) -> TableRead:
    counts = bool(table.saved)
    pod = table.pod
    return TableRead(
        table=table.number,
        players=table.players,
        names=tuple(known.names.get(player, player) for player in table.players),
        status=round_.status(table),
        outcome=outcome_of(table.match) if counts and table.match else None,
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


def moment(text: str | None) -> datetime | None:
    """Return a moment of the log."""
    return None if text is None else datetime.fromisoformat(text)
