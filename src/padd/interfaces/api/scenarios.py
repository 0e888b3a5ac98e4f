"""API of an event's scenario: its lots, its ranking, and what is due."""

from __future__ import annotations

from typing import Final

from ninja import Router

from padd.interfaces.api.event_view import directed
from padd.interfaces.api.operation import NOT_CHANGED, READS, ApiRequest, operation
from padd.interfaces.api.parameters import EventId
from padd.presentation.eventlog.scenario_view import ScenarioView, scenario_view
from padd.services.access.api_tokens import Scope
from padd.services.refusal import NotFound

router = Router(tags=["Running"])

STAFF: Final = (Scope.READ, Scope.RUN, Scope.SCORE)


@operation(
    router,
    "GET",
    "/events/{event}/scenario",
    answer=ScenarioView,
    scopes=STAFF,
    statuses=(*READS, 403),
)
def scenario(request: ApiRequest, event: EventId) -> ScenarioView | object:
    """Read the scenario of an event: what was drawn, who leads, what is due."""
    known = directed(request, event)
    if request.unchanged(known.version("scenario")):
        return NOT_CHANGED
    shown = scenario_view(known.state, known.book, known.state.name)
    if shown is None:
        raise NotFound("scenario")
    return shown
