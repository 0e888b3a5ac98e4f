"""The dashboard of a League Director: next step, bonus sheet, calendar, cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from padd.core.leagues.bonus_schemes import NON_ALIGNED, DeckFacts, MissionDone, Scheme
from padd.core.leagues.calendar import season_of_day
from padd.core.leagues.event_points import league_rules
from padd.core.leagues.qualification import QualifyingPlan, usual_qualifying_plan
from padd.core.messages import message
from padd.core.model import LeaguePart
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.interfaces.web.typed_numbers import parse_int, parse_typed_int
from padd.presentation.leagues.next_step import dashboard_steps, league_next_step
from padd.presentation.leagues.season_view import proposed_dates, season_label, season_view
from padd.presentation.leagues.sheet_view import event_sheet_view
from padd.rulebooks.loader import rulebook
from padd.services.access.permissions import Permission, require
from padd.services.decks.deck_terms import registered_deck_facts
from padd.services.events import season_calendar
from padd.services.leagues import bonus, league_requests, season_events, seasons
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.seasons import AnnouncedSeason, find_season, is_half_closed
from padd.services.refusal import NotAllowed, NotFound, Outdated
from padd.store.queries.leagues import league_points
from padd.store.queries.leagues import leagues as queries
from padd.store.queries.leagues.league_points import BonusRow

SCHEMES: Final = (
    (Scheme.HEADQUARTERS, "Headquarters or affiliation"),
    (Scheme.PARTICIPATION, "Participation"),
    (Scheme.NEW_MISSION, "New missions"),
)


@sign_in_required
def run_league(request: HttpRequest, league: str) -> HttpResponse:
    """Show the dashboard, or do one thing in it."""
    row = league_row(league)
    require(Permission.LEAGUE_RUN, actor_of(request), league=row)
    if request.method != "POST":
        return _dashboard_page(request, league)
    acts: dict[str, Callable[[HttpRequest, str], None]] = {
        "announce": _announce,
        "place": _place,
        "remove": _remove,
        "deck": _deck,
        "missions": _missions,
        "hand": _hand,
        "withdraw": _withdraw,
        "book": _book,
        "close": _close,
        "crown": _crown,
        "deputies": _deputies,
        "fill": _fill,
        "places": _places,
    }
    act = acts.get(request.POST.get("do", ""))
    if act is None:
        raise NotFound("page")
    try:
        act(request, league)
    except (NotFound, NotAllowed, Outdated):
        raise
    except RefusalError as refused:
        return _dashboard_page(request, league, refused.refusals)
    sheet = request.POST.get("event", "")
    back = reverse("league-run", args=(league,))
    return redirect_with_notice(
        request, f"{back}?sheet={sheet}" if sheet else back, message("Saved.")
    )


def _dashboard_page(
    request: HttpRequest, league: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    row = league_row(league)
    season = find_season(league)
    book = rulebook(row.rulebook)
    rules = league_rules(book)
    wanted = request.POST.get("event", "") or request.GET.get("sheet", "")
    sheet = queries.sheet_event(season.pk, wanted) if season else None
    tab = sheet.part if sheet else ""
    actor, now = actor_of(request), timezone.now()
    view = season_view(season, tab, by=actor, now=now) if season else None
    last = queries.sheet_event(season.pk) if season else None
    given = league_points.bonus_rows(season.pk) if season else ()
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
        "placeable": queries.placeable_events(row.pk),
        "steps": dashboard_steps(season, view, open_sheet),
        "next": league_next_step(season, view, open_sheet, last.number if last else 0),
        "deputies": ", ".join(person.handle for person in row.deputies.all()),
        "refusals": refusals,
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "leagues/dashboard.html", context, status=status)


def _headquarters(given: Sequence[BonusRow]) -> list[str]:
    """Return the names of this season so far, so that each is written one way."""
    said = {str(row.facts["headquarters"]) for row in given if row.facts}
    return sorted(said | {NON_ALIGNED})


def _number(request: HttpRequest, name: str) -> int | None:
    return parse_int(request.POST.get(name, ""))


def _signed(text: str) -> int:
    try:
        return parse_typed_int(text)
    except ValueError:
        return 0


def _announce(request: HttpRequest, league: str) -> None:
    typed = request.POST
    short = bool(typed.get("short"))
    first = _number(request, "first") or 0
    plan = QualifyingPlan(
        first_half=first,
        second_half=None if short else _number(request, "second") or first,
        basis="season" if typed.get("by_season") else "half-season",
        replaced=bool(typed.get("replaced")),
        playoff_bonus_counts=bool(typed.get("playoff_bonus")),
    )
    seasons.announce_season(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        plan=AnnouncedSeason(
            year=_number(request, "year") or timezone.now().year,
            short=short,
            qualifying=plan,
            schemes=tuple(scheme for scheme, _ in SCHEMES if scheme in typed.getlist("scheme")),
        ),
    )


def _place(request: HttpRequest, league: str) -> None:
    season_events.place_event(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        year=_number(request, "year") or 0,
        event=request.POST.get("which", ""),
        number=_number(request, "number") or 0,
    )


def _remove(request: HttpRequest, league: str) -> None:
    season_events.remove_event(
        by=actor_of(request), now=timezone.now(), league=league, event=request.POST.get("which", "")
    )


def _deck(request: HttpRequest, league: str) -> None:
    bonus.enter_deck(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        event=request.POST.get("event", ""),
        person=request.POST.get("person", ""),
        deck=DeckFacts(
            headquarters=request.POST.get("headquarters", ""),
            personnel=_number(request, "personnel"),
            non_aligned=_number(request, "non_aligned"),
            fitting=_number(request, "fitting"),
        ),
        reason=request.POST.get("reason", ""),
    )


def _missions(request: HttpRequest, league: str) -> None:
    lines = request.POST.get("missions", "").splitlines()
    bonus.enter_missions(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        event=request.POST.get("event", ""),
        person=request.POST.get("person", ""),
        missions=[
            MissionDone(title=line.lstrip("* "), headquarters=line.startswith("*"))
            for line in lines
        ],
        reason=request.POST.get("reason", ""),
    )


def _hand(request: HttpRequest, league: str) -> None:
    bonus.give_by_hand(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        event=request.POST.get("event", ""),
        person=request.POST.get("person", ""),
        points=_signed(request.POST.get("points", "")),
        reason=request.POST.get("reason", ""),
    )


def _withdraw(request: HttpRequest, league: str) -> None:
    bonus.withdraw_bonus(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        bonus=request.POST.get("bonus", ""),
        reason=request.POST.get("reason", ""),
    )


def _book(request: HttpRequest, league: str) -> None:
    bonus.book_sheet(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        event=request.POST.get("event", ""),
        reason=request.POST.get("reason", ""),
    )


def _close(request: HttpRequest, league: str) -> None:
    try:
        part = LeaguePart(request.POST.get("part", ""))
    except ValueError:
        raise NotFound("page") from None
    seasons.close_half(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        year=_number(request, "year") or 0,
        part=part,
    )


def _crown(request: HttpRequest, league: str) -> None:
    seasons.crown_champion(
        by=actor_of(request), now=timezone.now(), league=league, year=_number(request, "year") or 0
    )


def _fill(request: HttpRequest, league: str) -> None:
    season_calendar.fill_calendar(
        by=actor_of(request), now=timezone.now(), league=league, year=_number(request, "year") or 0
    )


def _places(request: HttpRequest, league: str) -> None:
    typed = request.POST
    season_events.give_places(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        event=typed.get("event", ""),
        places={
            name.removeprefix("place-"): parse_int(typed.get(name, "")) or 0
            for name in typed
            if name.startswith("place-")
        },
        reason=typed.get("reason", ""),
    )


def _deputies(request: HttpRequest, league: str) -> None:
    league_requests.name_deputies(
        by=actor_of(request),
        now=timezone.now(),
        league=league,
        handles=tuple(request.POST.get("deputies", "").split(",")),
    )
