"""From a player's forms to actions of the event's log; refusals are raised."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec
from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.result_claims import (
    ResultCameLate,
    ResultConfirmed,
    ResultReported,
    Signature,
)
from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.result_checks import are_same_result
from padd.core.eventlog.state.table import (
    GameOutcome,
    TableState,
    match_with_outcome,
    outcome_of_match,
)
from padd.core.messages import Message, message
from padd.core.model import Match
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.phone.match import signing_code
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.interfaces.web.phone.pod import points_from_form
from padd.interfaces.web.phone.result_text import claim_mark, reported_outcome, result_text
from padd.interfaces.web.typed_numbers import parse_int
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.services.eventlog import Recorded
from padd.services.eventlog.action_decoder import decode_action

Seen = TypeVar("Seen")

TOO_LATE: Final = frozenset({"round-closed", "already-saved"})
LONGEST_OUTCOME: Final = 4000
ONLINE_BUTTONS: Final = {
    "appointment": "table.appointment-set",
    "record": "table.play-record-kept",
    "ruling": "table.game-paused",
    "crash": "table.game-paused",
    "waiting": "table.waiting",
    "resume": "table.game-resumed",
    "replay": "table.game-restarted",
    "refuse": "table.replay-refused",
}
"""What the buttons of an online game record."""


def record_for_player(
    context: PlayerContext,
    action: Action,
    form: QueryDict,
    by: Actor | None = None,
    *,
    suffix: str = "",
) -> Recorded:
    """Record an action for the player, once for each key of a form."""
    if not form.get("key"):
        reason = message("This page is out of date. Reload it.")
        raise RefusalError(Refusal("key-missing", reason))
    key = form.get("key", "")
    return eventlog.record_action(
        event_id=context.id,
        action=action,
        by=by or context.view.actor,
        now=context.view.now,
        key=f"{key[:50]}{suffix}" if suffix else key[:60],
    )


def decode_for_player(kind: str, context: PlayerContext, form: QueryDict, **known: Any) -> Action:  # noqa: ANN401 -- values of the struct
    """Return the action that a player's form has the fields of."""
    zone = context.view.calendar_event.time_zone
    return decode_action(kind, dict(form.lists()), zone=zone, **known)


def table_from_form(context: PlayerContext, form: QueryDict) -> tuple[RoundState, TableState]:
    """Return the player's own table that a form is about."""
    number = parse_int(form.get("number", "")) or 0
    round_ = context.view.state.round(number)
    known = round_ is not None and round_ in context.view.state.played
    table = context.table_in(round_) if round_ is not None and known else None
    if round_ is None or table is None:
        reason = message("You have no table in that round.")
        raise RefusalError(Refusal("round-not-on", reason))
    if str(table.number) != form.get("table", ""):
        raise RefusalError(
            Refusal(
                "changed-meanwhile",
                message("You are at table {number} now.", number=table.number),
                way_out=message("Reload the page."),
            )
        )
    return round_, table


def start_timer(context: PlayerContext, form: QueryDict) -> Recorded:
    """Start the players' own timer."""
    table_from_form(context, form)
    action = decode_for_player("table.game-started", context, form)
    return record_for_player(context, action, form)


def record_online(context: PlayerContext, form: QueryDict) -> Recorded:
    """Record what happened to an online game: a time, waiting, a pause, a replay."""
    table_from_form(context, form)
    button = form.get("do", "")
    if button not in ONLINE_BUTTONS:
        raise RefusalError(Refusal("nothing-chosen", message("Choose what happened.")))
    known: dict[str, str] = {}
    if button in {"ruling", "crash"}:
        known = {"ground": button}
    elif button == "record":
        known = _play_record(form.get("record", "").strip())
    try:
        action = decode_for_player(ONLINE_BUTTONS[button], context, form, **known)
    except RefusalError:
        if button != "appointment":
            raise
        raise RefusalError(
            Refusal(
                "not-a-moment",
                message("That time does not exist in the event’s time zone."),
                way_out=message("Choose a day and a time."),
            )
        ) from None
    return record_for_player(context, action, form)


def _play_record(text: str) -> dict[str, str]:
    """Return where a game is recorded: an address, or a fingerprint in any spelling."""
    if "://" in text:
        return {"link": text}
    return {"sha256": text.casefold().removeprefix("sha256:").strip()}


