"""Paper of a league, as PDF: table, missions, bonus slips, certificate."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.interfaces.printing import leagues
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.leagues.season_view import season_view
from padd.services.access.permissions import Permission, require
from padd.services.delivery.printouts import paper_size_for_person
from padd.services.leagues.bonus_sheet import bonus_sheet
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.seasons import season_row
from padd.services.ratings.careers import names_of_people
from padd.services.refusal import NotFound
from padd.store.queries.leagues import sheet_event


@require_safe
def print_table(request: HttpRequest, league: str) -> HttpResponse:
    """Hand out the table of a part of the season."""
    row = league_row(league)
    tab = request.GET.get("table", "")
    view = season_view(season_row(row), tab, by=actor_of(request), now=timezone.now())
    paper = leagues.league_table_list(row.name, view)
    return _pdf(leagues.list_pdf(paper, _size(row.director_id)), "table")


@require_safe
def print_missions(request: HttpRequest, league: str) -> HttpResponse:
    """Hand out the tally of missions done."""
    row = league_row(league)
    view = season_view(season_row(row), "", by=actor_of(request), now=timezone.now())
    paper = leagues.missions_list(row.name, view)
    return _pdf(leagues.list_pdf(paper, _size(row.director_id)), "missions")


@require_safe
def print_certificate(request: HttpRequest, league: str) -> HttpResponse:
    """Hand out the certificate of the Champion, once there is one."""
    row, by, now = league_row(league), actor_of(request), timezone.now()
    view = season_view(season_row(row), "", by=by, now=now)
    if not view.champion:
        raise NotFound("certificate")
    director = row.director.public_id
    names = names_of_people([director], by=by, now=now)
    data = leagues.champion_certificate(
        row.name, view, place=row.place, director=names[director].name, paper=_size(row.director_id)
    )
    return _pdf(data, "champion")


@sign_in_required
@require_safe
def print_bonus_slips(request: HttpRequest, league: str) -> HttpResponse:
    """Print the bonus slips of an event for the League Director."""
    row = league_row(league)
    actor = actor_of(request)
    require(Permission.LEAGUE_RUN, actor, league=row)
    placed = sheet_event(season_row(row).pk, request.GET.get("sheet", ""))
    if placed is None:
        raise NotFound("event")
    sheet = bonus_sheet(placed)
    paper = leagues.bonus_slips(
        row.name,
        number=placed.number,
        event=placed.event.name,
        sheet=sheet,
        names=names_of_people((line.person for line in sheet), by=actor, now=timezone.now()),
    )
    return _pdf(leagues.list_pdf(paper, _size(row.director_id)), "bonus")


def _size(director: int) -> Paper:
    """Return the paper that is usual where the League Director lives."""
    return Paper(paper_size_for_person(director))


def _pdf(data: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(data, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="league-{name}.pdf"'
    return answer
