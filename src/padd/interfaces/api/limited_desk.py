"""API of limited play for event staff: plan, deal, help players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal

import msgspec
from ninja import Router

from padd.core.limited.plan import LimitedPlan
from padd.core.refusal import Refusal
from padd.interfaces.api.event_view import directed
from padd.interfaces.api.limited import DraftRead, draft_of
from padd.interfaces.api.operation import WRITES, ApiRequest, operation
from padd.interfaces.api.parameters import EventId
from padd.interfaces.api.refusals import by_rules, missing
from padd.presentation.limited.known_products import known_products
from padd.services.access.api_tokens import Scope
from padd.services.eventlog import new_command_key
from padd.services.limited import deals, drafts

router = Router(tags=["Limited play"])
RUNS: Final = (Scope.RUN,)
Described = msgspec.Meta


class PlanBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is dealt, passed and built."""

    plan: Annotated[
        LimitedPlan, Described(description="Sealed with copies of its products; see /products.")
    ]


class DealBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seats and packs are drawn at random."""

    reason: Annotated[
        str,
        Described(max_length=500, description=("Required to deal again; everyone sees the count.")),
    ] = ""


class HelpBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to do about a missing pick, or the whole draft."""

    act: Annotated[
        Literal["random", "more-time", "let-go", "pause", "resume"],
        Described(
            description=(
                "A random card, another minute or leaving the draft; or pausing it for all."
            )
        ),
    ]
    group: Annotated[
        int, Described(ge=0, le=10_000, description="The group; 0 to pause or resume.")
    ] = 0
    seat: Annotated[int, Described(ge=0, le=100, description="The seat; 0 to pause or resume.")] = 0


HELP: Final[dict[str, Callable[..., Refusal | None]]] = {
    "random": drafts.pick_at_random,
    "more-time": drafts.extend_time,
    "let-go": drafts.remove_seat,
}


@operation(
    router,
    "POST",
    "/events/{event}/draft/plan",
    answer=DraftRead,
    body=PlanBody,
    scopes=RUNS,
    statuses=WRITES,
)
def plan(request: ApiRequest, event: EventId) -> DraftRead:
    """Seal the plan of a draft or sealed event before anyone can know the cards."""
    directed(request, event)
    body: PlanBody = request.body
    done = deals.seal_plan(
        event_id=event,
        plan=body.plan,
        products=known_products(),
        by=request.caller.actor,
        now=request.now,
        key=request.log_key or new_command_key(),
    )
    if isinstance(done, Refusal):
        raise by_rules(done)
    return draft_of(request, event)


@operation(
    router,
    "POST",
    "/events/{event}/draft/deal",
    answer=DraftRead,
    body=DealBody,
    scopes=RUNS,
    statuses=WRITES,
)
def deal(request: ApiRequest, event: EventId) -> DraftRead:
    """Draw the seats and deal every pack, from the secret and words of the event."""
    directed(request, event)
    body: DealBody = request.body
    done = deals.deal_packs(
        event_id=event,
        by=request.caller.actor,
        now=request.now,
        reason=body.reason,
        key=request.log_key or new_command_key(),
    )
    if isinstance(done, Refusal):
        raise by_rules(done)
    return draft_of(request, event)


@operation(
    router,
    "POST",
    "/events/{event}/draft/help",
    answer=DraftRead,
    body=HelpBody,
    scopes=RUNS,
    statuses=WRITES,
)
def help_players(request: ApiRequest, event: EventId) -> DraftRead:
    """Help a player who is holding up the draft, or pause it for everyone."""
    view = directed(request, event).view
    if view.state.limited is None:
        raise missing()
    body: HelpBody = request.body
    actor, now = request.caller.actor, request.now
    service = HELP.get(body.act)
    if service is None:
        paused = body.act == "pause"
        drafts.pause_draft(event_id=event, paused=paused, by=actor, now=now)
        return draft_of(request, event)
    refusal = service(event_id=event, group=body.group, seat=body.seat, by=actor, now=now)
    if refusal is not None:
        raise by_rules(refusal)
    return draft_of(request, event)
