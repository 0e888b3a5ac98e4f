"""The page *Scenario*: what is due, what was drawn, who leads by its own figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from padd.core.eventlog.state import Presence, Stage
from padd.presentation.eventlog.orbit_view import orbit_view
from padd.presentation.eventlog.scenario_view import scenario_view
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from django.http import QueryDict

    from padd.presentation.event_view import EventView


def scenario(
    view: EventView, query: QueryDict, typed: QueryDict | None
) -> dict[str, Any]:
    """Return the scenario of the event with the forms that it has."""
    del query, typed
    shown = scenario_view(view.state, view.book, view.name)
    if shown is None:
        raise NotFound("scenario")
    round_ = view.current
    playing = round_ is not None and round_.stage is Stage.PUBLISHED
    here = [e for e in view.state.entrants.values() if e.presence is Presence.HERE]
    return {
        "scenario": shown,
        "on": round_ if playing else None,
        "out": [(e.id, e.name) for e in here if e.id not in shown.returned],
        "players": [(e.id, e.name) for e in here],
        "brought": view.state.scenario.brought,
        "orbit": orbit_view(view),
    }
