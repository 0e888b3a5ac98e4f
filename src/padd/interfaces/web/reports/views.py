"""Reporting an event: the final check, the report, its players, and contesting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from padd.core.formats.tribbles.phases import events_to_report
from padd.core.messages import message, sentences, verbatim
from padd.core.model import Event, PairingStyle
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.forms import PageForm, ReasonForm, form_response
from padd.interfaces.web.layout.console import console_layout
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.reports.forms import (
    ContestForm,
    CorrectionWithdrawalForm,
    RatingCorrectionForm,
    SendForm,
    SettlementForm,
    SubmitForm,
)
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.scorecard import finished_games
from padd.presentation.formats.presenter import standings_view
from padd.presentation.reports.report_text import report_outcome_text
from padd.services import eventlog, reports
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.eventlog.finished_events import FINISHED_PHASES
from padd.services.eventlog.history import EventSnapshot, snapshot_for_actor
from padd.services.leagues.bonus_sheet import event_bonus_sheet
from padd.services.ratings.careers import names_of_people
from padd.services.refusal import ActionRefused, NotAllowed, NotFound, house_refusal, refusal_error
from padd.services.reports import ReportOutcome, outcome
from padd.services.reports.outcome import FinishedEventView
from padd.services.reports.sender import NotSentError, SendAnswer, send_report
from padd.services.reports.status import report_row
from padd.store.queries.leagues import league_of_event
from padd.store.queries.reports import ReportLine, contests_of, corrections_of, reports_of

NO_TOTALS: Final = frozenset({"sos", "cvp", "results", "course", "decided_by"})
"""What follows from the totals, and is not looked at before they are right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """A table of totals, for any kind of play."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    final: bool


def event_totals(finished: FinishedEventView) -> Totals:
    """Return the figures of each player that add up from the results."""
    view = standings_view(finished.event, finished.book)
    columns = tuple(column for column in view.columns if column.key not in NO_TOTALS)
    return Totals(
        columns=("#", "Player", *(column.full_title for column in columns)),
        rows=tuple(
            (*(row.place_text, row.name), *(column.text(row.cells, {}) for column in columns))
            for row in view.rows
        ),
        final=view.final,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPart:
    """One of the events that a day of heats and finals is reported as (App. A)."""

    name: str
    starts: str
    rounds: str
    finals: bool
    tables: tuple[tuple[int, tuple[str, ...]], ...]
    """In the finals the players by seed, which is the table; empty in a heat."""
    players: int


def reported_parts(finished: FinishedEventView) -> tuple[ReportedPart, ...]:
    """Return heats and finals as they are reported; nothing for other events."""
    parts = events_to_report(finished.event, finished.book)
    if len(parts) == 1:
        return ()
    return tuple(_reported_part(part) for part in parts)


def _reported_part(part: Event) -> ReportedPart:
    finals = part.pairing_style is PairingStyle.TRIBBLES_FINALS
    seeds = sorted({player.seed for player in part.players if player.seed is not None})
    return ReportedPart(
        name=f"{part.name}, finals" if finals else part.name,
        starts=(part.starts or "")[:16].replace("T", " "),
        rounds=f"{part.rounds[0].number} to {part.rounds[-1].number}",
        finals=finals,
        tables=tuple(
            (seed, tuple(p.name or p.id for p in part.players if p.seed == seed)) for seed in seeds
        ),
        players=len(part.players),
    )


FINISH: Final = "console-finish"


@sign_in_required
def manage_report(request: HttpRequest, event: str) -> HttpResponse:
    """Show the final check and the state of the report; or change it."""
    snapshot = _own_event(request, event)
    if request.method != "POST":
        return _report_page(request, snapshot)
    action = request.POST.get("do", "")
    if action not in REPORT_ACTIONS:
        raise NotFound("page")
    form_type, service = REPORT_ACTIONS[action]
    form = form_type.from_request(request)

    def save() -> HttpResponse:
        done = service(event=event, by=actor_of(request), now=timezone.now(), **form.arguments())
        if isinstance(done, SendAnswer):
            return _report_page(request, snapshot, answer=done)
        if isinstance(done, ReportOutcome) and done.again:
            return _report_page(request, snapshot, said=report_outcome_text(done))
        return redirect_with_notice(
            request, reverse("report", args=(event,)), message("Done. The ratings will be updated.")
        )

    return form_response(
        form, save=save, show=lambda: _report_page(request, snapshot, refusals=form.refusals)
    )


def _own_event(request: HttpRequest, event: str) -> EventSnapshot:
    """Return an event to those who may report it; others do not find it."""
    snapshot = snapshot_for_actor(actor_of(request), event_id=event)
    if not allowed(Permission.REPORT_SUBMIT, snapshot.roles):
        raise NotFound("event")
    return snapshot


def _report_page(
    request: HttpRequest,
    snapshot: EventSnapshot,
    *,
    said: str = "",
    answer: SendAnswer | None = None,
    refusals: tuple[Refusal, ...] = (),
) -> HttpResponse:
    actor, now, event = actor_of(request), timezone.now(), snapshot.event_id
    roles = snapshot.roles
    finished = _outcome(event, actor)
    filed = reports_of(event)
    phase, latest = snapshot.state.phase, filed[0] if filed else None
    bonuses = event_bonus_sheet(event)
    view = _console_view(request, snapshot)
    context = {
        **(console_layout(view, FINISH, request.GET) if view else {}),
        "section": FINISH if view else "events",
        "event": snapshot.calendar_event,
        "found": finished,
        "totals": event_totals(finished) if finished else None,
        "parts": reported_parts(finished) if finished else (),
        "phase": phase,
        "reportable": phase in FINISHED_PHASES
        and (latest is None or _has_more_to_report(snapshot, latest)),
        "reports": filed,
        "latest": latest,
        "contests": contests_of(event),
        "corrections": corrections_of(event),
        "in_league": league_of_event(event),
        "bonus_sheet": bonuses,
        "bonus_names": names_of_people((row.person for row in bonuses), by=actor, now=now),
        "may_send": snapshot.sequence > 0 and allowed(Permission.REPORT_SEND, roles),
        "may_correct": snapshot.sequence == 0 and allowed(Permission.REPORT_DECIDE, roles),
        "may_void": allowed(Permission.REPORT_VOID, roles),
        "may_settle": allowed(Permission.REPORT_SETTLE, roles),
        "said": said,
        "answer": answer,
        "typed": request.POST,
        "refusals": refusals,
        "now": now,
    }
    page = "reports/report_console.html" if view else "reports/report.html"
    return render(request, page, context)


def _console_view(request: HttpRequest, snapshot: EventSnapshot) -> EventView | None:
    """Return the event for the navigation of its console, to those who run it here."""
    try:
        view = staff_event_view(request, snapshot.event_id)
    except (NotFound, NotAllowed):
        return None
    return view if view.opened else None


def _has_more_to_report(snapshot: EventSnapshot, latest: ReportLine | None) -> bool:
    """Tell whether there is more to report than was last reported.

    Prizes and notes follow a report without changing what it says.
    """
    if latest is None or latest.state == "sent-back":
        return True
    reported = snapshot.state.settings.reported
    if reported is not None and datetime.fromisoformat(reported) <= latest.at:
        return False
    return snapshot.sequence > latest.sequence


def _outcome(event: str, actor: Actor) -> outcome.FinishedEventView | None:
    try:
        return outcome.finished_event_view(event=event, by=actor, now=timezone.now())
    except NotFound:
        return None


def _submit(*, event: str, by: Actor, now: datetime, create: bool) -> ReportOutcome:
    """Report the event; a refusal says what to do in the same sentence."""
    try:
        return reports.submit_report(event_id=event, by=by, now=now, create=create)
    except ActionRefused as refused:
        refusal = refused.refusal
        reason = sentences(refusal.message, refusal.way_out)
        raise refusal_error(refusal.code, reason) from refused


def _send(
    *, event: str, by: Actor, now: datetime, to: str, token: str, listing: str, create: bool
) -> SendAnswer:
    """Report the event here, then send it to headquarters."""
    if not allowed(Permission.REPORT_SEND, snapshot_for_actor(by, event_id=event).roles):
        raise NotAllowed(Permission.REPORT_SEND)
    _submit(event=event, by=by, now=now, create=True)
    try:
        answer = send_report(
            eventlog.export_event_file(event_id=event),
            to=to.strip(),
            token=token.strip(),
            event_id=listing.strip(),
            create=create,
            authority=settings.AUTHORITY,
        )
    except NotSentError as error:
        raise refusal_error("not-sent", error.reason, place="to") from error
    if answer.code:
        raise refusal_error(answer.code, verbatim(answer.message), place="to")
    return answer


def _withdraw_correction(
    *, event: str, by: Actor, now: datetime, correction: str, reason: str
) -> None:
    if correction not in {one.public_id for one in corrections_of(event)}:
        raise NotFound("correction")
    reports.withdraw_correction(correction=correction, by=by, now=now, reason=reason)


def _settle_contest(*, event: str, by: Actor, now: datetime, contest: str, answer: str) -> None:
    if contest not in {one.public_id for one in contests_of(event)}:
        raise NotFound("contest")
    reports.settle_contest(contest=contest, by=by, now=now, answer=answer)


REPORT_ACTIONS: Final[dict[str, tuple[type[PageForm], Callable[..., object]]]] = {
    "submit": (SubmitForm, _submit),
    "send": (SendForm, _send),
    "void": (ReasonForm, reports.void_event),
    "reinstate": (ReasonForm, reports.reinstate_event),
    "correct": (RatingCorrectionForm, reports.correct_rating),
    "withdraw": (CorrectionWithdrawalForm, _withdraw_correction),
    "settle": (SettlementForm, _settle_contest),
}
"""The form and the service of each button of the page."""


def check_totals(request: HttpRequest, event: str) -> HttpResponse:
    """Let players check the totals and their games before they are rated."""
    if request.method == "POST":
        return contest_result(request, event)
    return _check_page(request, event)


def _check_page(
    request: HttpRequest, event: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    actor = actor_of(request)
    finished = outcome.finished_event_view(event=event, by=actor, now=timezone.now())
    own = next((p for p, person in finished.people.items() if person == actor.person), None)
    state = eventlog.snapshot_event(event_id=event).calendar_event.state
    context = {
        "section": "events",
        "found": finished,
        "totals": event_totals(finished),
        "own": own,
        "games": tuple(finished_games(finished, own)) if own else (),
        "state": state,
        "may_contest": own is not None
        and reports.contests.is_open_to_contest(event=event, now=timezone.now()),
        "contests": [contest for contest in contests_of(event) if contest.person == actor.person],
        "refusals": refusals,
    }
    return render(request, "reports/check.html", context)


@sign_in_required
def contest_result(request: HttpRequest, event: str) -> HttpResponse:
    """Take up that a player contests a result."""
    form = ContestForm.from_request(request)

    def save() -> HttpResponse:
        reports.contest_result(
            event=event, by=actor_of(request), now=timezone.now(), **form.arguments()
        )
        return redirect_with_notice(
            request,
            reverse("report-check", args=(event,)),
            message("Sent. An official will decide; the event won’t be rated until then."),
        )

    return form_response(form, save=save, show=lambda: _check_page(request, event, form.refusals))


@sign_in_required
def identify_players(request: HttpRequest, report: str) -> HttpResponse:
    """Ask who the players of a report are, and take up the answers."""
    actor = actor_of(request)
    row = report_row(report)
    roles = roles_of(actor, event=row.event, account_id=row.account_id)
    if not allowed(Permission.REPORT_MATCH, roles):
        raise NotFound("report")
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        answers = {
            key.removeprefix("who-"): str(value)
            for key, value in request.POST.items()
            if key.startswith("who-")
        }
        try:
            done = reports.answer_players(
                report=report, answers=answers, by=actor, now=timezone.now()
            )
        except RefusalError as refused:
            refusals = refused.refusals
        else:
            if done.state is not reports.ReportState.PLAYERS:
                return _redirect_after_players(actor, row.event.public_id)
            refusals = (
                house_refusal(
                    "unanswered", message("Your answers are saved. Who are the other players?")
                ),
            )
    context = {
        "section": "events",
        "filed": reports.players_to_match(report=report, by=actor, now=timezone.now()),
        "event": row.event,
        "new": reports.NEW,
        "refusals": refusals,
    }
    status = 422 if refusals else 200
    return render(request, "reports/players.html", context, status=status)


def _redirect_after_players(actor: Actor, event: str) -> HttpResponse:
    """Redirect to the report, or to the listing for those who may not read it."""
    roles = snapshot_for_actor(actor, event_id=event).roles
    page = "report" if allowed(Permission.REPORT_SUBMIT, roles) else "listing"
    return HttpResponseRedirect(reverse(page, args=(event,)))
