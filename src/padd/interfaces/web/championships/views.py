"""The road to Worlds, one championship, and the badges: public pages."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.interfaces.web.request_actor import actor_of
from padd.presentation.championships.awards import right_kind, right_target
from padd.presentation.championships.ranking_reasons import ranking_reasons
from padd.presentation.championships.rights import right_views
from padd.presentation.championships.road import badge_kinds, count_by_state, road_view
from padd.presentation.page_words import EDITIONS
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.championships.awarded_rights import championship_outcome
from padd.services.championships.dashboard import directs_championship
from padd.services.ratings.careers import names_by_row, names_of_people
from padd.store.queries.championships import championships
from padd.store.queries.championships.rights import RightRow, find_rights
from padd.store.queries.championships.titles import titles_won


@require_safe
def show_badges(request: HttpRequest) -> HttpResponse:
    """Show the badges that have been won, and by whom."""
    titles = titles_won(rulebook)
    people = {title.person for title in titles}
    book = rulebook(rulebook_ids()[0])
    context = {
        "section": "road-latest",
        "kinds": badge_kinds(titles),
        "called": names_by_row(people, by=actor_of(request), now=timezone.now()),
        "cite": book.citations["tribbles.finals.alone_give"].cite,
    }
    return render(request, "championships/badges.html", context)


STAGES = {"whole": "Championship", "heat": "Heat", "final": "Final", "side": "Side event"}


@require_safe
def show_championship(request: HttpRequest, championship: str) -> HttpResponse:
    """Show a championship."""
    row = championships.championship(championship)
    if row is None or not row.stages:
        raise Http404
    actor, now = actor_of(request), timezone.now()
    result = championship_outcome(championship)
    book = result.book if result else rulebook(row.rulebook)
    targets = championships.target_events()
    holders = right_views(_usable_rights(row), targets, book=book, today=now.date())
    stages = {stage.event for stage in row.stages}
    here = [
        view
        for view in holders
        if view.where in stages or any(t.id == row.public_id for t in view.use_at)
    ]
    people = [int(line.person) for line in result.ranking] if result else []
    profile = getattr(book.championships.events, row.kind) if book.championships else None
    context = {
        "section": "road-latest",
        "row": row,
        "directs": directs_championship(by=actor, championship=championship),
        "result": result,
        "why": ranking_reasons(result) if result else {},
        "stage_words": STAGES,
        "game": EDITIONS[row.edition],
        "game_slug": row.edition.lower(),
        "profile": profile,
        "names": {str(k): v for k, v in names_by_row(people, by=actor, now=now).items()},
        "called": names_of_people((view.person for view in here), by=actor, now=now),
        "holders": here,
        "right_kind": right_kind,
        "right_target": right_target,
        "won": result.rights if result else (),
        "not_won": result.not_won if result else (),
    }
    return render(request, "championships/championship.html", context)


def _usable_rights(row: championships.ChampionshipRow) -> tuple[RightRow, ...]:
    if row.kind not in {"continental", "world"}:
        return ()
    return find_rights(edition=row.edition, target=row.kind, most=5000)


GAMES: Final = {"1e": "1E", "2e": "2E", "tr": "TR"}


@require_safe
def open_latest_road(_request: HttpRequest) -> HttpResponse:
    """Go to this year's road, or the latest one there is."""
    years = championships.years_of_championships()
    year = years[0] if years else timezone.now().year
    return HttpResponseRedirect(reverse("road", args=(year, "2e")))


@require_safe
def show_road(request: HttpRequest, year: int, game: str) -> HttpResponse:
    """Show where byes were won and where they can be used."""
    edition = GAMES.get(game)
    if edition is None:
        raise Http404
    now = timezone.now()
    both = championships.list_championships(years=(year - 1, year), edition=edition)
    found = [row for row in both if row.year == year]
    before = [row for row in both if row.year < year and row.kind == "world"]
    origins = [row.public_id for row in (*found, *before)]
    rights = find_rights(origins=origins, most=5000) if origins else ()
    view = road_view(
        year=year,
        edition=edition,
        championships=found,
        before=before,
        rights=rights,
        targets=championships.target_events(),
        book=rulebook(rulebook_ids()[0]),
        today=now.date(),
    )
    rules = rulebook(rulebook_ids()[0]).championships
    context = {
        "section": "road-latest",
        "challenge": rules.challenge.title if rules else "Challenge",
        "road": view,
        "game": game,
        "games": [(key, EDITIONS[value]) for key, value in GAMES.items()],
        "years": sorted({*championships.years_of_championships(), year})[-4:],
        "called": names_of_people((row.person for row in rights), by=actor_of(request), now=now),
        "continental": count_by_state(view.into_continentals),
        "world": count_by_state(view.into_worlds),
    }
    return render(request, "championships/road.html", context)
