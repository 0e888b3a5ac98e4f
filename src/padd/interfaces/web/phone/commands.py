"""From a player's forms to actions of the event's log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

import msgspec
from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.clock import GameStarted
from padd.core.eventlog.actions.online import (
    AppointmentSet,
    GamePaused,
    GameRestarted,
    GameResumed,
    PlayerWaiting,
    PlayRecordKept,
    ReplayRefused,
)
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
from padd.core.eventlog.state.table import GameOutcome, PauseGround, TableState, ended, outcome_of
from padd.core.messages import message
from padd.core.model import Match, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.phone.match import signing_code
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.interfaces.web.phone.pod import points_from_form, went_out_from_form
from padd.interfaces.web.phone.result_text import claim_mark, reported_outcome, result_text
from padd.interfaces.web.typed_numbers import parse_int
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.services.eventlog import Recorded
from padd.services.local_time import moment
from padd.services.refusal import ActionRefused

GROUNDS: Final = {"ruling": PauseGround.RULING, "crash": PauseGround.CRASH}
BUTTONS: Final[Mapping[str, Callable[..., Action]]] = {
    "waiting": PlayerWaiting,
    "resume": GameResumed,
    "replay": GameRestarted,
    "refuse": ReplayRefused,
}


def online_action(
    typed: QueryDict, context: PlayerContext, number: int, table: int
) -> Action | Refusal:
    """Return the action that a button of an online game stands for."""
    act = typed.get("do", "")
    if act == "appointment":
        return _appointment(typed.get("at", ""), context, number, table)
    if act == "record":
        return _record(typed.get("record", "").strip(), number, table)
    if act in GROUNDS:
        return GamePaused(number=number, table=table, ground=GROUNDS[act])
    if act in BUTTONS:
        return BUTTONS[act](number=number, table=table)
    return Refusal("nothing-chosen", message("Choose what happened."))


def _record(text: str, number: int, table: int) -> Action:
    """Read where a game is kept: an address as it is, a fingerprint in any spelling."""
    if "://" in text:
        return PlayRecordKept(number=number, table=table, link=text)
    figures = text.casefold().removeprefix("sha256:").strip()
    return PlayRecordKept(number=number, table=table, sha256=figures)


def _appointment(text: str, context: PlayerContext, number: int, table: int) -> Action | Refusal:
    """Read a local time in the zone of the event; skipped hours are refused."""
    try:
        local = datetime.fromisoformat(text)
        at = moment(local, context.view.calendar_event.time_zone)
    except (ValueError, RefusalError):
        return Refusal(
            "not-a-moment",
            message("That time does not exist in the event’s time zone."),
            way_out=message("Choose a day and a time."),
        )
    return AppointmentSet(number=number, table=table, at=at.isoformat())


TOO_LATE: Final = frozenset({"round-closed", "already-saved"})
LONGEST_OUTCOME: Final = 4000


def record_for_player(
    context: PlayerContext, action: Action, typed: QueryDict, by: Actor | None = None
) -> Recorded | Refusal:
    """Do one thing for the player, once for each key; without one nothing is done."""
    if not typed.get("key"):
        return Refusal("key-missing", message("This page is out of date. Reload it."))
    try:
        return eventlog.record_action(
            event_id=context.id,
            action=action,
            by=by or context.view.actor,
            now=context.view.now,
            key=typed.get("key", "")[:60],
        )
    except ActionRefused as error:
        return error.refusal


def table_from_form(
    context: PlayerContext, typed: QueryDict
) -> tuple[RoundState, TableState] | Refusal:
    """Return the player's own table that a form is about."""
    number = parse_int(typed.get("round", "")) or 0
    round_ = context.view.state.round(number)
    known = round_ is not None and round_ in context.view.state.played
    table = context.table_in(round_) if round_ is not None and known else None
    if round_ is None or table is None:
        return Refusal("round-not-on", message("You have no table in that round."))
    if str(table.number) != typed.get("table", ""):
        return Refusal(
            "changed-meanwhile",
            message("You are at table {number} now.", number=table.number),
            way_out=message("Reload the page."),
        )
    return round_, table


