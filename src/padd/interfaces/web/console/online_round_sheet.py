"""The sheet of an online round, with deadlines in UTC and in local time."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from padd.interfaces.printing.leagues import pdf_of
from padd.interfaces.printing.online import round_paper
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.services.delivery import printouts
from padd.services.eventlog.log_cache import stored_event
from padd.services.online.own_game import player_time_zones
from padd.services.refusal import NotFound


@sign_in_required
@require_safe
def round_sheet(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the games of the latest round as PDF."""
    view = staff_event_view(request, event)
    if not view.opened or not view.state.settings.online or not view.state.played:
        raise NotFound("document")
    zones = player_time_zones(stored_event(event), list(view.state.players))
    size = Paper(printouts.chosen_paper_size(event))
    pdf = pdf_of(round_paper(view, zones), size)
    answer = HttpResponse(pdf, content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="round.pdf"'
    return answer
