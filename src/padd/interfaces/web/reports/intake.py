"""Incoming reports: sent by a laptop, uploaded as files, held at a desk."""

from __future__ import annotations

import threading
from functools import partial
from typing import Final

from django.conf import settings
from django.db import connections, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from padd.core.messages import message, sentences
from padd.core.model import DeckFormat
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.forms import ReasonForm, form_response
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import (
    actor_of,
    approval_inboxes,
    report_inboxes,
    sign_in_required,
)
from padd.presentation.messages import refusal_text, text
from padd.presentation.reports.corrections import correction_view
from padd.presentation.reports.report_text import report_outcome_text
from padd.presentation.spreadsheet.reader import SheetSettings, read_uploads
from padd.services import reports
from padd.services.access import api_tokens, rate_limit
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.ratings import recalculation
from padd.services.refusal import ActionRefused, NotAllowed, NotFound, refusal_error
from padd.services.reports import ReportOutcome, corrections, finished_event_import
from padd.services.reports.sender import event_id_from_text
from padd.services.reports.status import report_row
from padd.store.queries.people.facts import person_events
from padd.store.queries.ratings.lists import rating_runs, ratings_status
from padd.store.queries.reports import awaiting_refresh, contests_of, open_contests, waiting_reports

BEARER: Final = "Bearer "
MOST_FILES: Final = 200
NO_EVENT: Final = (
    "Headquarters has no such event, or it is not yours. Check the id "
    "of the listing and whose token you are using."
)
SETTINGS: Final = ("name", "date", "game", "format", "rulebook", "level")


@csrf_exempt
@require_POST
def receive_report(request: HttpRequest) -> HttpResponse:
    """Take in the event file that a laptop sends, by its token; answer in JSON."""
    caller = _caller(request)
    if isinstance(caller, HttpResponse):
        return caller
    event_id = request.GET.get("listing", "") or caller.event
    if not caller.covers(event_id):
        return _json_refusal("not-found", NO_EVENT, status=404)
    try:
        done = reports.import_report(
            # A log is large; what is beyond any limit never came as far as here.
            data=bytes(request.read()),
            by=caller.actor,
            now=timezone.now(),
            source=reports.ReportSource.SENT,
            event_id=event_id,
            create=bool(request.GET.get("create")),
        )
    except (NotFound, NotAllowed):
        return _json_refusal("not-found", NO_EVENT, status=404)
    except ActionRefused as refused:
        return _json_refusal(refused.refusal.code, refusal_text(refused.refusal), status=422)
    except RefusalError as refused:
        return _json_refusal(refused.refusal.code, text(refused.refusal.message), status=422)
    return JsonResponse(_answer(request, done))


def _caller(request: HttpRequest) -> api_tokens.Caller | HttpResponse:
    """Return who sends a report, or why not now: no good token, or too fast."""
    header = request.headers.get("Authorization", "")
    secret = header.removeprefix(BEARER) if header.startswith(BEARER) else ""
    caller = api_tokens.caller_for_secret(secret=secret, now=timezone.now())
    if caller is not None and api_tokens.Scope.REPORT in caller.scopes:
        wait = rate_limit.reporters.wait(caller.token)
        return _slower(wait) if wait else caller
    address = rate_limit.address_network(request.META.get("REMOTE_ADDR", ""))
    wait = rate_limit.guessers.wait(address)
    message = "This token can’t be used to send reports here. Create one under Tokens."
    return _slower(wait) if wait else _json_refusal("no-token", message, status=401)


def _json_refusal(code: str, message: str, *, status: int) -> HttpResponse:
    return JsonResponse({"code": code, "message": message}, status=status)


def _slower(seconds: int) -> HttpResponse:
    answer = _json_refusal("too-many", f"Too many reports; wait {seconds} s.", status=429)
    answer["Retry-After"] = str(seconds)
    return answer


def _answer(request: HttpRequest, done: ReportOutcome) -> dict[str, object]:
    name, of = ("report", done.event)
    if done.state is reports.ReportState.PLAYERS:
        name, of = ("report-players", done.report)
    return {
        "state": done.state,
        "message": report_outcome_text(done),
        "event": done.event,
        "report": done.report,
        "again": done.again,
        "reasons": [text(reason.message) for reason in done.reasons],
        "players": [
            question.name or question.handle or question.player
            for question in done.asked
            if not question.found
        ],
        "link": request.build_absolute_uri(reverse(name, args=(of,))),
    }


@sign_in_required
def upload_report(request: HttpRequest) -> HttpResponse:
    """Take in an event file that was carried here by hand."""
    actor = actor_of(request)
    if not allowed(Permission.REPORT_BRING, roles_of(actor)):
        raise Http404
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        try:
            done = _import_upload(request, actor)
        except (NotFound, NotAllowed):
            raise
        except RefusalError as refused:
            refusals = refused.refusals
        else:
            name, of = ("report", done.event)
            if done.state is reports.ReportState.PLAYERS:
                name, of = ("report-players", done.report)
            return HttpResponseRedirect(reverse(name, args=(of,)))
    mine = person_events(person_id=actor.person_id, account_id=actor.account_id)
    own = [line for line in mine if line.state in {"listed", "running"}]
    context = {
        "section": "mine",
        "refusals": refusals,
        "listing": request.POST.get("listing", "") or request.GET.get("listing", ""),
        "own": own,
        "own_ids": {line.public_id for line in own},
    }
    status = 422 if refusals else 200
    return render(request, "reports/file.html", context, status=status)


