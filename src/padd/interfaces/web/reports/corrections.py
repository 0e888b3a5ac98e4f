"""An official corrects the facts of an event that was imported without a log."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.core.event_file import write_event
from padd.core.messages import message
from padd.core.model import Event
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.delivery.feeds import file_response
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.reports.report_text import FactChange, fact_changes
from padd.presentation.spreadsheet.reader import SheetSettings, read_uploads
from padd.services.refusal import NotAllowed, NotFound, refusal_error
from padd.services.reports import finished_event_import
from padd.services.rulebooks.event_rulebook import event_rulebook


@sign_in_required
@require_safe
def download_facts(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the facts as they are kept, to be corrected and brought back."""
    body = write_event(_facts_on_record(request, event))
    name = f"{event}.event.json"
    return file_response(request, body, kind="application/json", name=name)


@sign_in_required
def correct_facts(request: HttpRequest, event: str) -> HttpResponse:
    """Show what a corrected file would change, then put it in place."""
    kept = _facts_on_record(request, event)
    if request.method != "POST":
        return _facts_page(request, event, kept)
    changes, data = None, b""
    try:
        data = _uploaded_facts(request)
        corrected = finished_event_import.facts_to_replace(data, kept)
        changes = fact_changes(kept, corrected, event_rulebook(kept))
        if not request.POST.get("sure"):
            text = data.decode()
            return _facts_page(request, event, kept, changes=changes, data=text)
        finished_event_import.correct_facts(
            event=event,
            data=data,
            by=actor_of(request),
            now=timezone.now(),
            reason=request.POST.get("reason", ""),
        )
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        return _facts_page(
            request,
            event,
            kept,
            changes=changes,
            data=data.decode(errors="replace"),
            refusals=refused.refusals,
            status=422,
        )
    return redirect_with_notice(
        request, reverse("report", args=(event,)), message("Changes saved.")
    )


def _facts_on_record(request: HttpRequest, event: str) -> Event:
    """Return the facts to those who may correct them; others do not find them."""
    try:
        return finished_event_import.facts_on_record(
            event=event, by=actor_of(request), now=timezone.now()
        )
    except RefusalError:
        raise NotFound("event") from None


def _uploaded_facts(request: HttpRequest) -> bytes:
    """Return the corrected event file: just brought, or shown before."""
    file = request.FILES.get("file")
    if file is None:
        shown = request.POST.get("data", "")
        if not shown:
            reason = message("Choose the corrected file.")
            raise refusal_error("no-file", reason, place="file")
        return shown.encode()
    ready, refused = read_uploads([(file.name or "file", file.read())], SheetSettings())
    if refused or len(ready) != 1:
        reason = refused[0].message if refused else message("Choose a file with a single event.")
        raise refusal_error("not-read", reason, place="file")
    (upload,) = ready
    return upload.data if upload.facts is None else write_event(upload.facts)


def _facts_page(
    request: HttpRequest,
    event: str,
    kept: Event,
    *,
    changes: tuple[FactChange, ...] | None = None,
    data: str = "",
    refusals: tuple[Refusal, ...] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "section": "events",
        "id": event,
        "event": kept,
        "changes": changes,
        "data": data,
        "typed": request.POST,
        "refusals": refusals,
    }
    return render(request, "reports/correct_facts.html", context, status=status)
