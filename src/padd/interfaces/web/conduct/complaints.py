"""Complaints about a director: filed by a player, answered by a desk."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.access import visibility
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.conduct import complaints
from padd.services.refusal import NotAllowed, NotFound
from padd.store.queries.conduct import complaint_area


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def file_complaint(request: HttpRequest, event: str) -> HttpResponse:
    """Raise a complaint about a director of an event, with any desk."""
    actor, posted = actor_of(request), request.POST
    require(Permission.COMPLAINT_RAISE, actor)
    if request.method != "POST":
        return _complaint_page(request, event)
    try:
        complaints.raise_complaint(
            by=actor,
            now=timezone.now(),
            event=visibility.event_page(by=actor, now=timezone.now(), event=event).line.public_id,
            person=posted.get("person", ""),
            text=posted.get("text", ""),
            area=posted.get("desk", ""),
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _complaint_page(request, event, refused.refusals)
    return redirect_with_notice(
        request,
        reverse("mine") + "#concerns",
        message("Complaint sent. The coordinator will reply to you."),
    )


def _complaint_page(
    request: HttpRequest, event: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    facts = visibility.event_page(by=actor_of(request), now=timezone.now(), event=event)
    context = {
        "section": "calendar",
        "line": facts.line,
        "people": [(director.public_id, director.handle) for director in facts.directors],
        "desks": complaints.complaint_inboxes(),
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "conduct/complaint.html", context, status=status)


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
