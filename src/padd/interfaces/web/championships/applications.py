"""Apply to hold a championship, and look at competing bids side by side."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.championships.season_plans import parse_day
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, approval_inboxes, sign_in_required
from padd.presentation.page_words import EDITIONS
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.championships import applications
from padd.services.championships.applications import application_advice, neighboring_championships
from padd.services.events import regions
from padd.services.refusal import NotAllowed, NotFound
from padd.store.queries.championships import applications as road
from padd.store.queries.events.venues import list_regions


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def apply_for_championship(request: HttpRequest) -> HttpResponse:
    """Show what one has applied for, and take an application."""
    require(Permission.APPLICATION_MAKE, actor_of(request))
    if request.method != "POST":
        return _application_page(request)
    form = _form(request)
    if request.POST.get("do") == "check":
        return _application_page(request, form=form)
    try:
        applications.apply_to_host(by=actor_of(request), now=timezone.now(), form=form)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _application_page(request, refused.refusals, form=form)
    return redirect_with_notice(request, reverse("apply"), message("Application sent."))


def _form(request: HttpRequest) -> applications.ApplicationForm:
    typed = request.POST
    return applications.ApplicationForm(
        kind=typed.get("kind", ""),
        edition=typed.get("edition", ""),
        region=typed.get("region", ""),
        first_day=parse_day(typed.get("first_day", "")),
        last_day=parse_day(typed.get("last_day", "")),
        times=typed.get("times", ""),
        location=typed.get("location", ""),
        words=typed.get("words", ""),
    )


def _application_page(
    request: HttpRequest,
    refusals: tuple[Refusal, ...] = (),
    form: applications.ApplicationForm | None = None,
) -> HttpResponse:
    rules = rulebook(rulebook_ids()[0]).championships
    kinds = rules.allocation if rules else {}
    year = timezone.now().year
    known_kind = form is not None and form.kind in kinds
    context = {
        "plans": road.season_plans(years=(year, year + 1)),
        "today": timezone.now().date(),
        "advice": application_advice(form) if form and known_kind else (),
        "neighbours": neighboring_championships(form) if form and known_kind else (),
        "checked": known_kind,
        "titles": {kind: getattr(rules.events, kind).title for kind in kinds if rules},
        "section": "road-latest",
        "own": road.own_applications(account=actor_of(request).account_id),
        "kinds": [(kind, getattr(rules.events, kind).title) for kind in kinds if rules],
        "games": list(EDITIONS.items()),
        "regions": [(region.slug, region.name) for region in list_regions()],
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "championships/apply.html", context, status=status)


@sign_in_required
@require_POST
def withdraw_application(request: HttpRequest, application: str) -> HttpResponse:
    """Withdraw an open application of their own."""
    applications.withdraw_application(
        by=actor_of(request), now=timezone.now(), application=application
    )
    return redirect_with_notice(request, reverse("apply"), message("Application withdrawn."))


@sign_in_required
@require_safe
def show_applications(request: HttpRequest) -> HttpResponse:
    """Show the open applications of one's desk, bids for one title side by side."""
    return _applications_page(request)


@sign_in_required
@require_POST
def add_region(request: HttpRequest) -> HttpResponse:
    """Add a part of a country, for championships that are held by region."""
    typed = request.POST
    try:
        regions.add_region(
            by=actor_of(request),
            now=timezone.now(),
            name=typed.get("name", ""),
            parent=typed.get("country", ""),
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _applications_page(request, refused.refusals)
    return redirect_with_notice(request, reverse("desk-applications"), message("Region added."))


def _applications_page(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    actor = actor_of(request)
    areas = approval_inboxes(actor)
    if not areas:
        raise Http404
    bids = road.open_applications(areas)
    rows = [one for _, found in bids for one in found]
    own = [
        region
        for region in list_regions()
        if allowed(Permission.REGION_ADD, roles_of(actor, area=region.area))
    ]
    context = {
        "section": "desk",
        "bids": bids,
        "neighbours": {one.public_id: neighboring_championships(_as_form(one)) for one in rows},
        "advice": {one.public_id: application_advice(_as_form(one)) for one in rows},
        "countries": [(one.slug, one.name) for one in own if not one.country],
        "parts": [one for one in own if one.country],
        "refusals": refusals,
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    template = "championships/desk_applications.html"
    return render(request, template, context, status=status)


def _as_form(row: road.ApplicationRow) -> applications.ApplicationForm:
    return applications.ApplicationForm(
        kind=row.kind,
        edition=row.edition,
        region=row.region_slug,
        first_day=row.first_day,
        last_day=row.last_day,
        times=row.times,
        location=row.location,
    )


@sign_in_required
@require_safe
def preview_award(request: HttpRequest, application: str) -> HttpResponse:
    """Show the letters that an award sends, before it is given."""
    bids = road.open_applications(approval_inboxes(actor_of(request)))
    for title, rows in bids:
        chosen = next((one for one in rows if one.public_id == application), None)
        if chosen is not None:
            context = {
                "section": "desk",
                "title": title,
                "chosen": chosen,
                "declined": applications.handles_of_rivals(application=application),
            }
            return render(request, "championships/award.html", context)
    raise Http404
