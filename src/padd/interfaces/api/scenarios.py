"""API of an event's scenario and seeding: lots, ranking, what is due, steps."""

from __future__ import annotations

from typing import Final

import msgspec
from ninja import Router

from padd.interfaces.api.event_view import directed
from padd.interfaces.api.operation import NOT_CHANGED, READS, ApiRequest, operation
from padd.interfaces.api.parameters import EventId
from padd.presentation.eventlog.scenario_view import ScenarioView, scenario_view
from padd.presentation.eventlog.seed_phase_view import SeedingView, seeding_view
from padd.services.access.api_tokens import Scope

router = Router(tags=["Running"])


class ScenarioRead(msgspec.Struct, frozen=True):
    """The scenario of an event and the seeding of its tables; null without one."""

    scenario: ScenarioView | None
    seeding: SeedingView | None


STAFF: Final = (Scope.READ, Scope.RUN, Scope.SCORE)


@operation(
    router,
    "GET",
    "/events/{event}/scenario",
    answer=ScenarioRead,
    scopes=STAFF,
    statuses=(*READS, 403, 422),
)
def scenario(request: ApiRequest, event: EventId) -> ScenarioRead | object:
    """Read the scenario of an event: what was drawn, who leads, what is left to do.

    If the rules have players seed in steps, it says how far each table is, but never
    shows a card.
    """
    known = directed(request, event)
    if request.unchanged(known.version("scenario")):
        return NOT_CHANGED
    state, book = known.state, known.book
    return ScenarioRead(
        scenario_view(state, book, state.name), seeding_view(state, state.current, book, state.name)
    )
