"""Helpers at an event: invited by a link or code, signed in with it, removed."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from markupsafe import Markup

from padd.core.messages import message
from padd.interfaces.printing.qr_code import qr_svg
from padd.interfaces.web.events.forms import InviteForm
from padd.interfaces.web.forms import form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.public_routes import staff_pages_are_local
from padd.interfaces.web.request_actor import INVITE, actor_of, shared_address, sign_in_required
from padd.services.access import event_helpers, visibility
from padd.services.access.event_helpers import NewInvite
from padd.services.access.permissions import Permission, require
from padd.services.events.event_row import visible_event
from padd.store.queries.access import Invite, staff_invites
from padd.store.queries.events.calendar import EventRow


class HelpersPage(msgspec.Struct, frozen=True, kw_only=True):
    """The helpers of an event, the form to invite one, and a new invitation."""

    line: EventRow
    invites: tuple[Invite, ...]
    form: InviteForm
    now: datetime
    made: NewInvite | None
    link: str
    drawing: str
    here_alone: bool
    section: str = "calendar"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_helpers(request: HttpRequest, event: str) -> HttpResponse:
    """Show the helpers of an event, and invite another one."""
    actor, form = actor_of(request), InviteForm.from_request(request)
    require(Permission.STAFF_INVITE, actor, event=visible_event(event, by=actor))

    def save() -> HttpResponse:
        made = event_helpers.invite_helper(
            by=actor,
            now=timezone.now(),
            event=event,
            role=form.cleaned_data["role"],
            label=form.cleaned_data["label"],
            hours=form.cleaned_data["hours"] or 0,
        )
        return _helpers_page(request, event, InviteForm(), made)

    return form_response(form, save=save, show=lambda: _helpers_page(request, event, form))


def _helpers_page(
    request: HttpRequest, event: str, form: InviteForm, made: NewInvite | None = None
) -> HttpResponse:
    facts = visibility.visible_event(by=actor_of(request), now=timezone.now(), event=event)
    alone, link = staff_pages_are_local(), ""
    if made:
        path = reverse("help", args=(made.token,))
        link = request.build_absolute_uri(path) if alone else shared_address(request, path)
    page = HelpersPage(
        line=facts.line,
        invites=staff_invites(event),
        form=form,
        now=timezone.now(),
        made=made,
        link=link,
        drawing=Markup(qr_svg(link)) if link else "",  # noqa: S704 -- ours
        here_alone=alone,
    )
    return render_page(request, "events/helpers.html", page)


@sign_in_required
@require_POST
def revoke_invite(request: HttpRequest, invite: str) -> HttpResponse:
    """End an invite."""
    event_helpers.revoke_invite(by=actor_of(request), now=timezone.now(), invite=invite)
    event = request.POST.get("event", "")
    known_event = event.isascii() and event.isalnum()
    where = reverse("helpers", args=(event,)) if known_event else reverse("mine")
    return redirect_with_notice(request, where, message("The invitation was revoked."))


@require_http_methods(["GET", "HEAD", "POST"])
def accept_invite(request: HttpRequest, token: str) -> HttpResponse:
    """Take an invite up by a button; opening the link alone uses nothing up."""
    if request.method == "POST":
        event = event_helpers.redeem_invite(by=actor_of(request), now=timezone.now(), token=token)
        request.session.cycle_key()
        request.session[INVITE] = event
        return HttpResponseRedirect(reverse("home"))
    return render(request, "events/helper_invitation.html", {"section": ""})
