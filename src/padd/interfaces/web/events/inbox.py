"""The desks of coordinators and the Director: what is waiting, and decisions."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.interfaces.web.forms import ReasonForm, form_response
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import (
    actor_of,
    approval_inboxes,
    report_inboxes,
    sign_in_required,
    venue_inboxes,
)
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.conduct.case_views import keeps_cases
from padd.services.events import approvals
from padd.services.refusal import NotFound
from padd.store.queries.conduct import area_complaints
from padd.store.queries.events.inbox import inbox_item, inbox_items
from padd.store.queries.reports import waiting_reports

DECIDED = ("approved", "refused")
MOST_DECIDED = 20
APPROVAL_KINDS = {
    "venue": "Venue to verify",
    "special-card-pool": "Card pool at a championship",
    "conflicting-season": "Date in another season",
    "championship": "Championship",
    "director": "Director to approve",
    "held-director": "Director on hold",
    "application": "Application",
    "claim": "Record claimed",
}


@sign_in_required
@require_safe
def show_inbox(request: HttpRequest) -> HttpResponse:
    """Show what waits in the inbox."""
    return _inbox_page(request)


def _inbox_page(
    request: HttpRequest, refusals: tuple[Refusal, ...] = (), about: str = ""
) -> HttpResponse:
    actor = actor_of(request)
    areas, venues = approval_inboxes(actor), venue_inboxes(actor)
    reports = report_inboxes(actor)
    if not venues and not reports:
        raise Http404
    context = {
        "section": "desk",
        "waiting": inbox_items(areas, venues=venues),
        "decided": inbox_items(areas, venues=venues, states=DECIDED)[-MOST_DECIDED:],
        "kinds": APPROVAL_KINDS,
        "concerns": area_complaints(areas),
        "may_rule": allowed(Permission.RULING_WRITE, roles_of(actor)),
        "keeps_cases": keeps_cases(actor),
        "held": len(waiting_reports(reports)),
        "sees_reports": bool(reports),
        "sees_applications": bool(areas),
        "may_grant": allowed(Permission.RIGHT_GRANT, roles_of(actor)),
        "may_import": allowed(Permission.EVENT_IMPORT, roles_of(actor)),
        "may_refresh": allowed(Permission.RATING_REFRESH, roles_of(actor)),
        "refusals": refusals,
        "about": about,
    }
    return render(request, "events/inbox.html", context)


def _require_own_question(request: HttpRequest, approval: str) -> None:
    """Refuse a question of another desk as one that does not exist."""
    question = inbox_item(approval)
    actor = actor_of(request)
    if question is None or not allowed(
        approvals.deciding_permission(question.area, question.kind),
        roles_of(actor, area=question.area),
    ):
        raise NotFound("request")


@sign_in_required
@require_POST
def decide_approval(request: HttpRequest, approval: str) -> HttpResponse:
    """Approve or refuse what waits."""
    _require_own_question(request, approval)
    form = ReasonForm.from_request(request)

    def save() -> HttpResponse:
        approvals.decide_approval(
            by=actor_of(request),
            now=timezone.now(),
            approval=approval,
            approve=request.POST.get("do") == "approve",
            **form.arguments(),
        )
        return redirect_with_notice(
            request, reverse("desk"), message("Decided. The person who asked gets an e-mail.")
        )

    return form_response(
        form, save=save, show=lambda: _inbox_page(request, form.refusals, about=approval)
    )


@sign_in_required
@require_POST
def comment_on_approval(request: HttpRequest, approval: str) -> HttpResponse:
    """Add a comment to a question: at the desk, or as the person who asked."""
    actor = actor_of(request)
    approvals.add_comment(
        by=actor, now=timezone.now(), approval=approval, text=request.POST.get("text", "")
    )
    keeps = bool(venue_inboxes(actor))
    return redirect_with_notice(
        request, reverse("desk" if keeps else "mine"), message("Comment added.")
    )
