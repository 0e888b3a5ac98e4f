"""API of an event's scenario: its lots, its ranking, and what is due."""

from __future__ import annotations

from typing import Final

import msgspec
from ninja import Router

from padd.interfaces.api.event_view import directed
from padd.interfaces.api.operation import NOT_CHANGED, READS, ApiRequest, operation
from padd.interfaces.api.parameters import EventId
from padd.presentation.eventlog.scenario_view import ScenarioView, scenario_view
from padd.services.access.api_tokens import Scope

router = Router(tags=["Running"])


class ScenarioRead(msgspec.Struct, frozen=True):
    """The scenario of an event; none where it is played without one."""

    scenario: ScenarioView | None


STAFF: Final = (Scope.READ, Scope.RUN, Scope.SCORE)


@operation(
    router,
    "GET",
    "/events/{event}/scenario",
    answer=ScenarioRead,
    scopes=STAFF,
    statuses=(*READS, 403),
)
def scenario(request: ApiRequest, event: EventId) -> ScenarioRead | object:
    """Read the scenario of an event: what was drawn, who leads, what is due."""
    known = directed(request, event)
    if request.unchanged(known.version("scenario")):
        return NOT_CHANGED
    return ScenarioRead(scenario_view(known.state, known.book, known.state.name))
