"""Apply to hold a championship, and look at competing bids side by side."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.interfaces.web.championships.road import TITLES
from padd.interfaces.web.notice import done
from padd.interfaces.web.request_actor import actor_of, inboxes_kept, known, present
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, require
from padd.services.championships import applications
from padd.services.refusal import NotAllowed, NotFound
from padd.store import queries
from padd.store.queries import championships as road

if TYPE_CHECKING:
    from django.http import HttpRequest

    from padd.core.refusal import Refusal


@known
@require_http_methods(["GET", "HEAD", "POST"])
def apply(request: HttpRequest) -> HttpResponse:
    """Show what one has applied for, and take an application."""
    require(Permission.APPLICATION_MAKE, actor_of(request))
    if request.method != "POST":
        return _page(request)
    typed = request.POST
    form = applications.ApplicationForm(
        kind=typed.get("kind", ""),
        edition=typed.get("edition", ""),
        region=typed.get("region", ""),
        first_day=_day(typed.get("first_day", "")),
        last_day=_day(typed.get("last_day", "")),
        times=typed.get("times", ""),
        location=typed.get("location", ""),
        words=typed.get("words", ""),
    )
    try:
        applications.apply(by=actor_of(request), now=present(), form=form)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _page(request, refused.refusals)
    return done(
        request,
        reverse("apply"),
        message("Application sent."),
    )


def _day(typed: str) -> date | None:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None


def _page(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    rules = rulebook(rulebook_ids()[0]).championships
    kinds = rules.allocation if rules else {}
    context = {
        "section": "road-latest",
        "own": road.applications_of(account=actor_of(request).account_id),
        "kinds": [(kind, getattr(rules.events, kind).title) for kind in kinds if rules],
        "games": list(TITLES.items()),
        "regions": [(region.slug, region.name) for region in queries.regions()],
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "championships/apply.html", context, status=status)


@known
@require_POST
def withdraw(request: HttpRequest, application: str) -> HttpResponse:
    """Withdraw an open application of one's own."""
    applications.withdraw(by=actor_of(request), now=present(), application=application)
    return done(
        request,
        reverse("apply"),
        message("Application withdrawn."),
    )


@known
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """Show the open applications of one's desk, bids for one title side by side."""
    areas = inboxes_kept(actor_of(request))
    if not areas:
        raise Http404
    context = {"section": "desk", "bids": road.open_applications(areas)}
    return render(request, "championships/desk_applications.html", context)
