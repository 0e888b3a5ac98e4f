"""Helpers at an event: invited by a link or code, signed in with it, removed."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from markupsafe import Markup

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.printing.qr_code import qr_svg
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.public_routes import staff_pages_are_local
from padd.interfaces.web.request_actor import INVITE, actor_of, shared_address, sign_in_required
from padd.services.access import event_helpers as staff
from padd.services.access import visibility
from padd.services.access.event_helpers import NewInvite
from padd.services.access.permissions import Permission, require
from padd.services.events.event_row import visible_event
from padd.services.refusal import NotAllowed, NotFound
from padd.store.queries.access.history import staff_invites

ROLES: Final = {
    "director": "Director: everything on the day",
    "scorekeeper": "Scorekeeper: players and results",
    "judge": "Judge: views the event",
    "display": "Display: the screen in the room",
}


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_helpers(request: HttpRequest, event: str) -> HttpResponse:
    """Show the helpers of an event, and invite another one."""
    actor = actor_of(request)
    row = visible_event(event, by=actor)
    require(Permission.STAFF_INVITE, actor, event=row)
    if request.method != "POST":
        return _helpers_page(request, event)
    hours = request.POST.get("hours", "")
    try:
        new_invite = staff.invite(
            by=actor,
            now=timezone.now(),
            event=event,
            role=request.POST.get("role", ""),
            label=request.POST.get("label", ""),
            hours=int(hours) if hours.isdecimal() and len(hours) <= len("744") else 0,
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _helpers_page(request, event, status=422, refusals=refused.refusals)
    path = reverse("help", args=(new_invite.token,))
    alone = staff_pages_are_local()
    link = request.build_absolute_uri(path) if alone else shared_address(request, path)
    return _helpers_page(request, event, new_invite=new_invite, link=link)


def _helpers_page(
    request: HttpRequest,
    event: str,
    *,
    new_invite: NewInvite | None = None,
    link: str = "",
    refusals: tuple[Refusal, ...] = (),
    status: int = 200,
) -> HttpResponse:
    facts = visibility.event_page(by=actor_of(request), now=timezone.now(), event=event)
    context = {
        "section": "calendar",
        "facts": facts,
        "line": facts.line,
        "invites": staff_invites(event),
        "roles": ROLES,
        "now": timezone.now(),
        "made": new_invite,
        "link": link,
        "drawing": Markup(qr_svg(link)) if link else "",  # noqa: S704 -- ours
        "refusals": refusals,
        "here_alone": staff_pages_are_local(),
    }
    return render(request, "events/helpers.html", context, status=status)


@sign_in_required
@require_POST
def revoke_invite(request: HttpRequest, invite: str) -> HttpResponse:
    """End an invite."""
    staff.revoke(by=actor_of(request), now=timezone.now(), invite=invite)
    event = request.POST.get("event", "")
    known_event = event.isascii() and event.isalnum()
    where = reverse("helpers", args=(event,)) if known_event else reverse("mine")
    return redirect_with_notice(request, where, message("The invitation was revoked."))


@require_http_methods(["GET", "HEAD", "POST"])
def accept_invite(request: HttpRequest, token: str) -> HttpResponse:
    """Take an invite up by a button; opening the link alone uses nothing up."""
    if request.method == "POST":
        event = staff.redeem(by=actor_of(request), now=timezone.now(), token=token)
        request.session.cycle_key()
        request.session[INVITE] = event
        return HttpResponseRedirect(reverse("home"))
    return render(request, "events/helper_invitation.html", {"section": ""})
