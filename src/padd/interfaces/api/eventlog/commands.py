"""API of commands: everything that the console does, with the same refusals."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, TypedDict, Union

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.decks import DeckCorrected, DeckRegistered
from padd.core.eventlog.actions.rounds import RoundDrafted, RoundRedrawn, RoundRepeated
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.log.action_kinds import KINDS
from padd.core.eventlog.log.preview import AffectedTable, PlaceChange
from padd.core.eventlog.log.repair import RepairOption
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.eventlog.state.event_state import Phase
from padd.core.messages import message
from padd.interfaces.api.eventlog.context import EventContext, event_for_player, event_for_staff
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import EventId
from padd.interfaces.api.refusals import status_refusal
from padd.services import eventlog as service
from padd.services.access.actors import Actor
from padd.services.access.api_tokens import Scope
from padd.services.access.permissions import Permission as Right
from padd.services.eventlog import Recorded
from padd.services.eventlog.log_actor import action_permission, may_act
from padd.services.refusal import NotAllowed, NotFound

router = Router("Running")

OTHER_ACTIONS: Final = frozenset(
    {
        EventOpened,
        RoundDrafted,
        RoundRedrawn,
        RoundRepeated,
        ActionUndone,
        ActionRedone,
        DeckRegistered,
        DeckCorrected,
    }
)
"""Actions with an address of their own; decks also need data beside the log."""
API_ACTIONS: Final = tuple(act for act in KINDS.values() if act not in OTHER_ACTIONS)
AnyAction = Union[API_ACTIONS]  # type: ignore[valid-type]  # noqa: UP007 -- made from the list
ACTING: Final = (Scope.RUN, Scope.SCORE, Scope.PLAY)
Sequence = Annotated[int, Meta(ge=0, le=1_000_000)]
Entry = Annotated[int, Meta(ge=1, le=1_000_000)]
Entries = Annotated[tuple[Entry, ...], Meta(min_length=1, max_length=100)]
Reason = Annotated[str, Meta(max_length=500)]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every action carries."""

    reason: Annotated[Reason, Meta(description="The reason given.")] = ""
    expected: Annotated[
        Sequence | None,
        Meta(description="The number of the last entry the client has seen; the same as If-Match."),
    ] = None


class ActBody(Body, frozen=True, kw_only=True):
    """One action for the event's log."""

    action: Annotated[
        AnyAction, Meta(description="The action: `kind` names it, the other keys are its data.")
    ]


class PreviewBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action to preview."""

    action: Annotated[
        AnyAction, Meta(description="The action: `kind` names it, the other keys are its data.")
    ]
    reason: Annotated[Reason, Meta(description="The reason given.")] = ""


class DrawBody(Body, frozen=True, kw_only=True):
    """The next pairing, or the draft round paired again."""

    pods: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(description="Tribbles: how many pods to form."),
    ] = None


class UndoBody(Body, frozen=True, kw_only=True):
    """Entries of the log to undo or redo."""

    sequences: Annotated[Entries, Meta(description="The numbers of entries in the log.")]


class OpenBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How an event is opened."""

    minutes: Annotated[
        Annotated[int, Meta(ge=1, le=1440)] | None,
        Meta(description="The time limit of a round, in minutes."),
    ] = None
    final_confrontation: Annotated[
        bool | None, Meta(description="Whether the top two play a final game.")
    ] = None


class RecordedAction(msgspec.Struct, frozen=True, kw_only=True):
    """An action that was saved."""

    event: Annotated[str, Meta(description="The id of the event.")]
    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]
    again: Annotated[
        bool, Meta(description="The same request was sent before; this is its answer.")
    ]
    phase: Annotated[Phase, Meta(description="The phase of the event.")]
    round: Annotated[int | None, Meta(description="The latest round, draft or published.")]


class OpenedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event that is open."""

    event: Annotated[str, Meta(description="The id of the event.")]
    sequence: Annotated[int, Meta(description="The number of the entry in the log.")]


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What an action would change."""

    level: Annotated[Level, Meta(description="How much confirmation it needs.")]
    words: Annotated[str, Meta(description="The consequences in words.")]
    moves: Annotated[
        tuple[PlaceChange, ...], Meta(description="The players who move in the standings.")
    ]
    touched: Annotated[tuple[AffectedTable, ...], Meta(description="What it affects.")]
    choices: Annotated[tuple[RepairOption, ...], Meta(description="The available choices.")]
    draft_stale: Annotated[bool, Meta(description="Whether the draft round has to be re-paired.")]
    before: Annotated[Phase, Meta(description="The phase of the event before it.")]
    after: Annotated[Phase, Meta(description="The phase of the event after it.")]


@router.post("/events/{event}/open", scopes=(Scope.RUN,))
def open_event(request: ApiRequest, event: EventId, body: OpenBody) -> OpenedEvent:
    """Open an event of the calendar, which starts its log."""
    context = _event_to_run(request, event)
    opened = service.open_event(
        listing_id=context.id,
        by=context.actor,
        now=request.now,
        key=request.log_key,
        minutes=body.minutes,
        final_confrontation=body.final_confrontation,
    )
    return OpenedEvent(event=opened, sequence=1)


