"""Pages of an account: e-mail choices, API tokens, offices, the audit."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.interfaces.web.account.forms import OfficeForm, TokenForm
from padd.interfaces.web.forms import PageForm, form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, recent_sign_in_required, sign_in_required
from padd.interfaces.web.typed_numbers import parse_int
from padd.services.access import api_tokens, offices
from padd.services.access.api_tokens import NewToken, TokenRow
from padd.services.access.audit import check_audit, read_audit
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.delivery import email_preferences
from padd.services.local_time import format_date
from padd.store.queries.people.facts import HeldOffice, office_holders, person_events

AUDIT_FILTERS: Final = ("subject", "actor", "act")
LONGEST_FILTER: Final = 60
OVER: Final = frozenset({"cancelled", "voided"})
"""States of an event that no token is made for."""


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


class OfficesPage(msgspec.Struct, frozen=True, kw_only=True):
    """Every office with its holder, and the form to give one."""

    held: list[HeldOffice]
    past: list[HeldOffice]
    titles: dict[str, str]
    open_to: frozenset[str]
    """The offices that the reader may give and end."""
    form: OfficeForm
    refusals: tuple[Refusal, ...]
    section: str = "desk"


@sign_in_required
@recent_sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_offices(request: HttpRequest) -> HttpResponse:
    """Show every office; give one to an account."""
    actor, form = actor_of(request), OfficeForm.from_request(request)
    require(Permission.OFFICE_GRANT, actor)

    def save() -> HttpResponse:
        offices.grant_office(by=actor, now=timezone.now(), **form.arguments())
        return redirect_with_notice(request, reverse("offices"), message("Office given."))

    return form_response(form, save=save, show=lambda: _offices_page(request, form))


@sign_in_required
@recent_sign_in_required
@require_POST
def end_office(request: HttpRequest, number: str) -> HttpResponse:
    """Take an office away, at once."""
    form = PageForm.from_request(request)

    def save() -> HttpResponse:
        offices.end_office(
            by=actor_of(request), now=timezone.now(), grant_id=parse_int(number) or 0
        )
        return redirect_with_notice(request, reverse("offices"), message("Office ended."))

    return form_response(
        form, save=save, show=lambda: _offices_page(request, OfficeForm(), form.refusals)
    )


def _offices_page(
    request: HttpRequest, form: OfficeForm, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    today, holders = timezone.now().date(), office_holders()
    open_to = offices.grantable_offices(actor_of(request))
    form.set_choices(office=open_to)
    page = OfficesPage(
        held=[office for office in holders if office.in_force(today)],
        past=[office for office in holders if not office.in_force(today)],
        titles=dict(offices.office_titles()),
        open_to=frozenset(office for office, _ in open_to),
        form=form,
        refusals=refusals or form.refusals,
    )
    return render_page(request, "account/offices.html", page)


class TokensPage(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens of an account, the form for another one, and the one just made."""

    tokens: tuple[TokenRow, ...]
    form: TokenForm
    made: NewToken | None
    made_for: dict[str, Any]
    """What the new token was asked for."""
    section: str = "mine"


@sign_in_required
@recent_sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_tokens(request: HttpRequest) -> HttpResponse:
    """Show the tokens of the account, and make another one."""
    actor = actor_of(request)
    require(Permission.TOKEN_MAKE, actor)
    # A link may say what the token is for; it is made by pressing the button.
    asked = {**request.GET.dict(), "scope": request.GET.getlist("scope")}
    form = TokenForm.from_request(request, initial=asked)

    def save() -> HttpResponse:
        made = api_tokens.create_token(by=actor, now=timezone.now(), **form.arguments())
        return _tokens_page(request, form, made)

    return form_response(form, save=save, show=lambda: _tokens_page(request, form))


@sign_in_required
@require_POST
def revoke_token(request: HttpRequest, token: str) -> HttpResponse:
    """End a token."""
    api_tokens.revoke_token(by=actor_of(request), now=timezone.now(), token=token)
    return redirect_with_notice(request, reverse("tokens"), message("Token revoked."))


def _tokens_page(
    request: HttpRequest, form: TokenForm, made: NewToken | None = None
) -> HttpResponse:
    actor = actor_of(request)
    events = person_events(person_id=actor.person_id, account_id=actor.account_id)
    choices = [
        (line.public_id, f"{line.name}, {format_date(line.local_start, '%d %b %Y')}")
        for line in events
        if line.state not in OVER
    ]
    shown = TokenForm(initial={"days": form["days"].value()}) if made else form
    shown.set_choices(event=choices)
    page = TokensPage(
        tokens=api_tokens.own_tokens(by=actor, now=timezone.now()),
        form=shown,
        made=made,
        made_for=form.cleaned_data if made else {},
    )
    response = render_page(request, "account/tokens.html", page)
    response["Cache-Control"] = "no-store"
    return response