def report_result(context: PlayerContext, form: QueryDict) -> Recorded:
    """Report a result; one that comes too late goes to the director if the phone asks."""
    round_, table = table_from_form(context, form)
    claims = _claims_of_others(context, table)
    seen = [claim for claim in claims if claim_mark(claim) == form.get("seen", "")]
    action = ResultReported(
        number=round_.number,
        table=table.number,
        outcome=reported_outcome(form, table),
        seen=tuple(map(outcome_of_match, seen)),
    )
    try:
        return record_for_player(context, action, form)
    except RefusalError as error:
        if error.refusal.code in TOO_LATE and form.get("kept"):
            return report_late(context, form)
        if error.refusal.code == "they-reported" and claims:
            raise RefusalError(_with_other_report(context, claims[-1], error.refusal)) from None
        raise


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
    """Return the mark of the opponent's current report, for the next form."""
    claims = _claims_of_others(context, context.table) if context.table else []
    return claim_mark(claims[-1]) if claims else ""


def report_late(context: PlayerContext, form: QueryDict) -> Recorded:
    """Tell the director what came too late to count."""
    round_, table = table_from_form(context, form)
    late = ResultCameLate(
        number=round_.number, table=table.number, outcome=reported_outcome(form, table)
    )
    return record_for_player(context, late, form, suffix="-late")


def is_saved_result(context: PlayerContext, form: QueryDict) -> bool:
    """Tell whether the result that counts is the one of the form."""
    try:
        _, table = table_from_form(context, form)
        outcome = reported_outcome(form, table)
    except RefusalError:
        return False
    if table.match is None or not table.settled:
        return False
    match = match_with_outcome(table.match, outcome)
    return are_same_result(match, table.match, context.view.state, context.view.book)


def confirm_result(
    context: PlayerContext,
    form: QueryDict,
    *,
    by: Actor | None = None,
    signed: Signature | None = None,
) -> Recorded:
    """Agree with the report that was shown; a code from the other phone signs it."""
    round_, table = table_from_form(context, form)
    unclear = message("Check the report again, then confirm it.")
    outcome = _shown_value(form, "outcome", GameOutcome, unclear)
    if table.match is not None and form.get("code"):
        mark = claim_mark(match_with_outcome(table.match, outcome))
        code = "".join(form.get("code", "").split()).upper()
        if code != signing_code(context, round_, table, mark):
            raise RefusalError(wrong_code_refusal())
        signed = Signature.CODE
    action = ResultConfirmed(
        number=round_.number, table=table.number, outcome=outcome, signed=signed
    )
    return record_for_player(context, action, form, by)


def wrong_code_refusal() -> Refusal:
    """Return the refusal of a code of another table, or of an older report."""
    return Refusal(
        "code-wrong",
        message("That code does not match the report on your opponent’s phone."),
        way_out=message("Check the code again, or confirm without it."),
    )


def _shown_value(form: QueryDict, name: str, kind: type[Seen], unclear: Message) -> Seen:
    """Return what the page showed and the form sends back unchanged."""
    shown = form.get(name, "")
    try:
        if len(shown) <= LONGEST_OUTCOME:
            return msgspec.json.decode(shown, type=kind)
    except (msgspec.MsgspecError, UnicodeError):
        pass
    raise RefusalError(Refusal("nothing-seen", unclear))


def dispute_result(context: PlayerContext, form: QueryDict) -> Recorded:
    """Disagree with a report without another version."""
    table_from_form(context, form)
    action = decode_for_player("result.disputed", context, form, outcome=None)
    return record_for_player(context, action, form)


def score_pod(context: PlayerContext, form: QueryDict) -> Recorded:
    """Record the points of a round of a pod."""
    _, table = table_from_form(context, form)
    scores = points_from_form(form, table)
    action = decode_for_player("pod.scored", context, form, scores=scores, conceded=())
    return record_for_player(context, action, form)


def confirm_pod(context: PlayerContext, form: QueryDict) -> Recorded:
    """Agree with the points that another player of the pod recorded."""
    _, table = table_from_form(context, form)
    unclear = message("Check the points again, then confirm them.")
    shown = _shown_value(form, "scores", dict[str, int], unclear)
    scores = {player: shown[player] for player in table.players if player in shown}
    action = decode_for_player("pod.confirmed", context, form, scores=scores)
    return record_for_player(context, action, form)
