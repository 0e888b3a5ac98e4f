"""API of a running event for its staff: next step, log, file."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from django.http import HttpResponse
from msgspec import Meta

from padd.core.eventlog.guidance import step as steps
from padd.core.eventlog.guidance.next_step import next_step
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.log import action_kinds
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import Phase
from padd.core.model import PlayerId
from padd.interfaces.api.eventlog.context import event_for_staff
from padd.interfaces.api.eventlog.rounds import RoundRead, game_scores, round_answer
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import EventId, LinesOnAPage, Since
from padd.presentation.eventlog.scenario_view import ScenarioView, scenario_view
from padd.presentation.eventlog.seed_phase_view import SeedingView, seeding_view
from padd.presentation.messages import text
from padd.services import eventlog as service
from padd.services.access.api_tokens import Scope

router = Router("Running")
STAFF: Final = (Scope.READ, Scope.RUN, Scope.SCORE)


class NextStepWarning(msgspec.Struct, frozen=True, kw_only=True):
    """Something the director should know before continuing."""

    level: Annotated[Level, Meta(description="How much confirmation it needs.")]
    code: Annotated[str, Meta(description="A stable name for programs.")]
    message: Annotated[str, Meta(description="The same in words, for people.")]
    rule: Annotated[str, Meta(description="The section of the rulebook it is based on.")] = ""


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """What to do next: in a word, in a sentence, and by which action."""

    code: Annotated[str, Meta(description="A stable name for programs.")]
    title: Annotated[str, Meta(description="The title, for people.")]
    detail: Annotated[str, Meta(description="Details, in words.")] = ""
    kind: Annotated[
        str, Meta(description="The action that takes the step, if it is one action.")
    ] = ""
    also: Annotated[tuple[str, ...], Meta(description="Other actions that make sense now.")] = ()
    level: Annotated[Level, Meta(description="How much confirmation the step needs.")] = Level.NOTE
    players: Annotated[tuple[PlayerId, ...], Meta(description="The players, by their ids.")] = ()
    tables: Annotated[tuple[int, ...], Meta(description="The tables.")] = ()
    round: Annotated[int | None, Meta(description="The number of the round.")] = None
    warnings: Annotated[tuple[NextStepWarning, ...], Meta(description="What to review first.")] = ()


class RunRead(msgspec.Struct, frozen=True, kw_only=True):
    """The event as its staff sees it."""

    event: Annotated[str, Meta(description="The id of the event.")]
    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]
    phase: Annotated[Phase, Meta(description="The phase of the event.")]
    next: Annotated[
        NextStep | None,
        Meta(description="The next step, with its warnings; null until the event is opened."),
    ]
    draft: Annotated[
        RoundRead | None, Meta(description="The draft round, which only staff can see.")
    ]
    current: Annotated[RoundRead | None, Meta(description="The round being played.")]


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the log."""

    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]
    at: Annotated[datetime, Meta(description="The moment, in UTC.")]
    kind: Annotated[str, Meta(description="Its kind.")]
    action: Annotated[
        dict[str, Any],
        Meta(description="The action: `kind` names it, the other keys are its data."),
    ]
    role: Annotated[Role, Meta(description="In which role.")]
    who: Annotated[str, Meta(description="Who did it.")]
    reason: Annotated[str, Meta(description="The reason given.")]
    undone: Annotated[bool, Meta(description="Whether it was undone.")]


class LogRead(msgspec.Struct, frozen=True, kw_only=True):
    """Everything recorded after an entry."""

    event: Annotated[str, Meta(description="The id of the event.")]
    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]
    lines: Annotated[tuple[LogLine, ...], Meta(description="The lines, in order.")]
    more: Annotated[
        bool,
        Meta(
            description="There are more entries: ask again with `since` set to the last of these."
        ),
    ]


class ScenarioRead(msgspec.Struct, frozen=True):
    """The scenario of an event and the seeding of its tables; null without one."""

    scenario: Annotated[ScenarioView | None, Meta(description="The optional scenario.")]
    seeding: Annotated[SeedingView | None, Meta(description="The seeding.")]


def _next_step_answer(step: steps.NextStep) -> NextStep:
    texts = {
        "title": text(step.title),
        "detail": text(step.detail),
        "warnings": tuple(
            NextStepWarning(level=w.level, code=w.code, message=text(w.message), rule=w.rule)
            for w in step.warnings
        ),
    }
    return NextStep(**{**msgspec.structs.asdict(step), **texts})


@router.get("/events/{event}/run", scopes=STAFF)
def run(request: ApiRequest, event: EventId) -> RunRead:
    """Read the state of an event, with its draft round and the next step."""
    context = event_for_staff(request, event)
    request.check_etag(context.version("run"))
    state = context.state
    scored = game_scores(context)
    last = state.played[-1] if state.played else None
    return RunRead(
        event=context.id,
        sequence=context.sequence,
        phase=state.phase,
        next=_next_step_answer(next_step(state, context.book)) if state.event else None,
        draft=round_answer(state.draft, context, {}) if state.draft else None,
        current=round_answer(last, context, scored) if last else None,
    )


@router.get("/events/{event}/log", scopes=STAFF)
def log(
    request: ApiRequest, event: EventId, *, since: Since = 0, size: LinesOnAPage = 100
) -> LogRead:
    """Read the log of an event: who did what, when and why."""
    context = event_for_staff(request, event)
    request.check_etag(context.version("log", since, size))
    lines = service.event_history(event_id=context.id, since=since)
    return LogRead(
        event=context.id,
        sequence=context.sequence,
        lines=tuple(
            answer_from(LogLine, line, action=action_kinds.action_payload(line.action))
            for line in lines[:size]
        ),
        more=len(lines) > size,
    )


@router.get(
    "/events/{event}/file", scopes=(Scope.READ, Scope.RUN), statuses=(422,), answer=dict[str, Any]
)
def event_file(request: ApiRequest, event: EventId) -> object:
    """Read the event file, including its log."""
    context = event_for_staff(request, event)
    request.check_etag(context.version("file"))
    return HttpResponse(
        service.export_event_file(event_id=context.id), content_type="application/json"
    )


@router.get("/events/{event}/scenario", scopes=STAFF, statuses=(422,))
def scenario(request: ApiRequest, event: EventId) -> ScenarioRead:
    """Read the scenario of an event: what was drawn, who leads, what is left to do.

    If the rules have players seed in steps, it says how far each table is, but never
    shows a card.
    """
    context = event_for_staff(request, event)
    request.check_etag(context.version("scenario"))
    state, book = context.state, context.book
    return ScenarioRead(
        scenario_view(state, book, state.name), seeding_view(state, state.current, book, state.name)
    )
