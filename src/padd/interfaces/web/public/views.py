"""The public pages of a running event: pairings, standings, bracket, reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote
from zlib import crc32

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from padd import __version__
from padd.interfaces.web.frames.public import public_frame
from padd.interfaces.web.public import pages
from padd.interfaces.web.request_event import visitor_event_view
from padd.interfaces.web.theme import COOKIE
from padd.platform.page_cache import KEEP
from padd.presentation.eventlog.event_view import EventView
from padd.services.eventlog.history import HIDDEN
from padd.store.queries.eventlog import events_with_results


@require_safe
def pairings(request: HttpRequest, event: str, number: int | None = None) -> HttpResponse:
    """Show who plays whom, where, in this round or an earlier one."""
    by_name = request.GET.get("by") == "name"

    def gather(view: EventView) -> dict[str, Any]:
        return pages.pairings(view, number, by_name=by_name)

    return _page(request, event, "room-pairings", "public/pairings.html", gather)


@require_safe
def why(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Show why the tables of a round came out as they did."""
    asked = request.GET.get("first", ""), request.GET.get("other", "")

    def gather(view: EventView) -> dict[str, Any]:
        return pages.why(view, number, asked)

    return _page(request, event, "room-pairings", "public/why.html", gather)


@require_safe
def standings(request: HttpRequest, event: str) -> HttpResponse:
    """Show how everybody stands, and why."""
    gather = pages.standings
    return _page(request, event, "room-standings", "public/standings.html", gather)


@require_safe
def bracket(request: HttpRequest, event: str) -> HttpResponse:
    """Show the bracket as it stands."""
    return _page(request, event, "room-bracket", "public/bracket.html", pages.bracket)


@require_safe
def now(request: HttpRequest, event: str) -> HttpResponse:
    """Say how far the event is and what time it is, for pages that ask now and then."""
    view = visitor_event_view(request, event)
    moment = view.now.isoformat(timespec="milliseconds")
    return JsonResponse({"sequence": view.sequence, "now": moment})


def _page(
    request: HttpRequest,
    event: str,
    here: str,
    template: str,
    gather: Callable[[EventView], dict[str, Any]],
) -> HttpResponse:
    """Show a page that is the same for all, unless the browser has it already.

    An event that was imported without its log has its rounds on the results page.
    """
    view = visitor_event_view(request, event)
    if not view.opened and events_with_results([event]):
        return redirect("results", event=event)
    etag = _etag(request, view)
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    context = {**public_frame(view, here), **gather(view)}
    response = render(request, template, context)
    response["ETag"] = etag
    if view.opened and request.method == "GET" and view.calendar_event.state not in HIDDEN:
        response[KEEP] = f"{view.id} {view.sequence}"
    return response


def _etag(request: HttpRequest, view: EventView) -> str:
    """Return what names a page: its event, how far it is, and whatever else it shows.

    Names change outside the log where somebody is erased; listings and the program
    itself have versions.
    """
    names = "\n".join(entrant.name for entrant in view.state.players.values())
    beside = f"{__version__} {view.calendar_event.version} {names}"
    theme = quote(request.COOKIES.get(COOKIE, ""))
    return f'"{view.id}-{view.sequence}-{crc32(beside.encode()):x}-{theme}"'
