"""Public printouts: pairings, standings, results and the bracket.

They show the same names as the public pages, so paper reveals nothing that the screen
hides. Each sheet is typeset once for everyone.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from padd.core.refusal import RefusalError
from padd.interfaces.printing.catalogue import BY_NAME, Document
from padd.interfaces.printing.event_view import PrintView, print_view
from padd.interfaces.printing.pdf import Paper, render_pdf
from padd.interfaces.printing.plain_lists import list_csv
from padd.interfaces.web.request_event import visitor_event_view
from padd.presentation.eventlog.event_view import EventView
from padd.services.delivery import printouts
from padd.services.eventlog.history import history_of_snapshot
from padd.services.refusal import NotFound
from padd.store.writes.local_events import named_place

MOST_KEPT: Final = 64
"""How many sheets are cached."""


@require_safe
def public_pdf(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """Return a public document as PDF."""
    document, view = _public_document(name), visitor_event_view(request, event)
    paper = _print_view(view, document)
    try:
        kind, content, drawings = document.content(paper, _number(request, paper))
    except (RefusalError, LookupError) as refused:
        raise NotFound("document") from refused
    inputs = json.dumps((kind, content, drawings, printouts.chosen_paper_size(event)))
    etag = f'"{sha256(inputs.encode()).hexdigest()[:24]}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    answer = HttpResponse(_typeset(inputs), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{event}-{name}.pdf"'
    answer["ETag"] = etag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


@require_safe
def public_csv(request: HttpRequest, event: str, name: str) -> HttpResponse:
    """Return a public list as a spreadsheet."""
    document, view = _public_document(name), visitor_event_view(request, event)
    paper = _print_view(view, document)
    if document.list is None:
        raise NotFound("document")
    round_ = paper.round(_number(request, paper)) if document.of_round else None
    content = list_csv(document.list(paper, round_))
    answer = HttpResponse(content, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event}-{name}.csv"'
    return answer


@lru_cache(maxsize=MOST_KEPT)
def _typeset(inputs: str) -> bytes:
    kind, content, drawings, size = json.loads(inputs)
    return render_pdf(kind, content, paper=Paper(size), drawings=drawings).pdf


def _public_document(name: str) -> Document:
    document = BY_NAME.get(name)
    if document is None or not document.public:
        raise NotFound("document")
    return document


def _print_view(view: EventView, document: Document) -> PrintView:
    """Return the event as the room sees it; nothing on it changes by the minute."""
    book = view.snapshot.book
    if book is None:
        raise NotFound("document")
    last = history_of_snapshot(view.snapshot, since=view.sequence - 1)
    paper = print_view(
        view.state,
        book,
        where=named_place(view.calendar_event.place),
        printed=view.clock(last[-1].at) if last else "",
        sequence=view.sequence,
    )
    if not document.fits(paper):
        raise NotFound("document")
    return paper


def _number(request: HttpRequest, view: PrintView) -> int | None:
    """Return the round that is asked for, if it is one of those published."""
    form = request.GET.get("round", "")
    return next((round_.number for round_ in view.rounds if str(round_.number) == form), None)
