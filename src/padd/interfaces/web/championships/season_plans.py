"""Season plans at the Director's desk: days, application windows, the Masters line."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from padd.core.championships.season import usual_window
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.page_words import EDITIONS
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, require
from padd.services.championships import season_plans
from padd.services.refusal import NotAllowed, NotFound
from padd.store.queries.championships import applications as queries


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_season_plans(request: HttpRequest) -> HttpResponse:
    """Show the plans of this year and the next, and announce one."""
    require(Permission.SEASON_PLAN, actor_of(request))
    if request.method != "POST":
        return _plans_page(request)
    typed = request.POST

    def number(name: str) -> int | None:
        return int(typed[name]) if typed.get(name, "").isdecimal() else None

    form = season_plans.PlanForm(
        year=number("year") or 0,
        kind=typed.get("kind", ""),
        edition=typed.get("edition", ""),
        first_day=parse_day(typed.get("first_day", "")),
        last_day=parse_day(typed.get("last_day", "")),
        applications_open=parse_day(typed.get("applications_open", "")),
        applications_close=parse_day(typed.get("applications_close", "")),
        announcement=typed.get("announcement", ""),
        masters_line=number("masters_line"),
        masters_award=typed.get("masters_award", ""),
    )
    try:
        season_plans.save_plan(by=actor_of(request), now=timezone.now(), form=form)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _plans_page(request, refused.refusals)
    return redirect_with_notice(request, reverse("desk-seasons"), message("Season saved."))


def parse_day(typed: str) -> date | None:
    """Return a day that a form gives, or nothing."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None


def _plans_page(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    year = timezone.now().year
    book = rulebook(rulebook_ids()[0])
    rules = book.championships
    kinds = list(rules.allocation) if rules else []
    usual = [
        (getattr(rules.events, kind).title, usual_window(rules, kind, year + 1))
        for kind in kinds
        if rules
    ]
    context = {
        "section": "desk",
        "plans": queries.season_plans(years=(year, year + 1)),
        "usual": usual,
        "usual_year": year + 1,
        "months": rules.season_months if rules else 0,
        "months_cite": book.citations["championships.season_months"].cite,
        "kinds": [(kind, getattr(rules.events, kind).title) for kind in kinds if rules],
        "games": list(EDITIONS.items()),
        "year": year + 1,
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "championships/desk_seasons.html", context, status=status)
