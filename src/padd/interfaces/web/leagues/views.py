"""All leagues and the request for one; the page of a league with its missions and calendar file."""

from __future__ import annotations

from typing import Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.leagues.calendar import season_of_day
from padd.core.leagues.event_points import league_rules
from padd.core.messages import message
from padd.interfaces.web.delivery.ical import calendar_response
from padd.interfaces.web.forms import form_response, render_page
from padd.interfaces.web.leagues.forms import BOOKS, LeagueRequestForm
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, approval_inboxes, sign_in_required
from padd.presentation.leagues.season_view import (
    mission_shares,
    promo_words,
    season_label,
    season_view,
    table_signs,
)
from padd.rulebooks.loader import rulebook
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.leagues import league_requests, season_events
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.seasons import find_season, season_row
from padd.services.ratings.careers import names_of_people
from padd.services.refusal import NotFound
from padd.store.queries import leagues

LONGEST_LIST: Final = 100


@require_safe
def show_leagues(request: HttpRequest) -> HttpResponse:
    """Show every league, and who leads the season and the lifetime list."""
    actor, now = actor_of(request), timezone.now()
    rules = league_rules(rulebook(BOOKS[0]))
    year = season_of_day(now.date(), rules)
    this_season = leagues.points_over_all_leagues(year=year, limit=LONGEST_LIST)
    lifetime = leagues.points_over_all_leagues(limit=LONGEST_LIST)
    all_leagues = leagues.league_lines()
    people = {line.person for line in (*this_season, *lifetime)}
    people |= {line.champion for line in all_leagues if line.champion}
    context = {
        "section": "leagues",
        "leagues": all_leagues,
        "names": names_of_people(people, by=actor, now=now),
        "season": season_label(year),
        "this_season": this_season,
        "lifetime": lifetime,
        "requests": leagues.league_requests(approval_inboxes(actor)),
        "entry": rules.champions_league.entry_points,
        "label": season_label,
    }
    return render(request, "leagues/leagues.html", context)


class LeagueRequestPage(msgspec.Struct, frozen=True, kw_only=True):
    """The form to ask for a league."""

    form: LeagueRequestForm
    section: str = "leagues"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def request_league(request: HttpRequest) -> HttpResponse:
    """Ask for a league: its name, its director, how many will play."""
    actor, form = actor_of(request), LeagueRequestForm.from_request(request)
    require(Permission.LEAGUE_FOUND, actor)

    def save() -> HttpResponse:
        league = league_requests.request_league(by=actor, now=timezone.now(), **form.arguments())
        return redirect_with_notice(
            request, reverse("league", args=(league,)), message("Request sent.")
        )

    page = LeagueRequestPage(form=form)
    return form_response(
        form, save=save, show=lambda: render_page(request, "leagues/new_league.html", page)
    )


@sign_in_required
@require_POST
def decide_league(request: HttpRequest, league: str) -> HttpResponse:
    """Approve or refuse a league that was asked for."""
    league_requests.decide_league(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        approve=request.POST.get("do") == "approve",
        answer=request.POST.get("answer", ""),
    )
    return redirect_with_notice(request, reverse("leagues") + "#requests", message("Decided."))


YEAR_DIGITS = 4


@require_safe
def show_league(request: HttpRequest, league: str) -> HttpResponse:
    """Show one league: the table that matters now, or the one asked for."""
    row = league_row(league)
    actor, now = actor_of(request), timezone.now()
    roles = roles_of(actor, league=row)
    runs = allowed(Permission.LEAGUE_RUN, roles)
    if row.state not in leagues.OPEN and not runs and not _is_requester(request, row.pk):
        raise NotFound("league")
    season = find_season(league, _year(request))
    tab = request.GET.get("table", "")
    view = season_view(season, tab, by=actor, now=now) if season else None
    context = {
        "section": "leagues",
        "league": row,
        "book": rulebook(row.rulebook),
        "director": row.director.handle,
        "view": view,
        "signs": table_signs(view.rows) if view else "",
        "shares": mission_shares(view.missions, row.edition) if view else (),
        "promos": promo_words(season, now.date()) if season else None,
        "label": season_label,
        "years": leagues.league_years(row.pk),
        "runs": runs,
    }
    return render(request, "leagues/league.html", context)


def _is_requester(request: HttpRequest, league: int) -> bool:
    actor = actor_of(request)
    return actor.account_id is not None and leagues.league_requested_by(league, actor.account_id)


def _year(request: HttpRequest) -> int | None:
    year = request.GET.get("season", "")
    return int(year) if year.isdecimal() and len(year) <= YEAR_DIGITS else None


@require_safe
def league_feed(request: HttpRequest, league: str) -> HttpResponse:
    """Answer with the events of the season as a calendar file."""
    row = league_row(league)
    season = season_row(row)
    ids = [line.public_id for line in leagues.league_events(season.pk)]
    lines = leagues.league_event_rows(ids)
    return calendar_response(request, lines, title=row.name, name=f"league-{row.public_id}")


@require_safe
def show_missions(request: HttpRequest, league: str) -> HttpResponse:
    """Show the whole tally of missions done, to print before an event."""
    row = league_row(league)
    view = season_view(season_row(row), "", by=actor_of(request), now=timezone.now())
    context = {"section": "leagues", "league": row, "view": view, "label": season_label}
    return render(request, "leagues/missions.html", context)


@sign_in_required
@require_POST
def accept_league_event(request: HttpRequest, event: str) -> HttpResponse:
    """Let an event that one directs be part of the league that asked."""
    season_events.accept_event(by=actor_of(request), now=timezone.now(), event=event)
    return redirect_with_notice(
        request, reverse("listing", args=(event,)), message("The event counts for the league.")
    )
