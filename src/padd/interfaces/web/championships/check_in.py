"""Check-in: use or keep a bye or a head start that a player has won."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from padd.core.refusal import Refusal
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.championships import check_in


@sign_in_required
@require_POST
def decide(request: HttpRequest, event: str, right: str) -> HttpResponse:
    """Use it here, or keep it for another event."""
    player = request.POST.get("player", "")
    act = check_in.use_right if request.POST.get("do") == "use" else check_in.keep_right
    done = act(event_id=event, player=player, right=right, by=actor_of(request), now=timezone.now())
    if isinstance(done, Refusal):
        context = {"section": "calendar", "refusal": done, "event": event}
        return render(request, "championships/not_used.html", context, status=422)
    return HttpResponseRedirect(reverse("console-player", args=(event, player)))
