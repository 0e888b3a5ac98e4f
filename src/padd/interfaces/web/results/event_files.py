"""Home, and the page of an event: one that was uploaded, or an example.

Nothing is saved. An uploaded event is shown with all its parts on one page, so no
second request has to find it again.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from padd.core.event_file import UPLOAD, read_event, write_event
from padd.core.model import Event
from padd.core.refusal import Refusal, RefusalError
from padd.core.reports.rescore import translate_event
from padd.interfaces.web import errors
from padd.interfaces.web.results.page import file_page
from padd.presentation.events.quick_start import example_named, upload_form_parts
from padd.presentation.rulebooks import book_for, rulebook_named
from padd.rulebooks.loader import rulebook_ids

MOST_KEPT_IN_PAGE = 1_000_000
"""An uploaded file up to this size stays in its page, to be saved from there."""


@require_safe
def show_upload_form(request: HttpRequest) -> HttpResponse:
    """Show where to drop an event file, and the examples."""
    return _upload_page(request)


def show_uploaded_event(request: HttpRequest) -> HttpResponse:
    """Open an event file and show its event, or say why it cannot be read."""
    upload = request.FILES.get("event") if request.method == "POST" else None
    if upload is None:
        return redirect("read")
    if (upload.size or 0) > settings.UPLOAD_LIMIT:
        return errors.too_large_page(request)
    source = upload.name or "the file"
    try:
        event = read_event(upload.read(), book_of=rulebook_named, source=source, limits=UPLOAD)
        shown = _under_rulebook(event, request.POST.get("rulebook"))
        return _event_page(request, shown, kept=_kept_in_page(event))
    except RefusalError as refused:
        return _upload_page(request, refused.refusal, source=source, status=422)


@require_POST
def download_uploaded_event(request: HttpRequest) -> HttpResponse:
    """Hand an uploaded event back as its file, in the program's own form."""
    data = request.POST.get("event", "").encode()
    try:
        event = read_event(data, book_of=rulebook_named, limits=UPLOAD)
    except RefusalError as refused:
        return _upload_page(request, refused.refusal, status=422)
    return _download(write_event(event), "padd")


@require_safe
def show_example(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the example events, by its own rulebook or another."""
    event = _example_event(name)
    try:
        shown = _under_rulebook(event, request.GET.get("rulebook"))
    except RefusalError as refused:
        return _upload_page(request, refused.refusal, source=event.name, status=422)
    return _event_page(request, shown, name=name)


@require_safe
def download_example(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001
    """Hand out the file of an example event."""
    return _download(write_event(_example_event(name)), name)


def _example_event(name: str) -> Event:
    example = example_named(name)
    if example is None:
        raise Http404
    return example.event


def _under_rulebook(event: Event, name: str | None) -> Event:
    """Return the same facts under the rulebook asked for, if another is."""
    if not name or name == event.rulebook or name not in rulebook_ids():
        return event
    return translate_event(event, book_for(event), book_for(event, name))


def _upload_page(
    request: HttpRequest, refusal: Refusal | None = None, *, source: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "section": "read",
        "refusal": refusal,
        "source": source,
        **upload_form_parts(settings.UPLOAD_LIMIT),
    }
    return render(request, "results/upload.html", context, status=status)


def _event_page(
    request: HttpRequest, event: Event, *, name: str = "", kept: str = ""
) -> HttpResponse:
    page = file_page(event)
    context = {"section": "read", "page": page, "name": name, "kept": kept, "of_file": True}
    return render(request, "results/event_file.html", context)


def _kept_in_page(event: Event) -> str:
    data = write_event(event)
    return data.decode() if len(data) <= MOST_KEPT_IN_PAGE else ""


def _download(data: bytes, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}.event.json"'
    return response
