"""Who holds which office; the Director and administrators assign and end them."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, recent_sign_in_required, sign_in_required
from padd.services.access import offices as held
from padd.services.access.permissions import Permission, require
from padd.services.refusal import NotAllowed, NotFound, no
from padd.store.queries.people.facts import office_holders


@sign_in_required
@recent_sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def offices(request: HttpRequest) -> HttpResponse:
    """Show every office; give one to an account."""
    require(Permission.OFFICE_GRANT, actor_of(request))
    if request.method != "POST":
        return _page(request)
    posted = request.POST
    try:
        held.grant(
            by=actor_of(request),
            now=timezone.now(),
            email=posted.get("email", ""),
            office=posted.get("office", ""),
            area=posted.get("area", ""),
            until=_day(posted.get("until", "")),
        )
    except NotAllowed:
        raise
    except RefusalError as refused:
        return _page(request, refused.refusals)
    return redirect_with_notice(request, reverse("offices"), message("Office given."))


@sign_in_required
@recent_sign_in_required
@require_POST
def end(request: HttpRequest, number: str) -> HttpResponse:
    """Take an office away, at once."""
    grant_id = int(number) if number.isascii() and number.isdecimal() else 0
    try:
        held.end(by=actor_of(request), now=timezone.now(), grant_id=grant_id)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _page(request, refused.refusals)
    return redirect_with_notice(request, reverse("offices"), message("Office ended."))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        reason = message("Enter the date as 2026-05-17.")
        raise RefusalError(no("unreadable", reason, place="until")) from error


def _page(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    actor, today = actor_of(request), timezone.now().date()
    offices_held = office_holders()
    context = {
        "section": "desk",
        "held": [office for office in offices_held if office.in_force(today)],
        "past": [office for office in offices_held if not office.in_force(today)],
        "open_to": held.open_to(actor),
        "areas": held.areas(),
        "titles": dict(held.titles()),
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "account/offices.html", context, status=status)
