"""The page of a league: table, cut, schedule, missions, calendar file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from padd.core.messages import message
from padd.interfaces.web.delivery.ical import calendar_response
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.leagues.season_view import (
    mission_shares,
    promo_words,
    season_label,
    season_view,
    table_signs,
)
from padd.rulebooks.loader import rulebook
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.leagues import season_events
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.seasons import known_season, season_row
from padd.services.refusal import NotFound
from padd.store.queries.leagues import leagues as league_queries

MOST_DIGITS = 4


@require_safe
def league_page(request: HttpRequest, league: str) -> HttpResponse:
    """Show one league: the table that matters now, or the one asked for."""
    row = league_row(league)
    actor, now = actor_of(request), timezone.now()
    roles = roles_of(actor, league=row)
    runs = allowed(Permission.LEAGUE_RUN, roles)
    if row.state not in league_queries.OPEN and not runs and not _asked(request, row.pk):
        raise NotFound("league")
    season = known_season(league, _year(request))
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
        "years": league_queries.league_years(row.pk),
        "runs": runs,
    }
    return render(request, "leagues/league.html", context)


def _asked(request: HttpRequest, league: int) -> bool:
    actor = actor_of(request)
    return actor.account_id is not None and league_queries.league_requested_by(
        league, actor.account_id
    )


def _year(request: HttpRequest) -> int | None:
    year = request.GET.get("season", "")
    return int(year) if year.isdecimal() and len(year) <= MOST_DIGITS else None


@require_safe
def feed(request: HttpRequest, league: str) -> HttpResponse:
    """Answer with the events of the season as a calendar file."""
    row = league_row(league)
    season = season_row(row)
    ids = [line.public_id for line in league_queries.league_events(season.pk)]
    lines = league_queries.league_event_rows(ids)
    return calendar_response(request, lines, title=row.name, name=f"league-{row.public_id}")


@require_safe
def missions(request: HttpRequest, league: str) -> HttpResponse:
    """Show the whole tally of missions done, to print before an event."""
    row = league_row(league)
    view = season_view(season_row(row), "", by=actor_of(request), now=timezone.now())
    context = {"section": "leagues", "league": row, "view": view, "label": season_label}
    return render(request, "leagues/missions.html", context)


@sign_in_required
@require_POST
def accept(request: HttpRequest, event: str) -> HttpResponse:
    """Let an event that one directs be part of the league that asked."""
    season_events.accept_event(by=actor_of(request), now=timezone.now(), event=event)
    return redirect_with_notice(
        request, reverse("listing", args=(event,)), message("The event counts for the league.")
    )