def _import_upload(request: HttpRequest, actor: Actor) -> ReportOutcome:
    file = request.FILES.get("file")
    if file is None:
        raise refusal_error("no-file", message("Choose the event file."), place="file")
    try:
        return reports.import_report(
            data=file.read(),
            by=actor,
            now=timezone.now(),
            source=reports.ReportSource.FILE,
            event_id=event_id_from_text(request.POST.get("listing", "")),
        )
    except ActionRefused as refused:
        reason = sentences(refused.refusal.message, refused.refusal.way_out)
        raise refusal_error(refused.refusal.code, reason, place="file") from refused


@sign_in_required
@require_safe
def show_held_reports(request: HttpRequest) -> HttpResponse:
    """Show the reports and contested results that wait at a desk."""
    return _held_page(request)


def _held_page(
    request: HttpRequest, refusals: tuple[Refusal, ...] = (), about: str = ""
) -> HttpResponse:
    actor = actor_of(request)
    areas = report_inboxes(actor)
    if not areas:
        raise Http404
    waiting = waiting_reports(areas)
    context = {
        "section": "desk",
        "waiting": waiting,
        "held_events": {line.event for line in waiting},
        "contests": open_contests(approval_inboxes(actor)),
        "awaiting": awaiting_refresh(areas),
        "may_refresh": allowed(Permission.RATING_REFRESH, roles_of(actor)),
        "refusals": refusals,
        "about": about,
    }
    return render(request, "reports/inbox.html", context)


@sign_in_required
@require_safe
def show_correction(request: HttpRequest, report: str) -> HttpResponse:
    """Show a correction beside what it corrects."""
    return _correction_page(request, report)


def _correction_page(
    request: HttpRequest, report: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    found = corrections.correction_of(report=report, by=actor_of(request), now=timezone.now())
    context = {
        "section": "desk",
        "found": found,
        "view": correction_view(found),
        "contests": contests_of(found.report.event.public_id),
        "refusals": refusals,
        "typed": request.POST,
        "hosted": settings.HOSTED,
    }
    return render(request, "reports/correction.html", context)


@sign_in_required
@require_POST
def decide_report(request: HttpRequest, report: str) -> HttpResponse:
    """Release a held report, or send it back."""
    actor = actor_of(request)
    row = report_row(report)
    if not allowed(Permission.REPORT_DECIDE, roles_of(actor, event=row.event)):
        raise NotFound("report")
    form = ReasonForm.from_request(request)
    service = (
        reports.send_report_back
        if request.POST.get("do") == "send-back"
        else reports.release_report
    )

    def save() -> HttpResponse:
        service(report=report, by=actor, now=timezone.now(), **form.arguments())
        return redirect_with_notice(
            request, reverse("held-reports"), message("Decided. The director gets an e-mail.")
        )

    def show() -> HttpResponse:
        if request.POST.get("from") == "correction":
            return _correction_page(request, report, form.refusals)
        return _held_page(request, form.refusals, about=report)

    return form_response(form, save=save, show=show)


@sign_in_required
def import_events(request: HttpRequest) -> HttpResponse:
    """Take in finished events from many files at once."""
    actor = actor_of(request)
    if not allowed(Permission.EVENT_IMPORT, roles_of(actor)):
        raise Http404
    done: tuple[finished_event_import.ImportedFile, ...] | None = None
    if request.method == "POST":
        files = request.FILES.getlist("files")[:MOST_FILES]
        settings = {name: request.POST[name] for name in SETTINGS if request.POST.get(name)}
        ready, refused = read_uploads(
            ((file.name or "file", file.read()) for file in files), SheetSettings(**settings)
        )
        imported = finished_event_import.import_events(
            files=ready, by=actor, now=timezone.now(), create=not request.POST.get("ask")
        )
        done = (*imported, *refused)
    context = {
        "section": "desk",
        "done": done,
        "fates": finished_event_import.ImportFate,
        "typed": request.POST,
        "formats": {str(format_): format_.capitalize() for format_ in DeckFormat},
    }
    return render(request, "reports/import.html", context)


@sign_in_required
def refresh_ratings(request: HttpRequest) -> HttpResponse:
    """Show how far the ratings are, and start a refresh in the background."""
    actor = actor_of(request)
    if not allowed(Permission.RATING_REFRESH, roles_of(actor)):
        raise Http404
    if request.method == "POST":
        transaction.on_commit(partial(start_refresh, actor))
        return HttpResponseRedirect(reverse("refresh") + "?asked=yes")
    context = {
        "section": "desk",
        "standing": ratings_status(now=timezone.now()),
        "runs": rating_runs(),
        "hosted": settings.HOSTED,
        "times": recalculation.refresh_timetable(now=timezone.now(), at=settings.REFRESH_AT),
        "asked": "asked" in request.GET,
    }
    return render(request, "reports/refresh.html", context)


def start_refresh(actor: Actor) -> threading.Thread:
    """Refresh the ratings beside the pages; of two at once, one does the work."""

    def work() -> None:
        try:
            reports.refresh(by=actor, clock=timezone.now)
        finally:
            connections.close_all()

    thread = threading.Thread(target=work, name="ratings", daemon=True)
    thread.start()
    return thread
