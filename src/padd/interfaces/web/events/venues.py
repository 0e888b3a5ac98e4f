"""Venues: found, added, corrected."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from padd.core.messages import message
from padd.interfaces.web.events.forms import VenueForm
from padd.interfaces.web.forms import FormPage, form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.events import venues
from padd.store.queries.events.venues import find_venues, venue_facts

VENUE_FORM: Final = "events/venue_form.html"
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
    """Add a venue; it is shown at once, and a coordinator verifies it."""
    actor, form = actor_of(request), VenueForm.from_request(request)
    require(Permission.VENUE_ADD, actor)

    def save() -> HttpResponse:
        venue = venues.add_venue(by=actor, now=timezone.now(), details=form.details())
        return redirect_with_notice(
            request, reverse("venue", args=(venue,)), message("Venue added.")
        )

    page = FormPage(section="calendar", title="Add a venue", form=form, act="Add this venue")
    return form_response(form, save=save, show=lambda: render_page(request, VENUE_FORM, page))


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_venue(request: HttpRequest, venue: str) -> HttpResponse:
    """Correct a venue."""
    actor, row = actor_of(request), venues.venue_row(venue)
    require(Permission.VENUE_EDIT, actor, area=row.region.area)
    values = {name: getattr(row, name) for name in VenueForm.base_fields if name != "region"}
    form = VenueForm.from_request(request, initial={**values, "region": row.region.slug})

    def save() -> HttpResponse:
        venues.edit_venue(by=actor, now=timezone.now(), venue=venue, details=form.details())
        return redirect_with_notice(
            request, reverse("venue", args=(venue,)), message("Changes saved.")
        )

    page = FormPage(section="calendar", title=f"Edit {row.name}", form=form, act="Save changes")
    return form_response(form, save=save, show=lambda: render_page(request, VENUE_FORM, page))
