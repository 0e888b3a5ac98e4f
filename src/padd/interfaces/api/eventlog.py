"""API of a running event for its staff: next step, log, file."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from django.http import HttpResponse
from ninja import Router

from padd.core.eventlog.guidance import step as steps
from padd.core.eventlog.guidance.next_step import next_step
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.log import action_kinds
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import Phase
from padd.core.model import PlayerId
from padd.interfaces.api.event_view import directed
from padd.interfaces.api.operation import NOT_CHANGED, READS, ApiRequest, operation
from padd.interfaces.api.parameters import EventId, LinesOnAPage, Since
from padd.interfaces.api.rounds import RoundRead, round_read, scores_of
from padd.presentation.messages import text
from padd.services import eventlog as service
from padd.services.access.api_tokens import Scope

router = Router(tags=["Running"])

STAFF: Final = (Scope.READ, Scope.RUN, Scope.SCORE)


class Warn(msgspec.Struct, frozen=True, kw_only=True):
    """Something the director should know before continuing."""

    level: Level
    code: str
    message: str
    rule: str = ""


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """What to do next: in a word, in a sentence, and by which action."""

    code: str
    title: str
    detail: str = ""
    kind: Annotated[
        str, msgspec.Meta(description="The action that takes the step, if it is one action.")
    ] = ""
    also: Annotated[
        tuple[str, ...], msgspec.Meta(description="Other actions that make sense now.")
    ] = ()
    level: Annotated[Level, msgspec.Meta(description="How much confirmation the step needs.")] = (
        Level.NOTE
    )
    players: tuple[PlayerId, ...] = ()
    tables: tuple[int, ...] = ()
    round: int | None = None
    warnings: tuple[Warn, ...] = ()


class RunRead(msgspec.Struct, frozen=True, kw_only=True):
    """The event as its staff sees it."""

    event: str
    sequence: int
    phase: Phase
    next: Annotated[
        NextStep | None,
        msgspec.Meta(
            description=("The next step, with its warnings; null until the event is opened.")
        ),
    ]
    draft: Annotated[
        RoundRead | None, msgspec.Meta(description="The draft round, which only staff can see.")
    ]
    current: RoundRead | None


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the log."""

    sequence: int
    at: datetime
    kind: str
    action: dict[str, Any]
    role: Role
    who: str
    reason: str
    undone: bool


class LogRead(msgspec.Struct, frozen=True, kw_only=True):
    """Everything recorded after an entry."""

    event: str
    sequence: int
    lines: tuple[LogLine, ...]
    more: Annotated[
        bool,
        msgspec.Meta(
            description=("There are more entries: ask again with `since` set to the last of these.")
        ),
    ]


def _in_words(step: steps.NextStep) -> NextStep:
    texts = {
        "title": text(step.title),
        "detail": text(step.detail),
        "warnings": tuple(
            Warn(level=w.level, code=w.code, message=text(w.message), rule=w.rule)
            for w in step.warnings
        ),
    }
    return NextStep(**{**msgspec.structs.asdict(step), **texts})


@operation(
    router, "GET", "/events/{event}/run", answer=RunRead, scopes=STAFF, statuses=(*READS, 403)
)
def run(request: ApiRequest, event: EventId) -> RunRead | object:
    """Read the state of an event, with its draft round and the next step."""
    known = directed(request, event)
    if request.unchanged(known.version("run")):
        return NOT_CHANGED
    state = known.state
    scored = scores_of(known)
    last = state.played[-1] if state.played else None
    return RunRead(
        event=known.id,
        sequence=known.sequence,
        phase=state.phase,
        next=_in_words(next_step(state, known.book)) if state.event else None,
        draft=round_read(state.draft, known, {}) if state.draft else None,
        current=round_read(last, known, scored) if last else None,
    )


@operation(
    router, "GET", "/events/{event}/log", answer=LogRead, scopes=STAFF, statuses=(*READS, 403)
)
def log(
    request: ApiRequest, event: EventId, *, since: Since = 0, size: LinesOnAPage = 100
) -> LogRead | object:
    """Read the log of an event: who did what, when and why."""
    known = directed(request, event)
    if request.unchanged(known.version("log", since, size)):
        return NOT_CHANGED
    lines = service.event_history(event_id=known.id, since=since)
    return LogRead(
        event=known.id,
        sequence=known.sequence,
        lines=tuple(
            LogLine(
                sequence=line.sequence,
                at=line.at,
                kind=line.kind,
                action=action_kinds.payload_of(line.action),
                role=line.role,
                who=line.who,
                reason=line.reason,
                undone=line.undone,
            )
            for line in lines[:size]
        ),
        more=len(lines) > size,
    )


@operation(
    router,
    "GET",
    "/events/{event}/file",
    answer=dict[str, Any],
    scopes=(Scope.READ, Scope.RUN),
    statuses=(*READS, 403, 422),
)
def event_file(request: ApiRequest, event: EventId) -> object:
    """Read the event file, including its log."""
    known = directed(request, event)
    if request.unchanged(known.version("file")):
        return NOT_CHANGED
    return HttpResponse(
        service.export_event_file(event_id=known.id), content_type="application/json"
    )