@router.post("/events/{event}/actions", scopes=ACTING, takes_if_match=True)
def act(request: ApiRequest, event: EventId, body: ActBody) -> RecordedAction:
    """Perform an action in an event."""
    context = _event_for_action(request, event, body.action)
    return _recorded_answer(
        request,
        service.record_action(action=body.action, **_command_arguments(request, context, body)),
    )


@router.post("/events/{event}/preview", scopes=ACTING)
def preview(request: ApiRequest, event: EventId, body: PreviewBody) -> Consequences:
    """Preview what an action would change, without performing it."""
    context = _event_for_action(request, event, body.action)
    consequences = service.preview_action(
        event_id=context.id,
        action=body.action,
        by=context.actor,
        now=request.now,
        reason=body.reason,
    )
    return answer_from(Consequences, consequences, words=consequences.words())


@router.post("/events/{event}/draw", scopes=(Scope.RUN,), takes_if_match=True)
def draw(request: ApiRequest, event: EventId, body: DrawBody) -> RecordedAction:
    """Pair the next round as a draft; if there is a draft round, pair it again."""
    context = _event_to_run(request, event)
    return _recorded_answer(
        request, service.draw_round(pods=body.pods, **_command_arguments(request, context, body))
    )


@router.post("/events/{event}/undo", scopes=(Scope.RUN,), takes_if_match=True)
def undo(request: ApiRequest, event: EventId, body: UndoBody) -> RecordedAction:
    """Undo actions; if later actions depend on them, the answer names those."""
    return _undo_or_redo(request, event, body, ActionUndone)


@router.post("/events/{event}/redo", scopes=(Scope.RUN,), takes_if_match=True)
def redo(request: ApiRequest, event: EventId, body: UndoBody) -> RecordedAction:
    """Redo actions that were undone."""
    return _undo_or_redo(request, event, body, ActionRedone)


def _undo_or_redo(
    request: ApiRequest, event: str, body: UndoBody, action: type[ActionUndone | ActionRedone]
) -> RecordedAction:
    """Undo or redo entries of the log."""
    context = _event_to_run(request, event)
    arguments = _command_arguments(request, context, body)
    return _recorded_answer(
        request, service.record_action(action=action(sequences=body.sequences), **arguments)
    )


class ApiCommand(TypedDict):
    """The arguments that all commands on the log share."""

    event_id: str
    by: Actor
    now: datetime
    key: str
    expected: int | None
    reason: str


def _command_arguments(request: ApiRequest, context: EventContext, body: Body) -> ApiCommand:
    return ApiCommand(
        event_id=context.id,
        by=context.actor,
        now=request.now,
        key=request.log_key,
        expected=_expected_sequence(request, body.expected),
        reason=body.reason,
    )


def _event_to_run(request: ApiRequest, event: str) -> EventContext:
    """Return an event that the caller runs; refuse scorekeepers."""
    context = event_for_staff(request, event)
    if not may_act(RoundDrafted, context.snapshot.roles):
        raise NotAllowed(Right.EVENT_RUN)
    return context


def _event_for_action(request: ApiRequest, event: str, action: Action) -> EventContext:
    """Return the event of an action that both the caller and the token may perform."""
    actor, scopes = request.caller.actor, request.caller.scopes
    as_staff = _event_as_staff(request, event, action)
    if as_staff is not None:
        scoring = action_permission(action) is Right.EVENT_SCORE
        request.require_scope(Scope.RUN, *((Scope.SCORE,) if scoring else ()))
        return as_staff
    if not action.by_players or actor.person_id is None:
        raise NotFound("event")
    if Scope.PLAY not in scopes:
        request.require_scope(Scope.PLAY)
    return event_for_player(request, event)


def _event_as_staff(request: ApiRequest, event: str, action: Action) -> EventContext | None:
    """Return the event if the caller performs the action as a member of its staff."""
    try:
        context = event_for_staff(request, event)
    except NotFound:
        return None
    if may_act(action, context.snapshot.roles):
        return context
    if action.by_players:
        return None
    raise NotAllowed(action_permission(action))


def _expected_sequence(request: ApiRequest, in_body: int | None) -> int | None:
    matched = request.expected
    if matched is not None and in_body is not None and matched != in_body:
        raise status_refusal(
            422, "expected", message("If-Match and `expected` do not agree."), place="expected"
        )
    return in_body if matched is None else matched


def _recorded_answer(request: ApiRequest, done: Recorded) -> RecordedAction:
    request.headers["ETag"] = f'"{done.sequence}"'
    return RecordedAction(
        event=done.event_id,
        sequence=done.sequence,
        again=done.again,
        phase=done.state.phase,
        round=done.state.current.number if done.state.current else None,
    )
