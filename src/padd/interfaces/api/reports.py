"""API of event reports: of events run here, and of files from elsewhere.

Sending a report twice changes nothing, so these operations need no key.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from ninja import Router

from padd.core.refusal import Refusal
from padd.interfaces.api.event_import import FILE_LIMIT
from padd.interfaces.api.event_view import directed
from padd.interfaces.api.operation import READS, ApiRequest, operation
from padd.interfaces.api.parameters import Create, EventId, Listing, Reason, ReportId
from padd.interfaces.api.refusals import by_rules, missing
from padd.presentation.messages import text
from padd.presentation.reports.corrections import CorrectionView, correction_view
from padd.services import reports
from padd.services.access.api_tokens import Scope
from padd.services.reports import ReportOutcome, finished_event_import
from padd.services.reports.corrections import correction_of

router = Router(tags=["Reporting"])
NEEDED = (Scope.REPORT,)
PlayerName = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """Why a report is reviewed before it counts."""

    code: str
    message: str
    rule: str


class Perhaps(msgspec.Struct, frozen=True, kw_only=True):
    """A person on record who may match."""

    id: str
    handle: str


class ReportedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a report, and who they are."""

    player: str
    name: str
    handle: str
    found: Annotated[
        str, msgspec.Meta(description="The public id of the person; empty until identified.")
    ]
    close: tuple[Perhaps, ...]


class ReportRead(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a report."""

    report: str
    event: str
    state: Annotated[
        str,
        msgspec.Meta(
            description=("players (awaiting answers), held, awaiting, processed, voided …")
        ),
    ]
    again: Annotated[
        bool, msgspec.Meta(description="The same report was received before; nothing has changed.")
    ]
    added: int
    reasons: tuple[Held, ...]
    players: tuple[ReportedPlayer, ...]


class CorrectionRead(msgspec.Struct, frozen=True, kw_only=True):
    """A pending correction, compared with the report it corrects."""

    report: Annotated[str, msgspec.Meta(description="The report that corrects.")]
    event: Annotated[str, msgspec.Meta(description="The event it is about.")]
    correction: CorrectionView


class ReportBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report of an event that was run here."""

    create: Annotated[bool, msgspec.Meta(description="Add unknown players as new people.")] = False


class AnswersBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who the players of a report are."""

    answers: Annotated[
        Annotated[dict[PlayerName, PlayerName], msgspec.Meta(max_length=1000)],
        msgspec.Meta(description="For each player of the file: a person's public id, or `new`."),
    ]


@operation(
    router,
    "POST",
    "/events/{event}/report",
    answer=ReportRead,
    body=ReportBody,
    scopes=NEEDED,
    keyed=False,
)
def report_event(request: ApiRequest, event: EventId) -> ReportRead:
    """Report an event that was run here and is finished."""
    known = directed(request, event)
    body: ReportBody = request.body
    outcome = reports.submit(event_id=known.id, by=known.actor, now=request.now, create=body.create)
    return _answer(outcome)


@operation(
    router,
    "POST",
    "/reports",
    answer=ReportRead,
    body=bytes,
    scopes=NEEDED,
    limit=FILE_LIMIT,
    keyed=False,
)
def report_file(
    request: ApiRequest, *, listing: Listing = "", create: Create = False
) -> ReportRead:
    """Report an event that was run elsewhere: the body is its file with the log."""
    if request.caller.event and request.caller.event != listing:
        raise missing()
    outcome = reports.take_in(
        data=request.body, by=request.caller.actor, now=request.now, event_id=listing, create=create
    )
    return _answer(outcome)


@operation(
    router,
    "POST",
    "/events/{event}/facts",
    answer=ReportRead,
    body=bytes,
    scopes=NEEDED,
    limit=FILE_LIMIT,
    keyed=False,
)
def correct_facts(request: ApiRequest, event: EventId, *, reason: Reason = "") -> ReportRead:
    """Correct an event that was imported without a log: the body is its new file.

    For officials who decide on reports. The game and the start stay as they are.
    """
    if not request.caller.covers(event):
        raise missing()
    return _answer(
        finished_event_import.correct_facts(
            event=event, data=request.body, by=request.caller.actor, now=request.now, reason=reason
        )
    )


@operation(
    router, "GET", "/reports/{report}", answer=ReportRead, scopes=NEEDED, statuses=(*READS, 403)
)
def report(request: ApiRequest, report: ReportId) -> ReportRead:
    """Read the state of a report, and which players it asks about."""
    return _covered(
        request, reports.waiting_players(report=report, by=request.caller.actor, now=request.now)
    )


@operation(
    router,
    "POST",
    "/reports/{report}/players",
    answer=ReportRead,
    body=AnswersBody,
    scopes=NEEDED,
    keyed=False,
)
def report_players(request: ApiRequest, report: ReportId) -> ReportRead:
    """Identify the players of a report."""
    actor = request.caller.actor
    _covered(request, reports.waiting_players(report=report, by=actor, now=request.now))
    body: AnswersBody = request.body
    outcome = reports.answer_players(report=report, answers=body.answers, by=actor, now=request.now)
    return _answer(outcome)


@operation(
    router,
    "GET",
    "/reports/{report}/correction",
    answer=CorrectionRead,
    scopes=NEEDED,
    statuses=(*READS, 403),
)
def report_correction(request: ApiRequest, report: ReportId) -> CorrectionRead:
    """Read a correction compared with the report it corrects."""
    found = correction_of(report=report, by=request.caller.actor, now=request.now)
    event = found.report.event.public_id
    if not request.caller.covers(event):
        raise missing()
    return CorrectionRead(report=report, event=event, correction=correction_view(found))


def _covered(request: ApiRequest, outcome: ReportOutcome) -> ReportRead:
    """Return a report that the token is good for."""
    if not request.caller.covers(outcome.event):
        raise missing()
    return _answer(outcome)


def _answer(outcome: ReportOutcome | Refusal) -> ReportRead:
    if isinstance(outcome, Refusal):
        raise by_rules(outcome)
    return ReportRead(
        report=outcome.report,
        event=outcome.event,
        state=outcome.state,
        again=outcome.again,
        added=outcome.added,
        reasons=tuple(
            Held(code=reason.code, message=text(reason.message), rule=reason.rule)
            for reason in outcome.reasons
        ),
        players=tuple(
            ReportedPlayer(
                player=question.player,
                name=question.name,
                handle=question.handle,
                found=question.found,
                close=tuple(
                    Perhaps(id=known.public_id, handle=known.handle) for known in question.close
                ),
            )
            for question in outcome.asked
        ),
    )
