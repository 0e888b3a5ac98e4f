"""Pages of an account: e-mail choices, API tokens, offices, the audit."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, recent_sign_in_required, sign_in_required
from padd.interfaces.web.typed_numbers import parse_int
from padd.services.access import api_tokens
from padd.services.access import offices as held
from padd.services.access.api_tokens import NewToken
from padd.services.access.audit import check_audit, read_audit
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.delivery import email_preferences
from padd.services.refusal import NotAllowed, NotFound, no
from padd.store.queries.people.facts import office_holders, person_events

AUDIT_FILTERS: Final = ("subject", "actor", "act")
LONGEST_FILTER: Final = 60


@sign_in_required
@require_safe
def show_audit(request: HttpRequest) -> HttpResponse:
    """Show the audit, the latest first; filtered by what, by whom or how."""
    actor = actor_of(request)
    if not allowed(Permission.AUDIT_READ, roles_of(actor)):
        raise Http404
    wanted = {name: request.GET.get(name, "").strip()[:LONGEST_FILTER] for name in AUDIT_FILTERS}
    before = parse_int(request.GET.get("before", ""))
    context = {
        "section": "desk",
        "wanted": wanted,
        "page": read_audit(
            by=actor,
            subject=wanted["subject"],
            actor=wanted["actor"],
            act=wanted["act"],
            before=before,
        ),
        "verdict": check_audit(by=actor) if before is None else None,
    }
    return render(request, "account/audit.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose_emails(request: HttpRequest) -> HttpResponse:
    """Show every kind of e-mail, and take the choice."""
    actor = actor_of(request)
    if request.method == "POST":
        wanted = request.POST.getlist("wanted")
        email_preferences.choose_emails(by=actor, now=timezone.now(), wanted=wanted)
        return redirect_with_notice(request, reverse("emails"), message("Changes saved."))
    context = {"section": "mine", "choices": email_preferences.email_choices(by=actor)}
    return render(request, "account/emails.html", context)


# The link is all that is needed: mail programs press the button without a session.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask before one kind of e-mail is stopped, so that no scanner stops it."""
    if request.method == "POST":
        email_preferences.unsubscribe(now=timezone.now(), token=token)
    choice = email_preferences.unsubscribe_choice(token)
    context = {"section": "", "choice": choice}
    response = render(request, "account/unsubscribe.html", context)
    response["Cache-Control"] = "no-store"
    return response


@sign_in_required
@recent_sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_offices(request: HttpRequest) -> HttpResponse:
    """Show every office; give one to an account."""
    require(Permission.OFFICE_GRANT, actor_of(request))
    if request.method != "POST":
        return _offices_page(request)
    posted = request.POST
    try:
        held.grant(
            by=actor_of(request),
            now=timezone.now(),
            email=posted.get("email", ""),
            office=posted.get("office", ""),
            area=posted.get("area", ""),
            until=_day(posted.get("until", "")),
        )
    except NotAllowed:
        raise
    except RefusalError as refused:
        return _offices_page(request, refused.refusals)
    return redirect_with_notice(request, reverse("offices"), message("Office given."))


@sign_in_required
@recent_sign_in_required
@require_POST
def end_office(request: HttpRequest, number: str) -> HttpResponse:
    """Take an office away, at once."""
    grant_id = int(number) if number.isascii() and number.isdecimal() else 0
    try:
        held.end(by=actor_of(request), now=timezone.now(), grant_id=grant_id)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _offices_page(request, refused.refusals)
    return redirect_with_notice(request, reverse("offices"), message("Office ended."))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        reason = message("Enter the date as 2026-05-17.")
        raise RefusalError(no("unreadable", reason, place="until")) from error


def _offices_page(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    actor, today = actor_of(request), timezone.now().date()
    offices_held = office_holders()
    context = {
        "section": "desk",
        "held": [office for office in offices_held if office.in_force(today)],
        "past": [office for office in offices_held if not office.in_force(today)],
        "open_to": held.open_to(actor),
        "areas": held.areas(),
        "titles": dict(held.titles()),
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "account/offices.html", context, status=status)


TOKEN_DAYS: Final = {
    "1": "One day",
    "7": "One week",
    "30": "30 days",
    "90": "90 days",
    "366": "One year",
}
TOKEN_ROLES: Final = {"director": "Director", "scorekeeper": "Scorekeeper"}
OVER: Final = frozenset({"cancelled", "voided"})


@sign_in_required
@recent_sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_tokens(request: HttpRequest) -> HttpResponse:
    """Show one's tokens, and make another one."""
    actor = actor_of(request)
    require(Permission.TOKEN_MAKE, actor)
    if request.method != "POST":
        return _tokens_page(request)
    days = request.POST.get("days", "")
    event = request.POST.get("event", "")
    try:
        new_token = api_tokens.make(
            by=actor,
            now=timezone.now(),
            label=request.POST.get("label", ""),
            scopes=request.POST.getlist("scope"),
            days=int(days) if days in TOKEN_DAYS else 0,
            event=event,
            role=request.POST.get("role", "") if event else "",
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _tokens_page(request, status=422, refusals=refused.refusals)
    return _tokens_page(request, new_token=new_token)


@sign_in_required
@require_POST
def revoke_token(request: HttpRequest, token: str) -> HttpResponse:
    """End a token."""
    api_tokens.revoke(by=actor_of(request), now=timezone.now(), token=token)
    return redirect_with_notice(request, reverse("tokens"), message("Token revoked."))


def _tokens_page(
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
        "roles": TOKEN_ROLES,
        "days": TOKEN_DAYS,
        "made": new_token,
        "refusals": refusals,
    }
    response = render(request, "account/tokens.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response
