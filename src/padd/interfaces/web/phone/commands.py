"""From a player's forms to actions of the event's log."""

from __future__ import annotations

from typing import Final

import msgspec
from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.clock import GameStarted
from padd.core.eventlog.actions.pod_scores import PodConfirmed, PodScored
from padd.core.eventlog.actions.result_claims import (
    ResultCameLate,
    ResultConfirmed,
    ResultDisputed,
    ResultReported,
    Signature,
)
from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.result_checks import same_result
from padd.core.eventlog.state.table import GameOutcome, TableState, ended, outcome_of
from padd.core.messages import message
from padd.core.model import Match, PlayerId
from padd.core.refusal import Refusal, refused
from padd.interfaces.web.phone.match_page import code_of
from padd.interfaces.web.phone.online_commands import online_action
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.interfaces.web.phone.pod_page import typed_points, went_out
from padd.interfaces.web.phone.result_text import mark_of, said_outcome, told
from padd.interfaces.web.typed_numbers import parse_int
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.services.eventlog import Recorded

TOO_LATE: Final = frozenset({"round-closed", "already-saved"})
LONGEST_OUTCOME: Final = 4000


def do(
    context: PlayerContext, action: Action, typed: QueryDict, by: Actor | None = None
) -> Recorded | Refusal:
    """Do one thing for the player, once for each key; without one nothing is done."""
    if not typed.get("key"):
        return refused("key-missing", message("This page is out of date. Reload it."))
    return eventlog.record_action(
        event_id=context.id,
        action=action,
        by=by or context.view.actor,
        now=context.view.now,
        key=typed.get("key", "")[:60],
    )


def place_of(context: PlayerContext, typed: QueryDict) -> tuple[RoundState, TableState] | Refusal:
    """Return the player's own table that a form is about."""
    number = parse_int(typed.get("round", "")) or 0
    round_ = context.view.state.round(number)
    known = round_ is not None and round_ in context.view.state.played
    table = context.table_in(round_) if round_ is not None and known else None
    if round_ is None or table is None:
        return refused("round-not-on", message("You have no table in that round."))
    if str(table.number) != typed.get("table", ""):
        return refused(
            "changed-meanwhile",
            message("You are at table {number} now.", number=table.number),
            way_out=message("Reload the page."),
        )
    return round_, table


def start(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Start the players' own timer."""
    place = place_of(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    begun = GameStarted(number=round_.number, table=table.number)
    return do(context, begun, typed)


def online(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Record what happened to an online game: a time, waiting, a pause, a replay."""
    place = place_of(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    action = online_action(typed, context, round_.number, table.number)
    return action if isinstance(action, Refusal) else do(context, action, typed)


def report(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Report a result, or say what stands in its way."""
    place = place_of(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    outcome = said_outcome(typed, table)
    if isinstance(outcome, Refusal):
        return outcome
    claims = _claims_of_others(context, table)
    seen = [claim for claim in claims if mark_of(claim) == typed.get("seen", "")]
    action = ResultReported(
        number=round_.number, table=table.number, outcome=outcome, seen=tuple(map(outcome_of, seen))
    )
    done = do(context, action, typed)
    if isinstance(done, Refusal) and done.code in TOO_LATE and typed.get("kept"):
        return came_late(context, typed)
    if isinstance(done, Refusal) and done.code == "they-reported" and claims:
        return _overtaken(context, claims[-1], done)
    return done


def _claims_of_others(context: PlayerContext, table: TableState) -> list[Match]:
    """Return what other players at a table reported."""
    others = (claim for claim in table.claims if claim.player != context.player)
    return [claim.match for claim in others if claim.match is not None]


def _overtaken(context: PlayerContext, theirs: Match, refusal: Refusal) -> Refusal:
    """Return the refusal with the other report as this player reads it."""
    opponent = theirs.opponent_of(context.player)
    return msgspec.structs.replace(
        refusal,
        message=message(
            "In the meantime {name} reported: {score}.",
            name=context.name(opponent),
            score=told(context, theirs).title,
        ),
    )


def fresh_mark(context: PlayerContext) -> str:
    """Return the mark of what the opponent says now, for a form to go on with."""
    claims = _claims_of_others(context, context.table) if context.table else []
    return mark_of(claims[-1]) if claims else ""


def came_late(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Tell the director what came too late to count."""
    place = place_of(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    outcome = said_outcome(typed, table)
    if isinstance(outcome, Refusal):
        return outcome
    late = ResultCameLate(number=round_.number, table=table.number, outcome=outcome)
    copy = typed.copy()
    copy["key"] = f"{typed.get('key', '')[:50]}-late"
    return do(context, late, copy)


def says_the_same(context: PlayerContext, typed: QueryDict) -> bool:
    """Tell whether what counts is what the form says."""
    place = place_of(context, typed)
    if isinstance(place, Refusal):
        return False
    _, table = place
    outcome = said_outcome(typed, table)
    if isinstance(outcome, Refusal) or table.match is None or not table.settled:
        return False
    match = ended(table.match, outcome)
    return same_result(match, table.match, context.view.state, context.view.book)


def confirm(
    context: PlayerContext,
    typed: QueryDict,
    *,
    by: Actor | None = None,
    signed: Signature | None = None,
) -> Recorded | Refusal:
    """Agree with what was seen; a code from the other phone makes it a signature."""
    place = place_of(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    outcome = _seen(typed)
    if isinstance(outcome, Refusal):
        return outcome
    if table.match is not None and typed.get("code"):
        mark = mark_of(ended(table.match, outcome))
        if _plain(typed.get("code", "")) != code_of(context, round_, table, mark):
            return wrong_code()
        signed = Signature.CODE
    action = ResultConfirmed(
        number=round_.number, table=table.number, outcome=outcome, signed=signed
    )
    return do(context, action, typed, by)


def wrong_code() -> Refusal:
    """Say that a code is of another table, or of an older report."""
    return refused(
        "code-wrong",
        message("That code does not match the report on your opponent’s phone."),
        way_out=message("Check the code again, or confirm without it."),
    )


def _plain(code: str) -> str:
    return "".join(code.split()).upper()


def _seen(typed: QueryDict) -> GameOutcome | Refusal:
    typed_outcome = typed.get("outcome", "")
    try:
        if len(typed_outcome) <= LONGEST_OUTCOME:
            return msgspec.json.decode(typed_outcome, type=GameOutcome)
    except (msgspec.MsgspecError, UnicodeError):
        pass
    return refused("nothing-seen", message("Check the report again, then confirm it."))


def dispute(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Disagree without a version of their own."""
    place = place_of(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    return do(context, ResultDisputed(number=round_.number, table=table.number), typed)


def score_pod(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Write the round of a pod down."""
    place = place_of(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    points = typed_points(typed, table)
    if isinstance(points, Refusal):
        return points
    action = PodScored(
        number=round_.number, table=table.number, scores=points, went_out=went_out(typed, table)
    )
    return do(context, action, typed)


def confirm_pod(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Agree with what somebody of the pod wrote down."""
    place = place_of(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    try:
        seen = msgspec.json.decode(typed.get("scores", "")[:LONGEST_OUTCOME], type=dict[str, int])
    except (msgspec.MsgspecError, UnicodeError):
        return refused("nothing-seen", message("Check the points again, then confirm them."))
    points: dict[PlayerId, int] = {
        player: seen[player] for player in table.players if player in seen
    }
    action = PodConfirmed(number=round_.number, table=table.number, scores=points)
    return do(context, action, typed)
