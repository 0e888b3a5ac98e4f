"""API of event reports: of events run here, and of files from elsewhere.

Sending a report twice changes nothing, so these operations need no key.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from padd.interfaces.api.eventlog.context import event_for_staff
from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import Create, EventId, Listing, Reason, ReportId
from padd.interfaces.api.refusals import not_found
from padd.interfaces.api.request_body import FILE_LIMIT
from padd.presentation.messages import text
from padd.presentation.reports.corrections import CorrectionView, correction_view
from padd.services import eventlog, reports
from padd.services.access.api_tokens import Scope
from padd.services.reports import ReportOutcome, finished_event_import
from padd.services.reports.corrections import correction_of

router = Router("Reporting")
NEEDED = (Scope.REPORT,)
PlayerName = Annotated[str, Meta(min_length=1, max_length=200)]


class ReviewReason(msgspec.Struct, frozen=True, kw_only=True):
    """Why a report is reviewed before it counts."""

    code: Annotated[str, Meta(description="A stable name for programs.")]
    message: Annotated[str, Meta(description="The same in words, for people.")]
    rule: Annotated[str, Meta(description="The section of the rulebook it is based on.")]


class PossibleMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A person on record who may match."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    handle: Annotated[str, Meta(description="The player's handle.")]


class ReportedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a report, and who they are."""

    player: Annotated[str, Meta(description="The id of the player.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    handle: Annotated[str, Meta(description="The player's handle.")]
    found: Annotated[str, Meta(description="The public id of the person; empty until identified.")]
    close: Annotated[tuple[PossibleMatch, ...], Meta(description="People on record who may match.")]


class ReportRead(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a report."""

    report: Annotated[str, Meta(description="The id of the report.")]
    event: Annotated[str, Meta(description="The id of the event.")]
    state: Annotated[
        str, Meta(description="players (awaiting answers), held, awaiting, processed, voided …")
    ]
    again: Annotated[
        bool, Meta(description="The same report was received before; nothing has changed.")
    ]
    added: Annotated[int, Meta(description="How many entries of the log were new.")]
    reasons: Annotated[tuple[ReviewReason, ...], Meta(description="The reasons.")]
    players: Annotated[tuple[ReportedPlayer, ...], Meta(description="The players of the report.")]


class CorrectionRead(msgspec.Struct, frozen=True, kw_only=True):
    """A pending correction, compared with the report it corrects."""

    report: Annotated[str, Meta(description="The report that corrects.")]
    event: Annotated[str, Meta(description="The event it is about.")]
    correction: Annotated[CorrectionView, Meta(description="The two states side by side.")]


class ReportBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report of an event that was run here."""

    create: Annotated[bool, Meta(description="Add unknown players as new people.")] = False


class AnswersBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who the players of a report are."""

    answers: Annotated[
        Annotated[dict[PlayerName, PlayerName], Meta(max_length=1000)],
        Meta(description="For each player of the file: a person's public id, or `new`."),
    ]


class ImportOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of an import."""

    event: Annotated[str, Meta(description="The id of the event.")]
    added: Annotated[
        int, Meta(description="How many entries of its log were new here; 0 if sent again.")
    ]


@router.post("/events/{event}/report", scopes=NEEDED, takes_key=False)
def report_event(request: ApiRequest, event: EventId, body: ReportBody) -> ReportRead:
    """Report an event that was run here and is finished."""
    context = event_for_staff(request, event)
    outcome = reports.submit_report(
        event_id=context.id, by=context.actor, now=request.now, create=body.create
    )
    return _report_answer(outcome)


@router.post("/reports", scopes=NEEDED, limit=FILE_LIMIT, takes_key=False)
def report_file(
    request: ApiRequest, body: bytes, *, listing: Listing = "", create: Create = False
) -> ReportRead:
    """Report an event that was run elsewhere: the body is its file with the log."""
    if request.caller.event and request.caller.event != listing:
        raise not_found()
    outcome = reports.import_report(
        data=body, by=request.caller.actor, now=request.now, event_id=listing, create=create
    )
    return _report_answer(outcome)


@router.post("/events/{event}/facts", scopes=NEEDED, limit=FILE_LIMIT, takes_key=False)
def correct_facts(
    request: ApiRequest, event: EventId, body: bytes, *, reason: Reason = ""
) -> ReportRead:
    """Correct an event that was imported without a log: the body is its new file.

    For officials who decide on reports. The game and the start stay as they are.
    """
    if not request.caller.covers(event):
        raise not_found()
    return _report_answer(
        finished_event_import.correct_facts(
            event=event, data=body, by=request.caller.actor, now=request.now, reason=reason
        )
    )


@router.get("/reports/{report}", scopes=NEEDED)
def report(request: ApiRequest, report: ReportId) -> ReportRead:
    """Read the state of a report, and which players it asks about."""
    return _covered_report(
        request, reports.players_to_match(report=report, by=request.caller.actor, now=request.now)
    )


@router.post("/reports/{report}/players", scopes=NEEDED, takes_key=False)
def report_players(request: ApiRequest, report: ReportId, body: AnswersBody) -> ReportRead:
    """Identify the players of a report."""
    actor = request.caller.actor
    _covered_report(request, reports.players_to_match(report=report, by=actor, now=request.now))
    outcome = reports.answer_players(report=report, answers=body.answers, by=actor, now=request.now)
    return _report_answer(outcome)


@router.get("/reports/{report}/correction", scopes=NEEDED)
def report_correction(request: ApiRequest, report: ReportId) -> CorrectionRead:
    """Read a correction compared with the report it corrects."""
    found = correction_of(report=report, by=request.caller.actor, now=request.now)
    event = found.report.event.public_id
    if not request.caller.covers(event):
        raise not_found()
    return CorrectionRead(report=report, event=event, correction=correction_view(found))


def _covered_report(request: ApiRequest, outcome: ReportOutcome) -> ReportRead:
    """Return a report that the token covers."""
    if not request.caller.covers(outcome.event):
        raise not_found()
    return _report_answer(outcome)


def _report_answer(outcome: ReportOutcome) -> ReportRead:
    return answer_from(
        ReportRead,
        outcome,
        reasons=tuple(
            ReviewReason(code=reason.code, message=text(reason.message), rule=reason.rule)
            for reason in outcome.reasons
        ),
        players=tuple(
            answer_from(
                ReportedPlayer,
                question,
                close=tuple(
                    PossibleMatch(id=known.public_id, handle=known.handle)
                    for known in question.close
                ),
            )
            for question in outcome.asked
        ),
    )


@router.post("/events/import", scopes=(Scope.REPORT,), limit=FILE_LIMIT)
def import_event(request: ApiRequest, body: bytes) -> ImportOutcome:
    """Import an event file with its log: the event continues here or is completed.

    The body is the file itself (`padd-event/1`).
    """
    if request.caller.event:
        raise not_found()
    imported = eventlog.import_event_file(data=body, by=request.caller.actor, now=request.now)
    return ImportOutcome(event=imported.event_id, added=imported.added)
