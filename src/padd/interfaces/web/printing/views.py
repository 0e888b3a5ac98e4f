"""Printouts for pages: the list, a preview, a PDF, a spreadsheet, the whole set."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec.structs import replace

from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.printing.catalogue import (
    BY_NAME,
    Document,
    available_documents,
    document_pictures,
    print_document,
)
from padd.interfaces.printing.event_view import PhoneCode, PrintView, print_view
from padd.interfaces.printing.pdf import PAPER_NAMES, Paper
from padd.interfaces.printing.plain_lists import list_csv
from padd.interfaces.printing.round_sets import round_printouts
from padd.interfaces.web.layout.console import console_layout
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, shared_address, sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.presentation.eventlog.event_view import EventView
from padd.services.delivery import printouts
from padd.services.eventlog import player_passes
from padd.services.refusal import NotAllowed, NotFound
from padd.store.writes.local_events import named_place

PICTURE_DOTS: Final = 34
FEW: Final = 2
"""As many cards as fit on the page of which a picture is shown."""


@sign_in_required
@require_safe
def documents_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show every document that there is, with a picture of its first page."""
    return _render_documents(request, event)


def _render_documents(
    request: HttpRequest, event: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    view = staff_event_view(request, event)
    if not view.opened:
        return HttpResponseRedirect(reverse("console", args=(event,)))
    paper = _print_view(request, view)
    number = _number(request, paper)
    context: dict[str, Any] = {
        **console_layout(view, "paper", request.GET),
        "section": "paper",
        "documents": list(available_documents(paper)),
        "rounds": _rounds(paper),
        "number": number,
        "sizes": [(size.value, PAPER_NAMES[size]) for size in Paper],
        "size": printouts.chosen_paper_size(event),
        "on_disk": (lies := printouts.printouts_on_disk(event)),
        "behind": lies is not None and lies.round < max(_rounds(paper), default=0),
        "refusals": refusals,
    }
    status = 422 if refusals else 200
    return render(request, "printing/paper.html", context, status=status)


def _rounds(view: PrintView) -> tuple[int, ...]:
    return tuple(round_.number for round_ in view.rounds)


@sign_in_required
@require_POST
def choose_size(request: HttpRequest, event: str) -> HttpResponse:
    """Save the size of paper."""
    staff_event_view(request, event)
    size = request.POST.get("size", "")
    try:
        printouts.choose_paper_size(by=actor_of(request), event_id=event, size=size)
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        return _render_documents(request, event, refused.refusals)
    return redirect_with_notice(request, reverse("paper", args=(event,)), message("Saved."))


@sign_in_required
@require_POST
def print_again(request: HttpRequest, event: str) -> HttpResponse:
    """Write the printouts to the disk again."""
    staff_event_view(request, event)
    printouts.reprint(by=actor_of(request), event_id=event)
    return redirect_with_notice(request, reverse("paper", args=(event,)), message("Saved again."))


@require_http_methods(["GET", "HEAD", "POST"])
def document_pdf(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """Return a document as PDF.

    Cards carry their codes and PINs only when a form asks: passes are made with them,
    and looking changes nothing.
    """

    def make(document_: Document, view: PrintView) -> bytes:
        number = _number(request, view)
        size = Paper(printouts.chosen_paper_size(event))
        return print_document(document_, view, number, paper=size).pdf

    answer = _document_response(request, event, name, make, "application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{event}-{name}.pdf"'
    return answer


@require_safe
def document_picture(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """Show the first page of a document as a small picture."""

    def make(document_: Document, view: PrintView) -> bytes:
        few = replace(view, people=view.people[:FEW]) if document_.each else view
        size = Paper(printouts.chosen_paper_size(event))
        shown = document_pictures(
            document_, few, _number(request, view), paper=size, dots_per_inch=PICTURE_DOTS
        )
        return shown[0]

    return _document_response(request, event, name, make, "image/png")


@require_safe
def document_csv(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """Return a list as a spreadsheet."""

    def make(document_: Document, view: PrintView) -> bytes:
        if document_.list is None:
            raise NotFound("document")
        round_ = view.round(_number(request, view)) if document_.of_round else None
        return list_csv(document_.list(view, round_))

    answer = _document_response(request, event, name, make, "text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event}-{name}.csv"'
    return answer


@sign_in_required
@require_safe
def round_set_zip(request: HttpRequest, event: str) -> HttpResponse:
    """Return everything for the current round in one file."""
    view = _print_view(request, staff_event_view(request, event))
    batch = round_printouts(view, paper=Paper(printouts.chosen_paper_size(event)))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in batch.files.items():
            archive.writestr(name, data)
    answer = HttpResponse(packed.getvalue(), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{event}-paper.zip"'
    return answer


def _document_response(
    request: HttpRequest,
    event: str,
    name: str,
    make: Callable[[Document, PrintView], bytes],
    content_type: str,
) -> HttpResponse:
    """Make a document for the staff, unless the browser has it already."""
    view = staff_event_view(request, event)
    document_ = BY_NAME.get(name)
    if document_ is None:
        raise NotFound("document")
    query = request.GET.urlencode()
    etag = f'"{event}-{view.sequence}-{name}-{printouts.chosen_paper_size(event)}-{query}"'
    with_codes = document_.secret and request.method == "POST"
    unchanged = None if with_codes else get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    paper = _print_view(request, view, doors=with_codes)
    if not document_.fits(paper):
        raise NotFound("document")
    try:
        content = make(document_, paper)
    except RefusalError as refused:
        raise NotFound("document") from refused
    answer = HttpResponse(content, content_type=content_type)
    if not with_codes:
        answer["ETag"] = etag
    patch_cache_control(answer, private=True, no_cache=True, no_store=with_codes)
    return answer


def _print_view(request: HttpRequest, view: EventView, *, doors: bool = False) -> PrintView:
    if not view.opened:
        raise NotFound("document")
    return print_view(
        view.state,
        view.book,
        where=named_place(view.calendar_event.place),
        printed=view.clock(view.now),
        sequence=view.sequence,
        doors=_phone_codes(request, view.id) if doors else {},
        join=shared_address(request, player_passes.join_path(view.id)),
    )


def _phone_codes(request: HttpRequest, event: str) -> dict[PlayerId, PhoneCode]:
    """Return the passes for the cards if the actor may hand them out."""
    try:
        passes = player_passes.issue_passes(
            by=actor_of(request), now=timezone.now(), event_id=event
        )
    except (NotAllowed, RefusalError):
        return {}
    return {
        pass_.player: PhoneCode(address=shared_address(request, pass_.url_path), pin=pass_.pin)
        for pass_ in passes
    }


def _number(request: HttpRequest, view: PrintView) -> int | None:
    """Return the round that is asked for, if it is one of those published."""
    form = request.GET.get("round", "")
    numbers = {str(round_.number): round_.number for round_ in view.rounds}
    return numbers.get(form)
