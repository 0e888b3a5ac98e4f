"""Paper of a league, as PDF: table, missions, bonus slips, certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from padd.interfaces.printing import league_papers
from padd.interfaces.web.request_actor import actor_of, known
from padd.presentation.leagues.season_view import season_view
from padd.services.access.permissions import Permission, require
from padd.services.leagues.bonus_sheet import bonus_sheet
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.seasons import season_row
from padd.services.refusal import NotFound
from padd.store.queries import leagues as queries

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def table(request: HttpRequest, league: str) -> HttpResponse:
    """Hand out the table of a part of the season."""
    row = league_row(league)
    view = season_view(season_row(row), request.GET.get("table", ""))
    return _pdf(
        league_papers.pdf_of(league_papers.table_paper(row.name, view)), "table"
    )


@require_safe
def missions(request: HttpRequest, league: str) -> HttpResponse:
    """Hand out the tally of missions done."""
    del request
    row = league_row(league)
    paper = league_papers.missions_paper(row.name, season_view(season_row(row), ""))
    return _pdf(league_papers.pdf_of(paper), "missions")


@require_safe
def certificate(request: HttpRequest, league: str) -> HttpResponse:
    """Hand out the certificate of the Champion, once there is one."""
    del request
    row = league_row(league)
    view = season_view(season_row(row), "")
    if not view.champion:
        raise NotFound("certificate")
    data = league_papers.certificate(
        row.name, view, place=row.place, director=row.director.handle
    )
    return _pdf(data, "champion")


@known
@require_safe
def slips(request: HttpRequest, league: str) -> HttpResponse:
    """Hand out the bonus slips of an event to whoever runs the league."""
    row = league_row(league)
    require(Permission.LEAGUE_RUN, actor_of(request), league=row)
    placed = queries.sheet_event(season_row(row).pk, request.GET.get("sheet", ""))
    if placed is None:
        raise NotFound("event")
    paper = league_papers.bonus_paper(
        row.name,
        number=placed.number,
        event=placed.event.name,
        sheet=bonus_sheet(placed),
    )
    return _pdf(league_papers.pdf_of(paper), "bonus")


def _pdf(data: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(data, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="league-{name}.pdf"'
    return answer
