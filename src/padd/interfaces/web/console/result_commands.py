"""What a form says about games: entered, decided, corrected, delayed, scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.director_results import (
    ResponsibilityDecided,
    ResultCorrected,
    ResultDecided,
    ResultDelayed,
    ResultEntered,
)
from padd.core.eventlog.actions.pod_scores import (
    PodConfirmed,
    PodCorrected,
    PodKeeperNamed,
    PodScored,
)
from padd.core.eventlog.actions.result_claims import ResultConfirmed, claim_as_seen
from padd.core.eventlog.state.table import (
    GameOutcome,
    ResponsibilityFinding,
    ResultClaim,
    TableState,
    outcome_of,
)
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.interfaces.web.console.form_fields import (
    FormParser,
    MissingError,
    moment_of,
    players_of,
    required_int,
    round_of,
    table_from_form,
    table_number,
    text_of,
)
from padd.interfaces.web.result_form import outcome_from_form
from padd.presentation.eventlog.event_view import EventView


def _result(kind: type[ResultEntered | ResultDecided]) -> FormParser:
    def make(typed: QueryDict, view: EventView) -> Action | Refusal:
        table = table_from_form(typed, view)
        claim = _taken(typed, table, view)
        if isinstance(claim, Refusal):
            return claim
        if claim is not None:
            outcome: GameOutcome | Refusal = outcome_of(claim.said)
        else:
            outcome = outcome_from_form(typed, table)
        if isinstance(outcome, Refusal):
            return outcome
        return kind(number=round_of(typed), table=table_number(typed), outcome=outcome)

    return make


def _taken(typed: QueryDict, table: TableState, view: EventView) -> ResultClaim | Refusal | None:
    """Return the version of a player that a form takes, if it takes one."""
    player = typed.get("take", "")
    if not player:
        return None
    return claim_as_seen(view.state, table, PlayerId(player), since=typed.get("since", ""))


def _corrected(typed: QueryDict, view: EventView) -> Action | Refusal:
    table = table_from_form(typed, view)
    outcome = outcome_from_form(typed, table)
    if isinstance(outcome, Refusal) or table.match is None:
        return outcome if isinstance(outcome, Refusal) else Refusal("a-pod", message("A pod."))
    seen = None
    if typed.get("saved", "") == str(len(table.saved)):
        seen = outcome_of(table.match)
    elif typed.get("saved"):
        return Refusal(
            "changed-meanwhile",
            message("Someone else saved table {number} just before you.", number=table.number),
            way_out=message("Check the current result."),
        )
    return ResultCorrected(
        number=round_of(typed), table=table.number, outcome=outcome, instead_of=seen
    )


def _confirmed(typed: QueryDict, view: EventView) -> Action:
    table = table_from_form(typed, view)
    claim = table.claims[-1] if table.claims else None
    if claim is None or claim.match is None:
        raise MissingError(message("Table {number} has no report yet.", number=table.number))
    return ResultConfirmed(
        number=round_of(typed), table=table.number, outcome=outcome_of(claim.match)
    )


def _pod(kind: type[PodScored | PodCorrected]) -> FormParser:
    def make(typed: QueryDict, view: EventView) -> Action | Refusal:
        table = table_from_form(typed, view)
        claim = _taken(typed, table, view)
        if isinstance(claim, Refusal):
            return claim
        if claim is not None and claim.pod is not None:
            return kind(
                number=round_of(typed),
                table=table.number,
                scores=claim.pod.scores or {},
                went_out=claim.pod.went_out or (),
                conceded=claim.pod.conceded,
            )
        scores = {
            player: required_int(typed, f"score-{player}", f"The score of {view.name(player)}")
            for player in table.players
            if typed.get(f"score-{player}", "").strip() or not typed.get(f"conceded-{player}")
        }
        ticked = {
            name: tuple(p for p in table.players if typed.get(f"{name}-{p}"))
            for name in ("went-out", "conceded")
        }
        return kind(
            number=round_of(typed),
            table=table.number,
            scores=scores,
            went_out=ticked["went-out"],
            conceded=ticked["conceded"],
        )

    return make


def _pod_confirmed(typed: QueryDict, view: EventView) -> Action:
    table = table_from_form(typed, view)
    claim = table.claims[-1] if table.claims else None
    if claim is None or claim.pod is None or claim.pod.scores is None:
        raise MissingError(message("Table {number} has no report yet.", number=table.number))
    return PodConfirmed(number=round_of(typed), table=table.number, scores=claim.pod.scores)


def _delayed(typed: QueryDict, view: EventView) -> Action:
    until = moment_of(text_of(typed, "until"), view)
    return ResultDelayed(number=round_of(typed), table=table_number(typed), deadline=until)


def _responsible(typed: QueryDict, view: EventView) -> Action | Refusal:
    """Read who was found responsible; scripts may still name players alone."""
    number, at = round_of(typed), table_number(typed)
    chosen, _, player = text_of(typed, "finding").partition(":")
    if not chosen:
        return ResponsibilityDecided(number=number, table=at, responsible=players_of(typed))
    if chosen not in set(ResponsibilityFinding):
        return Refusal("nothing-chosen", message("Choose who was responsible."))
    finding = ResponsibilityFinding(chosen)
    named: tuple[PlayerId, ...] = ()
    if finding is ResponsibilityFinding.ONE:
        named = (PlayerId(player),)
    elif finding is ResponsibilityFinding.BOTH:
        round_ = view.state.round(number)
        named = round_.tables[at].players if round_ and at in round_.tables else ()
    return ResponsibilityDecided(number=number, table=at, responsible=named, finding=finding)


RESULT_ACTIONS: Final[Mapping[str, FormParser]] = {
    "result.entered": _result(ResultEntered),
    "result.decided": _result(ResultDecided),
    "result.corrected": _corrected,
    "result.confirmed": _confirmed,
    "result.delayed": _delayed,
    "result.responsibility-decided": _responsible,
    "pod.scored": _pod(PodScored),
    "pod.corrected": _pod(PodCorrected),
    "pod.confirmed": _pod_confirmed,
    "pod.keeper-named": lambda typed, _view: PodKeeperNamed(
        number=round_of(typed),
        table=table_number(typed),
        player=PlayerId(text_of(typed, "player")) or None,
    ),
}
