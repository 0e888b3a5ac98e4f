"""API of commands: everything that the console does, with the same refusals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Final, TypedDict, Union

import msgspec
from ninja import Router

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
from padd.core.refusal import Refusal
from padd.interfaces.api.event_view import EventContext, directed, played_by
from padd.interfaces.api.operation import ApiRequest, operation
from padd.interfaces.api.parameters import EventId
from padd.interfaces.api.refusals import by_rules, refuse
from padd.services import eventlog as service
from padd.services.access.actors import Actor
from padd.services.access.api_tokens import Scope
from padd.services.access.permissions import Permission as Right
from padd.services.eventlog import Recorded
from padd.services.eventlog.log_actor import action_permission, may_act
from padd.services.refusal import NotAllowed, NotFound

Turn = Callable[..., Recorded | Refusal]

router = Router(tags=["Running"])

OTHERWISE: Final = frozenset(
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
"""What has an address of its own, or needs more than the log holds: decks."""
ACTS: Final = tuple(act for act in KINDS.values() if act not in OTHERWISE)
AnyAct = Union[ACTS]  # type: ignore[valid-type]  # noqa: UP007 -- made from the list
ACTING: Final = (Scope.RUN, Scope.SCORE, Scope.PLAY)
Sequence = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Entry = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Entries = Annotated[tuple[Entry, ...], msgspec.Meta(min_length=1, max_length=100)]
Reason = Annotated[str, msgspec.Meta(max_length=500)]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every action carries."""

    reason: Reason = ""
    expected: Annotated[
        Sequence | None,
        msgspec.Meta(
            description=("The number of the last entry the client has seen; the same as If-Match.")
        ),
    ] = None


class ActBody(Body, frozen=True, kw_only=True):
    """One action for the event's log."""

    action: AnyAct


class PreviewBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action to preview."""

    action: AnyAct
    reason: Reason = ""


class DrawBody(Body, frozen=True, kw_only=True):
    """The next pairing, or the draft round paired again."""

    pods: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=1000)] | None,
        msgspec.Meta(description="Tribbles: how many pods to form."),
    ] = None


class UndoBody(Body, frozen=True, kw_only=True):
    """Entries of the log to undo or redo."""

    sequences: Entries


class OpenBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How an event is opened."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=1440)] | None = None
    final_confrontation: bool | None = None


class DoneRead(msgspec.Struct, frozen=True, kw_only=True):
    """An action that was saved."""

    event: str
    sequence: int
    again: Annotated[
        bool, msgspec.Meta(description="The same request was sent before; this is its answer.")
    ]
    phase: Phase
    round: Annotated[int | None, msgspec.Meta(description="The latest round, draft or published.")]


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """An event that is open."""

    event: str
    sequence: int


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What an action would change."""

    level: Level
    words: str
    moves: tuple[PlaceChange, ...]
    touched: tuple[AffectedTable, ...]
    choices: tuple[RepairOption, ...]
    draft_stale: bool
    before: Phase
    after: Phase


@operation(
    router, "POST", "/events/{event}/open", answer=Opened, body=OpenBody, scopes=(Scope.RUN,)
)
def open_event(request: ApiRequest, event: EventId) -> Opened:
    """Open an event of the calendar, which starts its log."""
    known = _may_run(request, event)
    body: OpenBody = request.body
    opened = service.open_event(
        listing_id=known.id,
        by=known.actor,
        now=request.now,
        key=request.log_key,
        minutes=body.minutes,
        final_confrontation=body.final_confrontation,
    )
    if isinstance(opened, Refusal):
        raise by_rules(opened)
    return Opened(event=opened, sequence=1)


@operation(
    router,
    "POST",
    "/events/{event}/actions",
    answer=DoneRead,
    body=ActBody,
    scopes=ACTING,
    matches=True,
)
def act(request: ApiRequest, event: EventId) -> DoneRead:
    """Perform an action in an event."""
    body: ActBody = request.body
    known = _permitted(request, event, body.action)
    return _done(
        request, service.record_action(action=body.action, **_command(request, known, body))
    )


