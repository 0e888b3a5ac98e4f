"""Apply to hold a championship, and look at competing bids side by side."""

from __future__ import annotations

from datetime import date

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.championships.season import Neighbour
from padd.core.messages import message
from padd.interfaces.web.championships.forms import HostForm, RegionForm, championship_kinds
from padd.interfaces.web.forms import form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, approval_inboxes, sign_in_required
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.championships import applications
from padd.services.championships.applications import application_advice, neighboring_championships
from padd.services.events import regions
from padd.store.queries.championships.applications import (
    ApplicationRow,
    PlanRow,
    open_applications,
    own_applications,
    season_plans,
)
from padd.store.queries.events.venues import RegionName, list_regions


class ApplicationPage(msgspec.Struct, frozen=True, kw_only=True):
    """The form to apply for a championship, what the guide says, and earlier applications."""

    form: HostForm
    checked: bool
    advice: tuple[applications.ApplicationAdvice, ...]
    neighbours: tuple[Neighbour, ...]
    plans: tuple[PlanRow, ...]
    own: tuple[ApplicationRow, ...]
    titles: dict[str, str]
    today: date
    section: str = "road-latest"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def apply_for_championship(request: HttpRequest) -> HttpResponse:
    """Show what one has applied for, and take an application."""
    actor, form = actor_of(request), HostForm.from_request(request)
    require(Permission.APPLICATION_MAKE, actor)
    if request.POST.get("do") == "check":
        form.full_clean()
        return _application_page(request, form)

    def save() -> HttpResponse:
        applications.apply_to_host(by=actor, now=timezone.now(), form=form.application())
        return redirect_with_notice(request, reverse("apply"), message("Application sent."))

    return form_response(form, save=save, show=lambda: _application_page(request, form))


def _application_page(request: HttpRequest, form: HostForm) -> HttpResponse:
    titles, today = dict(championship_kinds()), timezone.now().date()
    application = form.application() if form.is_bound else None
    checked = application is not None and application.kind in titles
    page = ApplicationPage(
        form=form,
        checked=checked,
        advice=application_advice(application) if application and checked else (),
        neighbours=neighboring_championships(application) if application and checked else (),
        plans=season_plans(years=(today.year, today.year + 1)),
        own=own_applications(account=actor_of(request).account_id),
        titles=titles,
        today=today,
    )
    return render_page(request, "championships/apply.html", page)


@sign_in_required
@require_POST
def withdraw_application(request: HttpRequest, application: str) -> HttpResponse:
    """Withdraw an open application of the account."""
    applications.withdraw_application(
        by=actor_of(request), now=timezone.now(), application=application
    )
    return redirect_with_notice(request, reverse("apply"), message("Application withdrawn."))


@sign_in_required
@require_safe
def show_applications(request: HttpRequest) -> HttpResponse:
    """Show the open applications of a desk, bids for one title side by side."""
    return _applications_page(request, RegionForm())


@sign_in_required
@require_POST
def add_region(request: HttpRequest) -> HttpResponse:
    """Add a part of a country, for championships that are held by region."""
    form = RegionForm.from_request(request)

    def save() -> HttpResponse:
        regions.add_region(
            by=actor_of(request),
            now=timezone.now(),
            name=form.cleaned_data["name"],
            parent=form.cleaned_data["country"],
        )
        return redirect_with_notice(request, reverse("desk-applications"), message("Region added."))

    return form_response(form, save=save, show=lambda: _applications_page(request, form))


class ApplicationsPage(msgspec.Struct, frozen=True, kw_only=True):
    """The open applications of a desk, with the regions it may add."""

    bids: tuple[tuple[str, tuple[ApplicationRow, ...]], ...]
    neighbours: dict[str, tuple[Neighbour, ...]]
    advice: dict[str, tuple[applications.ApplicationAdvice, ...]]
    parts: list[RegionName]
    form: RegionForm
    section: str = "desk"


def _applications_page(request: HttpRequest, form: RegionForm) -> HttpResponse:
    actor = actor_of(request)
    areas = approval_inboxes(actor)
    if not areas:
        raise Http404
    bids = open_applications(areas)
    rows = [one for _, found in bids for one in found]
    own = [
        region
        for region in list_regions()
        if allowed(Permission.REGION_ADD, roles_of(actor, area=region.area))
    ]
    form.set_choices(country=[(one.slug, one.name) for one in own if not one.country])
    page = ApplicationsPage(
        bids=bids,
        neighbours={one.public_id: neighboring_championships(_as_form(one)) for one in rows},
        advice={one.public_id: application_advice(_as_form(one)) for one in rows},
        parts=[one for one in own if one.country],
        form=form,
    )
    return render_page(request, "championships/desk_applications.html", page)


def _as_form(row: ApplicationRow) -> applications.ApplicationForm:
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
    bids = open_applications(approval_inboxes(actor_of(request)))
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
