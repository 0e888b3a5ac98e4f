"""From the forms of results and pods to actions: a score sheet, or a player's version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.director_results import (
    ResponsibilityDecided,
    ResultCorrected,
    ResultDecided,
    ResultEntered,
)
from padd.core.eventlog.actions.pod_scores import PodConfirmed
from padd.core.eventlog.actions.result_claims import ResultConfirmed, claim_if_unchanged
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.result_checks import published_table
from padd.core.eventlog.state.table import (
    ResponsibilityFinding,
    ResultClaim,
    TableState,
    outcome_of_match,
)
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.result_form import outcome_from_form
from padd.presentation.eventlog.event_view import EventView
from padd.services.eventlog.action_decoder import FieldError, decode_action, required_int

FormParser = Callable[[QueryDict, EventView], Action]


def decode_form(kind: str, form: QueryDict, view: EventView, **known: Any) -> Action:  # noqa: ANN401 -- values of the struct
    """Return the action that a form has the fields of; a second yes ends begun games."""
    fields = dict(form.lists())
    if form.get("sure") == "yes":
        fields["even_begun"] = ["yes"]
    return decode_action(kind, fields, zone=view.calendar_event.time_zone, **known)


def required_number(form: QueryDict, name: str, label: str) -> int:
    """Return a whole number of a form."""
    return required_int(dict(form.lists()), name, label)


def role_from_form(form: QueryDict) -> Role | None:
    """Return the role in which the laptop acts, if the form names one."""
    return Role(role) if (role := form.get("part", "")) in set(Role) else None


def _table_from_form(form: QueryDict, view: EventView) -> tuple[int, TableState]:
    """Return the round and the table that a form is about."""
    number = required_number(form, "number", "The round")
    place = published_table(view.state, number, required_number(form, "table", "The table"))
    if isinstance(place, Refusal):
        raise FieldError(place.message)
    return number, place[1]


def _chosen_claim(form: QueryDict, table: TableState, view: EventView) -> ResultClaim | None:
    """Return the version of a player that a form takes, if it takes one."""
    player = form.get("take", "")
    if not player:
        return None
    claim = claim_if_unchanged(view.state, table, PlayerId(player), since=form.get("since", ""))
    if isinstance(claim, Refusal):
        raise RefusalError(claim)
    return claim


def _result_parser(kind: type[ResultEntered | ResultDecided]) -> FormParser:
    def parse(form: QueryDict, view: EventView) -> Action:
        number, table = _table_from_form(form, view)
        claim = _chosen_claim(form, table, view)
        outcome = outcome_of_match(claim.said) if claim else outcome_from_form(form, table)
        return kind(number=number, table=table.number, outcome=outcome)

    return parse


def _parse_result_corrected(form: QueryDict, view: EventView) -> Action:
    number, table = _table_from_form(form, view)
    outcome = outcome_from_form(form, table)
    if table.match is None:
        raise RefusalError(Refusal("a-pod", message("A pod.")))
    saved = form.get("saved", "")
    if saved and saved != str(len(table.saved)):
        raise RefusalError(
            Refusal(
                "changed-meanwhile",
                message("Someone else saved table {number} just before you.", number=table.number),
                way_out=message("Check the current result."),
            )
        )
    instead_of = outcome_of_match(table.match) if saved else None
    return ResultCorrected(
        number=number, table=table.number, outcome=outcome, instead_of=instead_of
    )


def _last_claim(table: TableState) -> ResultClaim:
    if not table.claims:
        raise FieldError(message("Table {number} has no report yet.", number=table.number))
    return table.claims[-1]


def _parse_result_confirmed(form: QueryDict, view: EventView) -> Action:
    number, table = _table_from_form(form, view)
    match = _last_claim(table).match
    if match is None:
        raise FieldError(message("Table {number} has no report yet.", number=table.number))
    return ResultConfirmed(number=number, table=table.number, outcome=outcome_of_match(match))


def _pod_parser(kind: str) -> FormParser:
    def parse(form: QueryDict, view: EventView) -> Action:
        _, table = _table_from_form(form, view)
        claim = _chosen_claim(form, table, view)
        if claim is not None and claim.pod is not None:
            pod = claim.pod
            known = {"went_out": pod.went_out or (), "conceded": pod.conceded}
            return decode_form(kind, form, view, scores=pod.scores or {}, **known)
        conceded = form.getlist("conceded")
        scores = {
            player: required_number(form, f"scores.{player}", f"The score of {view.name(player)}")
            for player in table.players
            if form.get(f"scores.{player}", "").strip() or player not in conceded
        }
        return decode_form(kind, form, view, scores=scores)

    return parse


def _parse_pod_confirmed(form: QueryDict, view: EventView) -> Action:
    number, table = _table_from_form(form, view)
    pod = _last_claim(table).pod
    if pod is None or pod.scores is None:
        raise FieldError(message("Table {number} has no report yet.", number=table.number))
    return PodConfirmed(number=number, table=table.number, scores=pod.scores)


def _parse_responsibility(form: QueryDict, view: EventView) -> Action:
    """Read who was found responsible: one player, both, or neither."""
    number = required_number(form, "number", "The round")
    at = required_number(form, "table", "The table")
    chosen, _, player = form.get("finding", "").strip().partition(":")
    named = tuple(PlayerId(one) for one in form.getlist("responsible") if one)
    if not chosen:
        return ResponsibilityDecided(number=number, table=at, responsible=named)
    if chosen not in set(ResponsibilityFinding):
        reason = message("Choose who was responsible.")
        raise RefusalError(Refusal("nothing-chosen", reason))
    finding = ResponsibilityFinding(chosen)
    named = (PlayerId(player),) if finding is ResponsibilityFinding.ONE else ()
    if finding is ResponsibilityFinding.BOTH:
        round_ = view.state.round(number)
        named = round_.tables[at].players if round_ and at in round_.tables else ()
    return ResponsibilityDecided(number=number, table=at, responsible=named, finding=finding)


RESULT_PARSERS: Final[Mapping[str, FormParser]] = {
    "result.entered": _result_parser(ResultEntered),
    "result.decided": _result_parser(ResultDecided),
    "result.corrected": _parse_result_corrected,
    "result.confirmed": _parse_result_confirmed,
    "result.responsibility-decided": _parse_responsibility,
    "pod.scored": _pod_parser("pod.scored"),
    "pod.corrected": _pod_parser("pod.corrected"),
    "pod.confirmed": _parse_pod_confirmed,
}