@operation(
    router, "POST", "/events/{event}/preview", answer=Consequences, body=PreviewBody, scopes=ACTING
)
def preview(request: ApiRequest, event: EventId) -> Consequences:
    """Preview what an action would change, without performing it."""
    body: PreviewBody = request.body
    known = _permitted(request, event, body.action)
    consequences = service.preview_action(
        event_id=known.id, action=body.action, by=known.actor, now=request.now, reason=body.reason
    )
    if isinstance(consequences, Refusal):
        raise by_rules(consequences)
    return Consequences(
        level=consequences.level,
        words=consequences.words(),
        moves=consequences.moves,
        touched=consequences.touched,
        choices=consequences.choices,
        draft_stale=consequences.draft_stale,
        before=consequences.before,
        after=consequences.after,
    )


@operation(
    router,
    "POST",
    "/events/{event}/draw",
    answer=DoneRead,
    body=DrawBody,
    scopes=(Scope.RUN,),
    matches=True,
)
def draw(request: ApiRequest, event: EventId) -> DoneRead:
    """Pair the next round as a draft; if there is a draft round, pair it again."""
    known = _may_run(request, event)
    body: DrawBody = request.body
    return _done(request, service.draw_round(pods=body.pods, **_command(request, known, body)))


@operation(
    router,
    "POST",
    "/events/{event}/undo",
    answer=DoneRead,
    body=UndoBody,
    scopes=(Scope.RUN,),
    matches=True,
)
def undo(request: ApiRequest, event: EventId) -> DoneRead:
    """Undo actions; if later actions depend on them, the answer names those."""
    return _turned(request, event, service.undo_actions)


@operation(
    router,
    "POST",
    "/events/{event}/redo",
    answer=DoneRead,
    body=UndoBody,
    scopes=(Scope.RUN,),
    matches=True,
)
def redo(request: ApiRequest, event: EventId) -> DoneRead:
    """Redo actions that were undone."""
    return _turned(request, event, service.redo_actions)


def _turned(request: ApiRequest, event: str, turn: Turn) -> DoneRead:
    """Take entries of the log back, or put them back."""
    known = _may_run(request, event)
    body: UndoBody = request.body
    return _done(request, turn(sequences=body.sequences, **_command(request, known, body)))


class ApiCommand(TypedDict):
    """What every act on the log is asked with."""

    event_id: str
    by: Actor
    now: datetime
    key: str
    expected: int | None
    reason: str


def _command(request: ApiRequest, known: EventContext, body: Body) -> ApiCommand:
    return ApiCommand(
        event_id=known.id,
        by=known.actor,
        now=request.now,
        key=request.log_key,
        expected=_expected(request, body.expected),
        reason=body.reason,
    )


def _may_run(request: ApiRequest, event: str) -> EventContext:
    """Return an event that the caller runs; a scorekeeper does not find it here."""
    known = directed(request, event)
    if not may_act(RoundDrafted, known.snapshot.roles):
        raise NotAllowed(Right.EVENT_RUN)
    return known


def _permitted(request: ApiRequest, event: str, action: Action) -> EventContext:
    """Return the event of an act that both the caller and the token may do."""
    actor, scopes = request.caller.actor, request.caller.scopes
    as_staff = _as_staff(request, event, action)
    if as_staff is not None:
        scoring = action_permission(action) is Right.EVENT_SCORE
        request.needs(Scope.RUN, *((Scope.SCORE,) if scoring else ()))
        return as_staff
    if not action.by_players or actor.person_id is None:
        raise NotFound("event")
    if Scope.PLAY not in scopes:
        request.needs(Scope.PLAY)
    return played_by(request, event)


def _as_staff(request: ApiRequest, event: str, action: Action) -> EventContext | None:
    """Return the event if the caller does this as one of its staff."""
    try:
        known = directed(request, event)
    except NotFound:
        return None
    if may_act(action, known.snapshot.roles):
        return known
    if action.by_players:
        return None
    raise NotAllowed(action_permission(action))


def _expected(request: ApiRequest, in_body: int | None) -> int | None:
    matched = request.expected
    if matched is not None and in_body is not None and matched != in_body:
        raise refuse(
            422, "expected", message("If-Match and `expected` do not agree."), place="expected"
        )
    return in_body if matched is None else matched


def _done(request: ApiRequest, done: Recorded | Refusal) -> DoneRead:
    if isinstance(done, Refusal):
        raise by_rules(done)
    request.headers["ETag"] = f'"{done.sequence}"'
    return DoneRead(
        event=done.event_id,
        sequence=done.sequence,
        again=done.again,
        phase=done.state.phase,
        round=done.state.current.number if done.state.current else None,
    )
