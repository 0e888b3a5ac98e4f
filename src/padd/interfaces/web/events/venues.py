"""Venues: found, added, corrected."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.events.event_form import zones_by_continent
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.events import venues as keeping
from padd.services.events.regions import zone_of_region
from padd.services.events.venues import VenueDetails
from padd.services.refusal import NotAllowed, NotFound
from padd.store.queries.events.venues import find_venues, list_regions, venue_facts

NAMES: Final = tuple(field.name for field in fields(VenueDetails))
MOST_VENUES_SHOWN: Final = 100
LONGEST: Final = 80


@require_safe
def show_venues(request: HttpRequest) -> HttpResponse:
    """Look venues up by name or town."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    context = {
        "section": "calendar",
        "query": text,
        "found": find_venues(text.replace(",", " "), limit=MOST_VENUES_SHOWN),
        "may_add": allowed(Permission.VENUE_ADD, roles_of(actor_of(request))),
    }
    return render(request, "events/venues.html", context)


@require_safe
def show_venue(request: HttpRequest, venue: str) -> HttpResponse:
    """Show a venue."""
    facts = venue_facts(venue)
    if facts is None:
        raise Http404
    roles = roles_of(actor_of(request), area=facts.area)
    context = {
        "section": "calendar",
        "facts": facts,
        "may_edit": allowed(Permission.VENUE_EDIT, roles),
    }
    return render(request, "events/venue.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_venue(request: HttpRequest) -> HttpResponse:
    """Add a venue; it is shown at once, and a coordinator looks at it."""
    actor = actor_of(request)
    require(Permission.VENUE_ADD, actor)
    title, act = "Add a venue", "Add this venue"
    if request.method != "POST":
        return _venue_page(request, {}, title=title, act=act)
    try:
        public_id = keeping.add_venue(by=actor, now=timezone.now(), details=_details(request))
    except NotAllowed:
        raise
    except RefusalError as refused:
        return _redisplay(request, refused, title=title, act=act)
    return redirect_with_notice(
        request, reverse("venue", args=(public_id,)), message("Venue added.")
    )


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_venue(request: HttpRequest, venue: str) -> HttpResponse:
    """Correct a venue."""
    actor = actor_of(request)
    row = keeping.venue_row(venue)
    require(Permission.VENUE_EDIT, actor, area=row.region.area)
    title, act = f"Edit {row.name}", "Save changes"
    if request.method != "POST":
        values = {name: getattr(row, name) for name in NAMES}
        return _venue_page(request, {**values, "region": row.region.slug}, title=title, act=act)
    try:
        keeping.edit_venue(by=actor, now=timezone.now(), venue=venue, details=_details(request))
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _redisplay(request, refused, title=title, act=act)
    return redirect_with_notice(request, reverse("venue", args=(venue,)), message("Changes saved."))


def _details(request: HttpRequest) -> VenueDetails:
    values = {name: request.POST.get(name, "") for name in NAMES}
    values["time_zone"] = values["time_zone"] or zone_of_region(values["region"])
    return VenueDetails(**values)


def _venue_page(
    request: HttpRequest,
    values: dict[str, Any],
    *,
    wrong: dict[str, Refusal] | None = None,
    status: int = 200,
    **words: str,
) -> HttpResponse:
    context = {
        "section": "calendar",
        "values": {name: values.get(name, "") for name in NAMES},
        "wrong": wrong or {},
        "regions": list_regions(),
        "zones": zones_by_continent(),
        **words,
    }
    return render(request, "events/venue_form.html", context, status=status)


def _redisplay(request: HttpRequest, refused: RefusalError, **words: str) -> HttpResponse:
    wrong = {refusal.place or "form": refusal for refusal in reversed(refused.refusals)}
    return _venue_page(request, request.POST.dict(), wrong=wrong, status=422, **words)
