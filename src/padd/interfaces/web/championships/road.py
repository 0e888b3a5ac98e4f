"""The road to Worlds of a year and game, for anybody."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.interfaces.web.request_actor import actor_of
from padd.presentation.championships.road import count_by_state, road_view
from padd.presentation.page_words import EDITIONS
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.ratings.careers import called
from padd.store.queries.championships import championships as queries
from padd.store.queries.championships.rights import find_rights

GAMES: Final = {"1e": "1E", "2e": "2E", "tr": "TR"}


@require_safe
def latest(request: HttpRequest) -> HttpResponse:
    """Go to this year's road, or the latest one there is."""
    del request
    years = queries.years_of_championships()
    year = years[0] if years else timezone.now().year
    return HttpResponseRedirect(reverse("road", args=(year, "2e")))


@require_safe
def show(request: HttpRequest, year: int, game: str) -> HttpResponse:
    """Show where byes were won and where they can be used."""
    edition = GAMES.get(game)
    if edition is None:
        raise Http404
    now = timezone.now()
    both = queries.list_championships(years=(year - 1, year), edition=edition)
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
        targets=queries.target_events(),
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
        "years": sorted({*queries.years_of_championships(), year})[-4:],
        "called": called((row.person for row in rights), by=actor_of(request), now=now),
        "continental": count_by_state(view.into_continentals),
        "world": count_by_state(view.into_worlds),
    }
    return render(request, "championships/road.html", context)
