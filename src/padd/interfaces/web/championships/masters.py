"""Masters points of a year and game: who has how many, the line, and invitations."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.interfaces.printing.championships import invitations_pdf
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.web.championships.papers import pdf_answer
from padd.interfaces.web.championships.views import GAMES
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.page_words import EDITIONS
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.championships.masters import MastersSeason, masters_season
from padd.services.delivery.printouts import paper_size_for_person
from padd.services.ratings.careers import names_by_row

ALL: Final = "all"
SEASONS: Final = {**GAMES, ALL: ""}
NAMES: Final = {**EDITIONS, "": "All games"}


def _season(year: int, game: str) -> MastersSeason:
    edition = SEASONS.get(game)
    if edition is None:
        raise Http404
    return masters_season(year=year, edition=edition)


@require_safe
def show_masters(request: HttpRequest, year: int, game: str) -> HttpResponse:
    """Show the Masters points of every player with their sum."""
    season = _season(year, game)
    people = [line.person for line in season.standings]
    names = names_by_row(people, by=actor_of(request), now=timezone.now())
    book = rulebook(rulebook_ids()[0])
    context = {
        "section": "road-latest",
        "year": year,
        "game": game,
        "title": NAMES[season.edition],
        "games": [(key, NAMES[value]) for key, value in SEASONS.items()],
        "combined": game == ALL,
        "season": season,
        "rows": [(names[line.person], line) for line in season.standings],
        "cite": book.citations["championships.masters.points"].cite,
        "director": allowed(Permission.SEASON_PLAN, roles_of(actor_of(request))),
    }
    return render(request, "championships/masters.html", context)


@sign_in_required
@require_safe
def show_masters_desk(request: HttpRequest, year: int) -> HttpResponse:
    """Show the Director the line, the award text and who is invited, in each game."""
    require(Permission.SEASON_PLAN, actor_of(request))
    seasons = [(key, EDITIONS[GAMES[key]], _season(year, key)) for key in GAMES]
    people = {line.person for _, _, one in seasons for line in one.standings}
    context = {
        "section": "desk",
        "year": year,
        "seasons": seasons,
        "names": names_by_row(people, by=actor_of(request), now=timezone.now()),
    }
    return render(request, "championships/desk_masters.html", context)


@sign_in_required
@require_safe
def print_invitations(request: HttpRequest, year: int, game: str) -> HttpResponse:
    """Print a letter for each player who has reached the line."""
    require(Permission.SEASON_PLAN, actor_of(request))
    season = _season(year, game)
    # The combined total has no line, so it invites no player.
    invited = [line for line in season.standings if line.invited]
    if not invited:
        raise Http404
    names = names_by_row(
        [line.person for line in invited], by=actor_of(request), now=timezone.now()
    )
    letters = [
        (names[line.person].name, line.total, [(e.name, e.points) for e in line.events])
        for line in invited
    ]
    printed = invitations_pdf(
        year=year,
        game=NAMES[season.edition],
        award=season.award,
        letters=letters,
        paper=Paper(paper_size_for_person(actor_of(request).person_id)),
    )
    return pdf_answer(printed, f"masters-{year}-{game}-invitations")
