"""My standing: your own penalties, cases and suspensions, visible to no one else."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.interfaces.web.conduct.cases import WORDS
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.conduct import case_views
from padd.services.conduct.own_consents import own_consents
from padd.services.conduct.own_penalties import own_penalties
from padd.services.refusal import NotFound


@sign_in_required
@require_safe
def standing(request: HttpRequest) -> HttpResponse:
    """Show what is on record about oneself."""
    actor = actor_of(request)
    if actor.person_id is None:
        raise NotFound("page")
    context = {
        "section": "mine",
        "penalties": own_penalties(by=actor),
        "consents": own_consents(by=actor),
        "cases": case_views.own_cases(by=actor),
        "suspensions": case_views.own_suspensions(by=actor, now=timezone.now()),
        **WORDS,
    }
    return render(request, "conduct/own_record.html", context)
