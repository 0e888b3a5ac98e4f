"""Papers as pages ask for them: the list, a picture, a PDF, a spreadsheet, the set."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from padd.core.refusal import RefusalError
from padd.interfaces.printing.catalogue import BY_NAME, fitting, pages, printed
from padd.interfaces.printing.event_view import (
    PhoneCode,
    print_view,
)
from padd.interfaces.printing.pdf import (
    PAPER_NAMES,
    Paper,
)
from padd.interfaces.printing.plain_lists import as_sheet
from padd.interfaces.printing.round_sets import current_set
from padd.interfaces.web.frames.console import console_frame
from padd.interfaces.web.request_actor import (
    actor_of,
    known,
    present,
    shared_address,
)
from padd.interfaces.web.request_event import staff_view
from padd.services.delivery import printouts
from padd.services.eventlog import player_passes
from padd.services.refusal import NotAllowed, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from padd.core.model import PlayerId
    from padd.core.refusal import Refusal
    from padd.interfaces.printing.catalogue import Document
    from padd.interfaces.printing.event_view import PrintView
    from padd.presentation.event_view import EventView

PICTURE_DOTS: Final = 34
FEW: Final = 2
"""As many cards as fit on the page of which a picture is shown."""


@known
@require_safe
def overview(request: HttpRequest, event: str) -> HttpResponse:
    """Show every document that there is, with a picture of its first page."""
    return _overview(request, event)


def _overview(
    request: HttpRequest, event: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    desk = staff_view(request, event)
    if not desk.opened:
        return HttpResponseRedirect(reverse("console", args=(event,)))
    day = _day(request, desk)
    number = _number(request, day)
    context: dict[str, Any] = {
        **console_frame(desk, "paper", request.GET),
        "section": "paper",
        "documents": list(fitting(day)),
        "rounds": _rounds(day),
        "number": number,
        "sizes": [(size.value, PAPER_NAMES[size]) for size in Paper],
        "size": printouts.size_of(event),
        "on_disk": (lies := printouts.on_disk(event)),
        "behind": lies is not None and lies.round < max(_rounds(day), default=0),
        "refusals": refusals,
    }
    status = 422 if refusals else 200
    return render(request, "printing/paper.html", context, status=status)


def _rounds(day: PrintView) -> tuple[int, ...]:
    return tuple(round_.number for round_ in day.rounds)


@known
@require_POST
def choose_size(request: HttpRequest, event: str) -> HttpResponse:
    """Remember the size of paper."""
    staff_view(request, event)
    size = request.POST.get("size", "")
    try:
        printouts.choose_size(by=actor_of(request), event_id=event, size=size)
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        return _overview(request, event, refused.refusals)
    return HttpResponseRedirect(reverse("paper", args=(event,)))


@known
@require_POST
def print_again(request: HttpRequest, event: str) -> HttpResponse:
    """Put the paper on the disk once more, as when there was no room for it."""
    staff_view(request, event)
    printouts.print_again(by=actor_of(request), event_id=event)
    return HttpResponseRedirect(reverse("paper", args=(event,)))


@require_http_methods(["GET", "HEAD", "POST"])
def document(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """Hand out a document as PDF.

    Cards carry their codes and PINs only when a form asks: passes are made with them,
    and looking changes nothing.
    """

    def make(found: Document, day: PrintView) -> bytes:
        number = _number(request, day)
        size = Paper(printouts.size_of(event))
        return printed(found, day, number, paper=size).pdf

    answer = _answer(request, event, name, make, "application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{event}-{name}.pdf"'
    return answer


@require_safe
def picture(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """Show the first page of a document as a small picture."""

    def make(found: Document, day: PrintView) -> bytes:
        few = replace(day, people=day.people[:FEW]) if found.each else day
        size = Paper(printouts.size_of(event))
        shown = pages(
            found, few, _number(request, day), paper=size, dots_per_inch=PICTURE_DOTS
        )
        return shown[0]

    return _answer(request, event, name, make, "image/png")


@require_safe
def spreadsheet(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """Hand out a list as a spreadsheet."""

    def make(found: Document, day: PrintView) -> bytes:
        if found.list is None:
            raise NotFound("document")
        round_ = day.round(_number(request, day)) if found.of_round else None
        return as_sheet(found.list(day, round_))

    answer = _answer(request, event, name, make, "text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event}-{name}.csv"'
    return answer


@known
@require_safe
def whole_set(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out everything for the current round in one file."""
    day = _day(request, staff_view(request, event))
    batch = current_set(day, paper=Paper(printouts.size_of(event)))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in batch.files.items():
            archive.writestr(name, data)
    answer = HttpResponse(packed.getvalue(), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{event}-paper.zip"'
    return answer


def _answer(
    request: HttpRequest,
    event: str,
    name: str,
    make: Callable[[Document, PrintView], bytes],
    content_type: str,
) -> HttpResponse:
    """Make a document for the staff, unless the browser has it already."""
    view = staff_view(request, event)
    found = BY_NAME.get(name)
    if found is None:
        raise NotFound("document")
    asked = request.GET.urlencode()
    etag = f'"{event}-{view.sequence}-{name}-{printouts.size_of(event)}-{asked}"'
    with_codes = found.secret and request.method == "POST"
    kept = None if with_codes else get_conditional_response(request, etag=etag)
    if kept is not None:
        return kept
    day = _day(request, view, doors=with_codes)
    if not found.fits(day):
        raise NotFound("document")
    try:
        made = make(found, day)
    except RefusalError as refused:
        raise NotFound("document") from refused
    answer = HttpResponse(made, content_type=content_type)
    if not with_codes:
        answer["ETag"] = etag
    patch_cache_control(answer, private=True, no_cache=True, no_store=with_codes)
    return answer


def _day(request: HttpRequest, view: EventView, *, doors: bool = False) -> PrintView:
    if not view.opened:
        raise NotFound("document")
    return print_view(
        view.state,
        view.book,
        where=view.listing.place,
        printed=view.clock(view.now),
        sequence=view.sequence,
        doors=_doors(request, view.id) if doors else {},
        join=shared_address(request, player_passes.join_path(view.id)),
    )


def _doors(request: HttpRequest, event: str) -> dict[PlayerId, PhoneCode]:
    """Return the passes for the cards, where whoever prints may hand them out."""
    try:
        passes = player_passes.passes(
            by=actor_of(request), now=present(), event_id=event
        )
    except (NotAllowed, RefusalError):
        return {}
    return {
        one.player: PhoneCode(
            address=shared_address(request, one.url_path), pin=one.pin
        )
        for one in passes
    }


def _number(request: HttpRequest, day: PrintView) -> int | None:
    """Return the round that is asked for, if it is one of those published."""
    said = request.GET.get("round", "")
    numbers = {str(round_.number): round_.number for round_ in day.rounds}
    return numbers.get(said)
