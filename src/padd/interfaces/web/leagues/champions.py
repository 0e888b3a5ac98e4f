"""The Champions League: who may enter, the seeded bracket, the byes of its winner."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from padd.core.leagues.event_points import league_rules
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.interfaces.web.forms import PageForm, form_response
from padd.interfaces.web.leagues.forms import BOOKS, SeedForm
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.spreadsheet.csv_text import write_csv
from padd.rulebooks.loader import rulebook
from padd.services.access.permissions import AccessRole, Permission, allowed, roles_of
from padd.services.championships import champions_league
from padd.services.ratings.careers import names_of_people
from padd.store.queries import leagues
from padd.store.queries.leagues import bracket_events, champions_events

NEAREST: Final = 20


@require_safe
def show_champions(request: HttpRequest) -> HttpResponse:
    """Show who may enter the Champions League, in the order of the seeds."""
    return _champions_page(request, SeedForm())


def _champions_page(
    request: HttpRequest, form: SeedForm, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    book = rulebook(BOOKS[0])
    rules = league_rules(book).champions_league
    edition = request.GET.get("game", "")
    edition = edition if edition in rules.games else ""
    lines = leagues.points_over_all_leagues(edition=edition)
    may = [line for line in lines if line.points >= rules.entry_points]
    near = lines[len(may) :][:NEAREST]
    actor = actor_of(request)
    names = names_of_people((line.person for line in (*may, *near)), by=actor, now=timezone.now())
    roles = roles_of(actor)
    person = None if AccessRole.LAPTOP in roles else actor.person_id or 0
    context: dict[str, Any] = {
        "section": "leagues",
        "rules": rules,
        "cite": book.citations["leagues.champions_league.entry_points"].cite,
        "held_rule": book.citations["leagues.champions_league.held"].cite,
        "games": rules.games,
        "game": edition,
        "may": may,
        "near": near,
        "names": names,
        "held": champions_events(),
        "brackets": bracket_events(style=rules.bracket, person=person),
        "grants": allowed(Permission.RIGHT_GRANT, roles),
        "form": form,
        "refusals": refusals or form.refusals,
    }
    return render(request, "leagues/champions.html", context)


@sign_in_required
@require_POST
def seed_champions(request: HttpRequest) -> HttpResponse:
    """Enter those who are there into a bracket, by their points."""
    form = SeedForm.from_request(request)

    def save() -> HttpResponse:
        champions_league.seed_bracket(by=actor_of(request), now=timezone.now(), **form.arguments())
        return HttpResponseRedirect(reverse("console", args=(form.cleaned_data["event"],)))

    return form_response(form, save=save, show=lambda: _champions_page(request, form))


@sign_in_required
@require_POST
def give_champion_byes(request: HttpRequest, event: str) -> HttpResponse:
    """Give the winner the byes of the World Championships."""
    form = PageForm.from_request(request)

    def save() -> HttpResponse:
        champions_league.give_byes(by=actor_of(request), now=timezone.now(), event=event)
        return redirect_with_notice(request, reverse("league-champions"), message("Saved."))

    return form_response(
        form, save=save, show=lambda: _champions_page(request, SeedForm(), form.refusals)
    )


@require_safe
def download_champions(request: HttpRequest) -> HttpResponse:
    """Answer with the list that `padd seed --points` reads."""
    least = league_rules(rulebook(BOOKS[0])).champions_league.entry_points
    edition = request.GET.get("game", "")
    rows = [
        (line.handle, line.points)
        for line in leagues.points_over_all_leagues(edition=edition)
        if line.points >= least
    ]
    sheet = write_csv(("handle", "points"), rows)
    answer = HttpResponse(sheet, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="champions.csv"'
    return answer
