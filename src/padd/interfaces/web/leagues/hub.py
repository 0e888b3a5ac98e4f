"""All leagues, the form to start one, and the points across all of them."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.leagues.calendar import season_of
from padd.core.leagues.event_points import league_rules
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, approval_inboxes, sign_in_required
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation import page_words
from padd.presentation.leagues.season_view import season_label
from padd.rulebooks.loader import rulebook
from padd.services.access.permissions import Permission, require
from padd.services.leagues import league_requests
from padd.services.ratings.careers import called
from padd.services.refusal import NotAllowed, NotFound
from padd.store.queries.leagues import league_points
from padd.store.queries.leagues import leagues as queries

BOOKS: Final = ("opg-5", "opg-4.1")
LONGEST_LIST: Final = 100
EDITIONS: Final = tuple((game, page_words.EDITIONS[game]) for game in ("1E", "2E"))


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """Show every league, and who leads the season and the lifetime list."""
    actor, now = actor_of(request), timezone.now()
    rules = league_rules(rulebook(BOOKS[0]))
    year = season_of(now.date(), rules)
    this_season = league_points.points_over_all_leagues(year=year, limit=LONGEST_LIST)
    lifetime = league_points.points_over_all_leagues(limit=LONGEST_LIST)
    all_leagues = queries.league_lines()
    people = {line.person for line in (*this_season, *lifetime)}
    people |= {line.champion for line in all_leagues if line.champion}
    context = {
        "section": "leagues",
        "leagues": all_leagues,
        "names": called(people, by=actor, now=now),
        "season": season_label(year),
        "this_season": this_season,
        "lifetime": lifetime,
        "requests": queries.league_requests(approval_inboxes(actor)),
        "entry": rules.champions_league.entry_points,
        "label": season_label,
    }
    return render(request, "leagues/leagues.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """Ask for a league: its name, its director, how many will play."""
    actor, typed = actor_of(request), request.POST
    require(Permission.LEAGUE_FOUND, actor)
    if request.method != "POST":
        return _form(request)
    try:
        league = league_requests.request_league(
            by=actor,
            now=timezone.now(),
            name=typed.get("name", ""),
            director=typed.get("handle", ""),
            committed=parse_int(typed.get("committed", "")) or 0,
            place=typed.get("place", ""),
            edition=typed.get("edition", "2E"),
            rulebook_id=typed.get("rulebook", BOOKS[0]),
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _form(request, refused.refusals)
    return redirect_with_notice(
        request, reverse("league", args=(league,)), message("Request sent.")
    )


def _form(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    books = [rulebook(name) for name in BOOKS]
    context = {
        "section": "leagues",
        "typed": request.POST,
        "books": books,
        "editions": EDITIONS,
        "least": [(book.title, league_rules(book).forming.players) for book in books],
        "refusals": refusals,
        "wrong": {one.place or "form": one for one in reversed(refusals)},
    }
    status = 422 if refusals else 200
    return render(request, "leagues/new_league.html", context, status=status)


@sign_in_required
@require_POST
def decide(request: HttpRequest, league: str) -> HttpResponse:
    """Approve or refuse a league that was asked for."""
    league_requests.decide_league(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        approve=request.POST.get("do") == "approve",
        answer=request.POST.get("answer", ""),
    )
    return redirect_with_notice(request, reverse("leagues") + "#requests", message("Decided."))
