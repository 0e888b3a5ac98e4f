"""The public pages of a running event: pairings, standings, bracket, reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote
from zlib import crc32

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from padd import __version__
from padd.core.eventlog.actions.setup import is_filmed
from padd.core.eventlog.state.event_state import RoundState
from padd.interfaces.web.layout.public import THEME_COOKIE, public_layout
from padd.interfaces.web.request_event import visitor_event_view
from padd.platform.page_cache import CACHE_HEADER
from padd.presentation import page_words
from padd.presentation.eventlog.event_bracket import (
    bracket_drawing,
    bracket_in_words,
    posted_bracket,
)
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.pods import pod_views
from padd.presentation.eventlog.round_reasons import (
    reasons_by_table,
    running_round_reasons,
    why_not_question,
)
from padd.presentation.eventlog.round_tables import tables_by_number
from padd.presentation.eventlog.rounds import players_by_name
from padd.presentation.eventlog.scenario_view import redraw_words
from padd.presentation.eventlog.standings_page import place_reason, standings_page
from padd.services.eventlog.history import HIDDEN
from padd.services.refusal import NotFound
from padd.store.queries.eventlog import events_with_results

Context = dict[str, Any]


def _round_of(view: EventView, number: int | None) -> RoundState | None:
    """Return a published round, or the latest one."""
    if number is None:
        return view.current
    return view.state.round(number)


def pairings_context(view: EventView, number: int | None, *, by_name: bool) -> Context:
    """Return a round by table or by name, and which other rounds there are."""
    round_ = _round_of(view, number) if view.opened else None
    if number is not None and round_ is None:
        raise NotFound("round")
    shown: Context = {"round": round_, "by_name": by_name, "number": number}
    if round_ is None:
        return shown
    return {
        **shown,
        "rounds": tuple(round_.number for round_ in view.state.played),
        "rows": () if by_name else tables_by_number(view, round_),
        "lines": players_by_name(view, round_),
        "pods": pod_views(view, round_),
        "filmed": frozenset(
            table.number for table in round_.tables.values() if is_filmed(view.state, table)
        ),
        "swiss": view.format.gives_victory_points,
        "drawn_again": redraw_words(round_),
        "open": sum(table.open for table in round_.tables.values()),
    }


def reasons_context(view: EventView, number: int, asked: tuple[str, str]) -> Context:
    """Return a round with the reason for every table, and why not, if it is asked."""
    round_ = _round_of(view, number) if view.opened else None
    if round_ is None or not view.format.gives_victory_points:
        raise NotFound("round")
    reasons = running_round_reasons(view, round_)
    return {
        "round": round_,
        "rows": tables_by_number(view, round_),
        "why": reasons_by_table(reasons, round_),
        "summary": page_words.capitalised(reasons.summary) if reasons else "",
        "cite": reasons.cite if reasons else "",
        "bye_why": tuple(bye.reason for bye in reasons.byes) if reasons else (),
        "draw": round_.draw or {},
        "drawn_again": redraw_words(round_),
        "why_not": why_not_question(view, round_, *asked),
    }


def standings_context(view: EventView) -> Context:
    """Return the table as it stands, each place with its reason."""
    return {"table": standings_page(view), "why_base": reverse("room-standings", args=(view.id,))}


def bracket_context(view: EventView) -> Context:
    """Return the bracket as a drawing, and as a list for phones and readers."""
    if not view.opened or not view.format.has_bracket:
        raise NotFound("bracket")
    return {
        "drawing": bracket_drawing(view),
        "view": bracket_in_words(view),
        "posted": posted_bracket(view, heats_begun=False),
    }


@require_safe
def show_pairings(request: HttpRequest, event: str, number: int | None = None) -> HttpResponse:
    """Show who plays whom, where, in this round or an earlier one."""
    by_name = request.GET.get("by") == "name"

    def gather(view: EventView) -> dict[str, Any]:
        return pairings_context(view, number, by_name=by_name)

    return _public_page(request, event, "room-pairings", "public/pairings.html", gather)


@require_safe
def show_pairing_reasons(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Show why the tables of a round came out as they did."""
    asked = request.GET.get("first", ""), request.GET.get("other", "")

    def gather(view: EventView) -> dict[str, Any]:
        return reasons_context(view, number, asked)

    return _public_page(request, event, "room-pairings", "public/why.html", gather)


@require_safe
def show_standings(request: HttpRequest, event: str) -> HttpResponse:
    """Show the standings, with the reason of each place."""
    gather = standings_context
    return _public_page(request, event, "room-standings", "public/standings.html", gather)


@require_safe
def show_place_reason(request: HttpRequest, event: str, line: str) -> HttpResponse:
    """Show why a player has this place."""

    def gather(view: EventView) -> Context:
        address = reverse("room-standings", args=(view.id,))
        reason = place_reason(standings_page(view), line)
        return {"reason": reason, "standings_address": address}

    return _public_page(request, event, "room-standings", "public/place_reason.html", gather)


@require_safe
def show_bracket(request: HttpRequest, event: str) -> HttpResponse:
    """Show the bracket as it stands."""
    return _public_page(request, event, "room-bracket", "public/bracket.html", bracket_context)


@require_safe
def show_moment(request: HttpRequest, event: str) -> HttpResponse:
    """Say how far the event is and what time it is, for pages that ask now and then."""
    view = visitor_event_view(request, event)
    moment = view.now.isoformat(timespec="milliseconds")
    return JsonResponse({"sequence": view.sequence, "now": moment})


def _public_page(
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
    context = {**public_layout(view, here), **gather(view)}
    response = render(request, template, context)
    response["ETag"] = etag
    if view.opened and request.method == "GET" and view.calendar_event.state not in HIDDEN:
        response[CACHE_HEADER] = f"{view.id} {view.sequence}"
    return response


def _etag(request: HttpRequest, view: EventView) -> str:
    """Return what names a page: its event, how far it is, and whatever else it shows.

    Names change outside the log where a person is erased; listings and the program
    itself have versions.
    """
    names = "\n".join(entrant.name for entrant in view.state.players.values())
    beside = f"{__version__} {view.calendar_event.version} {names}"
    theme = quote(request.COOKIES.get(THEME_COOKIE, ""))
    return f'"{view.id}-{view.sequence}-{crc32(beside.encode()):x}-{theme}"'
