"""Complaints about a director: filed by a player, answered by a desk."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.messages import message
from padd.interfaces.web.conduct.forms import ComplaintForm
from padd.interfaces.web.forms import form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import cite
from padd.services.access import visibility
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.conduct import complaints
from padd.services.refusal import NotFound
from padd.store.queries.conduct import complaint_area
from padd.store.queries.events.calendar import EventRow


class ComplaintPage(msgspec.Struct, frozen=True, kw_only=True):
    """The form to complain about a director of an event."""

    line: EventRow
    form: ComplaintForm
    section: str = "calendar"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def file_complaint(request: HttpRequest, event: str) -> HttpResponse:
    """Raise a complaint about a director of an event, with any desk."""
    actor, form = actor_of(request), ComplaintForm.from_request(request)
    require(Permission.COMPLAINT_RAISE, actor)
    facts = visibility.visible_event(by=actor, now=timezone.now(), event=event)
    people = [(director.public_id, director.handle) for director in facts.directors]
    form.set_choices(person=people, desk=complaints.complaint_inboxes())
    book = rulebook(facts.line.rulebook)
    if book.roles.concerns_to:
        form.fields["desk"].help_text += f" ({cite(book, 'roles.concerns_to')})"

    def save() -> HttpResponse:
        complaints.raise_complaint(
            by=actor,
            now=timezone.now(),
            event=facts.line.public_id,
            person=form.cleaned_data["person"],
            text=form.cleaned_data["text"],
            area=form.cleaned_data["desk"],
        )
        return redirect_with_notice(
            request,
            reverse("mine") + "#concerns",
            message("Complaint sent. The coordinator will reply to you."),
        )

    page = ComplaintPage(line=facts.line, form=form)
    return form_response(
        form, save=save, show=lambda: render_page(request, "conduct/complaint.html", page)
    )


def _require_own_inbox(request: HttpRequest, complaint: str) -> None:
    """Refuse a complaint of another desk as one that does not exist."""
    area = complaint_area(complaint)
    roles = roles_of(actor_of(request), area=area or "")
    if area is None or not allowed(Permission.COMPLAINT_CLOSE, roles):
        raise NotFound("complaint")


@sign_in_required
@require_POST
def close_complaint(request: HttpRequest, complaint: str) -> HttpResponse:
    """Answer a complaint, and hold the director back if need be."""
    _require_own_inbox(request, complaint)
    complaints.close_complaint(
        by=actor_of(request),
        now=timezone.now(),
        complaint=complaint,
        answer=request.POST.get("answer", ""),
        hold_back=bool(request.POST.get("hold")),
    )
    return redirect_with_notice(request, reverse("desk") + "#concerns", message("Saved."))


@sign_in_required
@require_POST
def lift_hold(request: HttpRequest, complaint: str) -> HttpResponse:
    """Hold a director back no longer."""
    _require_own_inbox(request, complaint)
    complaints.lift_hold(by=actor_of(request), now=timezone.now(), complaint=complaint)
    return redirect_with_notice(request, reverse("desk") + "#concerns", message("Saved."))