def start_timer(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Start the players' own timer."""
    place = table_from_form(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    begun = GameStarted(number=round_.number, table=table.number)
    return record_for_player(context, begun, typed)


def record_online(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Record what happened to an online game: a time, waiting, a pause, a replay."""
    place = table_from_form(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    action = online_action(typed, context, round_.number, table.number)
    return action if isinstance(action, Refusal) else record_for_player(context, action, typed)


def report_result(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Report a result, or say what stands in its way."""
    place = table_from_form(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    outcome = reported_outcome(typed, table)
    if isinstance(outcome, Refusal):
        return outcome
    claims = _claims_of_others(context, table)
    seen = [claim for claim in claims if claim_mark(claim) == typed.get("seen", "")]
    action = ResultReported(
        number=round_.number, table=table.number, outcome=outcome, seen=tuple(map(outcome_of, seen))
    )
    done = record_for_player(context, action, typed)
    if isinstance(done, Refusal) and done.code in TOO_LATE and typed.get("kept"):
        return report_late(context, typed)
    if isinstance(done, Refusal) and done.code == "they-reported" and claims:
        return _with_other_report(context, claims[-1], done)
    return done


def _claims_of_others(context: PlayerContext, table: TableState) -> list[Match]:
    """Return what other players at a table reported."""
    others = (claim for claim in table.claims if claim.player != context.player)
    return [claim.match for claim in others if claim.match is not None]


def _with_other_report(context: PlayerContext, theirs: Match, refusal: Refusal) -> Refusal:
    """Return the refusal with the other report as this player reads it."""
    opponent = theirs.opponent_of(context.player)
    return msgspec.structs.replace(
        refusal,
        message=message(
            "In the meantime {name} reported: {score}.",
            name=context.name(opponent),
            score=result_text(context, theirs).title,
        ),
    )


def current_claim_mark(context: PlayerContext) -> str:
    """Return the mark of what the opponent says now, for a form to go on with."""
    claims = _claims_of_others(context, context.table) if context.table else []
    return claim_mark(claims[-1]) if claims else ""


def report_late(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Tell the director what came too late to count."""
    place = table_from_form(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    outcome = reported_outcome(typed, table)
    if isinstance(outcome, Refusal):
        return outcome
    late = ResultCameLate(number=round_.number, table=table.number, outcome=outcome)
    copy = typed.copy()
    copy["key"] = f"{typed.get('key', '')[:50]}-late"
    return record_for_player(context, late, copy)


def is_saved_result(context: PlayerContext, typed: QueryDict) -> bool:
    """Tell whether what counts is what the form says."""
    place = table_from_form(context, typed)
    if isinstance(place, Refusal):
        return False
    _, table = place
    outcome = reported_outcome(typed, table)
    if isinstance(outcome, Refusal) or table.match is None or not table.settled:
        return False
    match = ended(table.match, outcome)
    return same_result(match, table.match, context.view.state, context.view.book)


def confirm_result(
    context: PlayerContext,
    typed: QueryDict,
    *,
    by: Actor | None = None,
    signed: Signature | None = None,
) -> Recorded | Refusal:
    """Agree with what was seen; a code from the other phone makes it a signature."""
    place = table_from_form(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    outcome = _confirmed_outcome(typed)
    if isinstance(outcome, Refusal):
        return outcome
    if table.match is not None and typed.get("code"):
        mark = claim_mark(ended(table.match, outcome))
        if _normalised_code(typed.get("code", "")) != signing_code(context, round_, table, mark):
            return wrong_code_refusal()
        signed = Signature.CODE
    action = ResultConfirmed(
        number=round_.number, table=table.number, outcome=outcome, signed=signed
    )
    return record_for_player(context, action, typed, by)


def wrong_code_refusal() -> Refusal:
    """Say that a code is of another table, or of an older report."""
    return Refusal(
        "code-wrong",
        message("That code does not match the report on your opponent’s phone."),
        way_out=message("Check the code again, or confirm without it."),
    )


def _normalised_code(code: str) -> str:
    return "".join(code.split()).upper()


def _confirmed_outcome(typed: QueryDict) -> GameOutcome | Refusal:
    typed_outcome = typed.get("outcome", "")
    try:
        if len(typed_outcome) <= LONGEST_OUTCOME:
            return msgspec.json.decode(typed_outcome, type=GameOutcome)
    except (msgspec.MsgspecError, UnicodeError):
        pass
    return Refusal("nothing-seen", message("Check the report again, then confirm it."))


def dispute_result(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Disagree without a version of their own."""
    place = table_from_form(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    return record_for_player(
        context, ResultDisputed(number=round_.number, table=table.number), typed
    )


def score_pod(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Write the round of a pod down."""
    place = table_from_form(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    points = points_from_form(typed, table)
    if isinstance(points, Refusal):
        return points
    action = PodScored(
        number=round_.number,
        table=table.number,
        scores=points,
        went_out=went_out_from_form(typed, table),
    )
    return record_for_player(context, action, typed)


def confirm_pod(context: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    """Agree with what somebody of the pod wrote down."""
    place = table_from_form(context, typed)
    if isinstance(place, Refusal):
        return place
    round_, table = place
    try:
        seen = msgspec.json.decode(typed.get("scores", "")[:LONGEST_OUTCOME], type=dict[str, int])
    except (msgspec.MsgspecError, UnicodeError):
        return Refusal("nothing-seen", message("Check the points again, then confirm them."))
    points: dict[PlayerId, int] = {
        player: seen[player] for player in table.players if player in seen
    }
    action = PodConfirmed(number=round_.number, table=table.number, scores=points)
    return record_for_player(context, action, typed)
