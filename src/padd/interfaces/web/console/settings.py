"""Correct the calendar's facts about a running event from its settings."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_POST

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.console.page import show_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.presentation.eventlog.event_view import EventView
from padd.services.access.permissions import Permission
from padd.services.events import lifecycle
from padd.services.refusal import NotAllowed, NotFound


@sign_in_required
@require_POST
def save_place(request: HttpRequest, event: str) -> HttpResponse:
    """Name the venue and the prizes of an event that is under way."""
    view = staff_event_view(request, event)
    try:
        lifecycle.correct_venue_or_prizes(
            by=view.actor,
            now=view.now,
            event=view.id,
            venue=request.POST.get("venue", ""),
            prizes=request.POST.get("prizes", ""),
        )
    except (NotFound, NotAllowed):
        raise
    except RefusalError as error:
        return _redisplay(request, view, error.refusal, "place")
    where = reverse("console-settings", args=(view.id,))
    return redirect_with_notice(request, where, message("Saved place and prizes."))


@sign_in_required
@require_POST
def delete_event(request: HttpRequest, event: str) -> HttpResponse:
    """Delete an event that was a test, once it is said that it should be deleted."""
    view = staff_event_view(request, event)
    if not view.may_run:
        raise NotAllowed(Permission.EVENT_DISCARD)
    if request.POST.get("sure") != "yes":
        unsure = Refusal("not-sure", message("Confirm that the event should be deleted."))
        return _redisplay(request, view, unsure, "delete")
    try:
        lifecycle.delete_event(by=view.actor, now=view.now, event=view.id)
    except (NotFound, NotAllowed):
        raise
    except RefusalError as error:
        return _redisplay(request, view, error.refusal, "delete")
    return HttpResponseRedirect(reverse("mine"))


def _redisplay(request: HttpRequest, view: EventView, refusal: Refusal, kind: str) -> HttpResponse:
    return show_page(request, view, "console-settings", QueryDict(), refusal=refusal, kind=kind)
