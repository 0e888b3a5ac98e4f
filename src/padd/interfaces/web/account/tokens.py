"""API tokens: created, shown once, revoked."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, recent_sign_in_required, sign_in_required
from padd.services.access import api_tokens
from padd.services.access.api_tokens import NewToken
from padd.services.access.permissions import Permission, require
from padd.services.refusal import NotAllowed, NotFound
from padd.store.queries.people.facts import person_events

DAYS: Final = {"1": "One day", "7": "One week", "30": "30 days", "90": "90 days", "366": "One year"}
ROLES: Final = {"director": "Director", "scorekeeper": "Scorekeeper"}
OVER: Final = frozenset({"cancelled", "voided"})


@sign_in_required
@recent_sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Show one's tokens, and make another one."""
    actor = actor_of(request)
    require(Permission.TOKEN_MAKE, actor)
    if request.method != "POST":
        return _page(request)
    days = request.POST.get("days", "")
    event = request.POST.get("event", "")
    try:
        new_token = api_tokens.make(
            by=actor,
            now=timezone.now(),
            label=request.POST.get("label", ""),
            scopes=request.POST.getlist("scope"),
            days=int(days) if days in DAYS else 0,
            event=event,
            role=request.POST.get("role", "") if event else "",
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _page(request, status=422, refusals=refused.refusals)
    return _page(request, new_token=new_token)


@sign_in_required
@require_POST
def revoke(request: HttpRequest, token: str) -> HttpResponse:
    """End a token."""
    api_tokens.revoke(by=actor_of(request), now=timezone.now(), token=token)
    return redirect_with_notice(request, reverse("tokens"), message("Token revoked."))


def _page(
    request: HttpRequest,
    *,
    new_token: NewToken | None = None,
    refusals: tuple[Refusal, ...] = (),
    status: int = 200,
) -> HttpResponse:
    actor = actor_of(request)
    # A link may say what the token is for; whoever makes it still presses the button.
    typed = request.POST or request.GET
    events = person_events(person_id=actor.person_id, account_id=actor.account_id)
    context = {
        "section": "mine",
        "tokens": api_tokens.own(by=actor, now=timezone.now()),
        "scopes": {str(scope): words for scope, words in api_tokens.SCOPE_WORDS.items()},
        "chosen": typed.getlist("scope"),
        "typed": typed,
        "events": [line for line in events if line.state not in OVER],
        "roles": ROLES,
        "days": DAYS,
        "made": new_token,
        "refusals": refusals,
    }
    response = render(request, "account/tokens.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response
