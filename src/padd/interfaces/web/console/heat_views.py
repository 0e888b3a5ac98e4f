"""The heats of a final day: announce them, follow them, and seed from them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_POST

from padd.core.refusal import Refusal
from padd.interfaces.web.console.heats import MOST_HEATS
from padd.interfaces.web.console.page import show_page
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.services import eventlog


@sign_in_required
@require_POST
def plan(request: HttpRequest, event: str) -> HttpResponse:
    """Announce the heats of a final day."""
    view, typed = staff_event_view(request, event), request.POST
    heats = [
        (heat, parse_int(typed.get(f"qualifiers-{at}", "")) or 0)
        for at in range(1, MOST_HEATS + 1)
        if (heat := typed.get(f"heat-{at}", ""))
    ]
    done = eventlog.plan_heats(
        event_id=view.id,
        heats=heats,
        by=view.actor,
        now=view.now,
        key=typed.get("key", ""),
        reason=typed.get("reason", ""),
    )
    return _answer(request, view, done)


@sign_in_required
@require_POST
def seed(request: HttpRequest, event: str) -> HttpResponse:
    """Enter whoever qualified, with the seeds that were won."""
    view = staff_event_view(request, event)
    done = eventlog.seed_from_heats(
        event_id=view.id, by=view.actor, now=view.now, key=request.POST.get("key", "")
    )
    return _answer(request, view, done)


def _answer(
    request: HttpRequest, view: EventView, done: eventlog.Recorded | Refusal
) -> HttpResponse:
    if isinstance(done, Refusal):
        return show_page(request, view, "console-check-in", QueryDict(), refusal=done, kind="heats")
    address = reverse("console-check-in", args=(view.id,))
    return HttpResponseRedirect(f"{address}?done={done.sequence}")
