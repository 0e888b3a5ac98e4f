"""The dashboard of a League Director: next step, bonus sheet, calendar, cut."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from padd.core.leagues.bonus_schemes import NON_ALIGNED
from padd.core.leagues.calendar import season_of_day
from padd.core.leagues.event_points import league_rules
from padd.core.leagues.qualification import usual_qualifying_plan
from padd.core.messages import message
from padd.core.model import LeaguePart
from padd.core.refusal import Refusal
from padd.interfaces.web.forms import form_response
from padd.interfaces.web.leagues.forms import LEAGUE_ACTIONS, SCHEMES
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.leagues.next_step import dashboard_steps, league_next_step
from padd.presentation.leagues.season_view import proposed_dates, season_label, season_view
from padd.presentation.leagues.sheet_view import event_sheet_view
from padd.rulebooks.loader import rulebook
from padd.services.access.permissions import Permission, require
from padd.services.decks.deck_terms import registered_deck_facts
from padd.services.leagues import bonus
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.seasons import find_season, is_half_closed
from padd.services.refusal import NotFound
from padd.store.queries import leagues
from padd.store.queries.leagues import BonusRow, placeable_events, sheet_event


@sign_in_required
def run_league(request: HttpRequest, league: str) -> HttpResponse:
    """Show the dashboard, or do one thing in it."""
    actor = actor_of(request)
    require(Permission.LEAGUE_RUN, actor, league=league_row(league))
    if request.method != "POST":
        return _dashboard_page(request, league)
    action = request.POST.get("do", "")
    if action not in LEAGUE_ACTIONS:
        raise NotFound("page")
    form_type, service = LEAGUE_ACTIONS[action]
    form = form_type.from_request(request)

    def save() -> HttpResponse:
        service(by=actor, now=timezone.now(), league=league, **form.arguments())
        sheet, back = request.POST.get("event", ""), reverse("league-run", args=(league,))
        return redirect_with_notice(
            request, f"{back}?sheet={sheet}" if sheet else back, message("Saved.")
        )

    return form_response(
        form, save=save, show=lambda: _dashboard_page(request, league, form.refusals)
    )


def _dashboard_page(
    request: HttpRequest, league: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    row = league_row(league)
    season = find_season(league)
    book = rulebook(row.rulebook)
    rules = league_rules(book)
    wanted = request.POST.get("event", "") or request.GET.get("sheet", "")
    sheet = sheet_event(season.pk, wanted) if season else None
    tab = sheet.part if sheet else ""
    actor, now = actor_of(request), timezone.now()
    view = season_view(season, tab, by=actor, now=now) if season else None
    last = sheet_event(season.pk) if season else None
    given = leagues.bonus_rows(season.pk) if season else ()
    open_sheet = (
        event_sheet_view(last)
        if season and last and not is_half_closed(season, LeaguePart(last.part))
        else None
    )
    context = {
        "section": "leagues",
        "league": row,
        "book": book,
        "view": view,
        "season": season,
        "label": season_label,
        "year": season_of_day(now.date(), rules),
        "usual": usual_qualifying_plan(rules, short=False),
        "has_short": rules.season.short is not None,
        "schemes": SCHEMES,
        "headquarters": _headquarters(given),
        "merits": rules.points.without_places,
        "affiliation": rules.bonus.headquarters.affiliation,
        "sheet_event": sheet,
        "sheet": event_sheet_view(sheet) if sheet else None,
        "last_event": last.event.public_id if last else "",
        "late": sheet is not None and bonus.needs_reason(sheet),
        "proposed": registered_deck_facts(sheet.event.public_id) if sheet else {},
        "bonuses": given,
        "days": proposed_dates(season) if season else {},
        "placeable": placeable_events(row.pk),
        "steps": dashboard_steps(season, view, open_sheet),
        "next": league_next_step(season, view, open_sheet, last.number if last else 0),
        "deputies": ", ".join(person.handle for person in row.deputies.all()),
        "refusals": refusals,
    }
    return render(request, "leagues/dashboard.html", context)


def _headquarters(given: Sequence[BonusRow]) -> list[str]:
    """Return the names of this season so far, so that each is written one way."""
    names = {str(row.facts["headquarters"]) for row in given if row.facts}
    return sorted(names | {NON_ALIGNED})
