"""The staff page *Phones*: requests, passes, new passes, what is hidden."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from padd.interfaces.web.layout.console import console_layout
from padd.interfaces.web.request_actor import shared_address, sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.names import sort_key
from padd.services.access.permissions import Permission, allowed
from padd.services.eventlog import player_passes, player_sign_in
from padd.services.refusal import NotAllowed


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def phones_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the phones of an event to its staff, and do what the staff decides."""
    view = staff_event_view(request, event)
    if not allowed(Permission.PHONE_PASSES, view.roles):
        raise NotAllowed(Permission.PHONE_PASSES)
    if request.method == "POST":
        _decide(request, view)
        return HttpResponseRedirect(reverse("phones", args=(event,)))
    return _page(request, view)


def _decide(request: HttpRequest, view: EventView) -> None:
    posted, now = request.POST, timezone.now()
    by = {"by": view.actor, "now": now, "event_id": view.id}
    match posted.get("do", ""):
        case "let-in" | "turn-away" as word:
            player_sign_in.decide_sign_in(
                **by,  # type: ignore[arg-type]
                request=posted.get("request", ""),
                let_in=word == "let-in",
            )
        case "let-all-in":
            player_sign_in.admit_phones(**by, requests=posted.getlist("seen"))  # type: ignore[arg-type]
        case "renew":
            player_passes.renew_pass(**by, player=posted.get("player", ""))  # type: ignore[arg-type]
        case "hide" | "show" as word:
            player_passes.hide_clinch(**by, hidden=word == "hide")  # type: ignore[arg-type]


def _page(request: HttpRequest, view: EventView) -> HttpResponse:
    now = timezone.now()
    passes = player_passes.issue_passes(by=view.actor, now=now, event_id=view.id)
    chosen = request.GET.get("player", "")
    shown = next((pass_ for pass_ in passes if pass_.player == chosen), None)
    context = {
        **console_layout(view, "phones", request.GET),
        "section": "phones",
        "follows": False,
        "refusal": None,
        "refused_kind": "",
        "typed": {},
        "held": sorted(passes, key=lambda pass_: sort_key(pass_.name)),
        "asking": player_sign_in.sign_in_requests(by=view.actor, now=now, event_id=view.id),
        "join": shared_address(request, player_passes.join_path(view.id)),
        "code": player_passes.event_code(view.id),
        "shown": shown,
        "shown_address": (None if shown is None else shared_address(request, shown.url_path)),
        "clinch_hidden": player_passes.is_clinch_hidden(view.id),
    }
    return render(request, "phone/staff.html", context)
