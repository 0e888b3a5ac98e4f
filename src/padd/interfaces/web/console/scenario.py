"""The page of a special format: what is due, what was drawn, how far seeding is."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from padd.core.eventlog.actions.scenarios.notes import active_trouble, has_troubles
from padd.core.eventlog.guidance.checklist import junior_age_limit
from padd.core.eventlog.state.event_state import Presence, RoundState, Stage
from padd.interfaces.web.console.page import console_page
from padd.interfaces.web.layout.navigation import special_title
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.orbit_view import orbit_view
from padd.presentation.eventlog.scenario_view import scenario_view
from padd.presentation.eventlog.seed_phase_view import seeding_view
from padd.rulebooks.schema import cite
from padd.services.refusal import NotFound


@console_page("console-scenario", "console/scenario.html")
def scenario_page(view: EventView, _query: QueryDict, _typed: QueryDict | None) -> dict[str, Any]:
    """Return what is special about the event with the forms that it has."""
    title = special_title(view)
    if not title:
        raise NotFound("scenario")
    shown = scenario_view(view.state, view.book, view.name)
    round_ = view.current
    playing = round_ is not None and round_.stage is Stage.PUBLISHED
    here = [e for e in view.state.players.values() if e.presence is Presence.HERE]
    back = view.state.scenario.returned
    return {
        "title": shown.title if shown is not None else title,
        "scenario": shown,
        "on": round_ if playing else None,
        "out": [(e.id, e.name) for e in here if e.id not in back],
        "players": [(e.id, e.name) for e in here],
        "brought": view.state.scenario.brought,
        "orbit": orbit_view(view),
        "seeding": seeding_view(view.state, round_, view.book, view.name),
        "juniors": _juniors(view),
        "troubles": _troubles(view, round_) if playing else None,
    }


def _juniors(view: EventView) -> dict[str, Any] | None:
    oldest = junior_age_limit(view.state, view.book)
    if oldest is None:
        return None
    return {
        "oldest": oldest,
        "since": view.clock(view.state.scenario.juniors_since),
        "points": view.book.formats.victory[view.state.settings.format].points,
        "rule": cite(view.book, "formats.oldest_junior"),
    }


def _troubles(view: EventView, round_: RoundState | None) -> dict[str, Any] | None:
    """Return every pod with its players and the Trouble that holds there."""
    if round_ is None or not has_troubles(view.state, view.book):
        return None
    return {
        "rule": cite(view.book, "tribbles.trouble_piles_per_pod"),
        "pods": [
            (
                number,
                [view.name(player) for player in table.players],
                active_trouble(view.state, number),
            )
            for number, table in sorted(round_.tables.items())
        ],
    }
