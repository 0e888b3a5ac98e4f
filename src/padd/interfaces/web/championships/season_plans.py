"""Season plans at the Director's desk: days, application windows, the Masters line."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from padd.core.championships.season import SeasonWindow, usual_window
from padd.core.messages import message
from padd.interfaces.web.championships.forms import SeasonPlanForm, championship_kinds
from padd.interfaces.web.forms import form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.page_words import EDITIONS
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, require
from padd.services.championships import season_plans
from padd.store.queries.championships import applications


class SeasonPlansPage(msgspec.Struct, frozen=True, kw_only=True):
    """The plans of this year and the next, what the guide has, and the form for one."""

    plans: tuple[applications.PlanRow, ...]
    usual: list[tuple[str, SeasonWindow | None]]
    usual_year: int
    months: int
    months_cite: str
    titles: dict[str, str]
    game_titles: dict[str, str]
    form: SeasonPlanForm
    section: str = "desk"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_season_plans(request: HttpRequest) -> HttpResponse:
    """Show the plans of this year and the next, and announce one."""
    actor, next_year = actor_of(request), timezone.now().year + 1
    require(Permission.SEASON_PLAN, actor)
    form = SeasonPlanForm.from_request(request, initial={"year": next_year})

    def save() -> HttpResponse:
        season_plans.save_plan(by=actor, now=timezone.now(), form=form.plan())
        return redirect_with_notice(request, reverse("desk-seasons"), message("Season saved."))

    return form_response(form, save=save, show=lambda: _plans_page(request, form, next_year))


def _plans_page(request: HttpRequest, form: SeasonPlanForm, next_year: int) -> HttpResponse:
    book = rulebook(rulebook_ids()[0])
    rules, kinds = book.championships, championship_kinds()
    page = SeasonPlansPage(
        plans=applications.season_plans(years=(next_year - 1, next_year)),
        usual=[(title, usual_window(rules, kind, next_year)) for kind, title in kinds if rules],
        usual_year=next_year,
        months=rules.season_months if rules else 0,
        months_cite=book.citations["championships.season_months"].cite,
        titles=dict(kinds),
        game_titles=dict(EDITIONS),
        form=form,
    )
    return render_page(request, "championships/desk_seasons.html", page)
