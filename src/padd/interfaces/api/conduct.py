"""API of conduct: your own standing, and the level of an infraction.

Cases have no API: they can only be read on their pages.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.penalties import (
    PenaltyAdvice,
    advised_level,
    infraction_of,
    penalty_advice,
)
from padd.core.model import PlayerId as Player
from padd.interfaces.api.eventlog.context import event_for_staff
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import EventId, RulebookId
from padd.interfaces.api.refusals import not_found
from padd.rulebooks.loader import rulebook as loaded
from padd.rulebooks.loader import rulebook_ids
from padd.rulebooks.schema import Rulebook, cite
from padd.services.access.api_tokens import Scope
from padd.services.conduct.case_views import own_suspensions
from padd.services.conduct.own_record import own_consents, own_penalties
from padd.services.eventlog.sibling_penalties import penalties_in_sibling_stages

router = Router("Conduct")
MOST_REPEATS = 20
Code = Annotated[str, Meta(max_length=10, description="The code of an infraction.")]
Intent = Annotated[bool, Meta(description="Whether there is evidence of intent.")]
BeforeStart = Annotated[bool, Meta(description="Whether it was found before the event started.")]
Repeats = Annotated[
    int,
    Meta(ge=0, le=MOST_REPEATS, description="How many earlier penalties the player has for it."),
]
Penalized = Annotated[str, Meta(max_length=80, description="The player's id.")]


class StandingPenalty(msgspec.Struct, frozen=True, kw_only=True):
    """A penalty on your own scorecard."""

    event: Annotated[str, Meta(description="The id of the event.")]
    at: Annotated[str, Meta(description="The moment, in UTC.")]
    level: Annotated[int, Meta(description="The level of the penalty.")]
    name: Annotated[str, Meta(description="What the rulebook calls the level.")]
    infraction: Annotated[str, Meta(description="Its code; may be empty.")]
    what: Annotated[str, Meta(description="What happened.")]
    round: Annotated[int | None, Meta(description="The number of the round.")]


class StandingSuspension(msgspec.Struct, frozen=True, kw_only=True):
    """The first and the last day of a suspension from sanctioned events."""

    since: Annotated[date, Meta(description="The start date.")]
    until: Annotated[date, Meta(description="The end date.")]


class OwnStanding(msgspec.Struct, frozen=True, kw_only=True):
    """What is on record about the owner of a token."""

    penalties: Annotated[tuple[StandingPenalty, ...], Meta(description="The penalties.")]
    suspensions: Annotated[tuple[StandingSuspension, ...], Meta(description="The suspensions.")]
    filming: Annotated[
        tuple[str, ...], Meta(description="Events where you agreed to being filmed, by id.")
    ]


class InfractionAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """The level of an infraction, and how it is derived."""

    code: Annotated[str, Meta(description="The code of the infraction.")]
    group: Annotated[str, Meta(description="The group of the infraction.")]
    name: Annotated[str, Meta(description="The name of the infraction.")]
    listed: Annotated[int, Meta(description="The level without intent.")]
    intent: Annotated[int, Meta(description="What intent adds.")]
    repeats: Annotated[int, Meta(description="What repeats add.")]
    level: Annotated[int, Meta(description="The level of the penalty.")]
    most: Annotated[int, Meta(description="The highest level, if the director may choose.")]
    effect: Annotated[str, Meta(description="What the rulebook calls it.")]
    rule: Annotated[str, Meta(description="The section that gives it.")]


@router.get("/me/standing", scopes=(Scope.READ,))
def own_standing(request: ApiRequest) -> OwnStanding:
    """Read what is on record about you: penalties, suspensions, consents."""
    by = request.caller.actor
    if request.caller.event or by.person_id is None:
        raise not_found()
    return OwnStanding(
        penalties=tuple(answer_from(StandingPenalty, one) for one in own_penalties(by=by)),
        suspensions=tuple(
            StandingSuspension(since=one.since, until=one.until)
            for one in own_suspensions(by=by, now=request.now)
        ),
        filming=tuple(one.event for one in own_consents(by=by)),
    )


@router.get("/rulebooks/{rulebook}/penalties/{code}")
def penalty(
    _request: ApiRequest,
    rulebook: RulebookId,
    code: Code,
    *,
    intent: Intent = False,
    repeats: Repeats = 0,
    before_start: BeforeStart = False,
) -> InfractionAdvice:
    """Read the penalty level a rulebook gives for an infraction."""
    if rulebook not in rulebook_ids():
        raise not_found()
    book = loaded(rulebook)
    infraction = infraction_of(code.upper(), book)
    if infraction is None:
        raise not_found()
    advised = advised_level(
        infraction, book, repeats=repeats, intent=intent, before_start=before_start
    )
    return _advice_answer(infraction.code, advised, book)


@router.get("/events/{event}/penalties/{code}", scopes=(Scope.READ, Scope.RUN), statuses=(422,))
def event_penalty(
    request: ApiRequest,
    event: EventId,
    code: Code,
    *,
    player: Penalized,
    intent: Intent = False,
    before_start: BeforeStart = False,
) -> InfractionAdvice:
    """Read the penalty level for a player of an event, with known repeats."""
    context = event_for_staff(request, event)
    who = next((one for one in context.state.players if one == player), None)
    book = context.book
    if who is None:
        raise not_found()
    advised = penalty_advice(
        context.state,
        Player(who),
        code.upper(),
        book,
        intent=intent,
        before_start=before_start,
        elsewhere=penalties_in_sibling_stages(event, context.state, Player(who), code.upper()),
    )
    if advised is None:
        raise not_found()
    return _advice_answer(code.upper(), advised, book)


def _advice_answer(code: str, advised: PenaltyAdvice, book: Rulebook) -> InfractionAdvice:
    infraction = infraction_of(code, book)
    if infraction is None:
        raise not_found()
    levels = {level.level: level.name for level in book.conduct.levels or ()}
    early = advised.before_start
    path = "conduct.before_event_level" if early else "conduct.infractions"
    return answer_from(
        InfractionAdvice,
        advised,
        code=infraction.code,
        group=infraction.group,
        name=infraction.name,
        effect=levels.get(advised.level, ""),
        rule=cite(book, path),
    )
