"""The page *Scenario*: what is due, what was drawn, who leads by its own figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from padd.core.blocks import scenario_of
from padd.core.eventlog.scenarios.orbit import moves_in, owner_at, ring, seated
from padd.core.eventlog.state import Presence, Stage
from padd.presentation.eventlog.scenario_view import scenario_view
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from django.http import QueryDict

    from padd.core.eventlog.state import RoundState
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
        "orbit": orbit(view, round_) if playing and round_ is not None else None,
    }


def orbit(view: EventView, round_: RoundState) -> dict[str, Any] | None:
    """Return where everybody sits now and after the next move."""
    rules = scenario_of(view.state.settings, view.book)
    if rules is None or rules.rotation_minutes is None:
        return None
    moves = view.state.scenario.moves.get(round_.number, 0)
    most = moves_in(round_.clock.minutes, rules.rotation_minutes)
    now, then = seated(round_, moves), seated(round_, moves + 1)
    noted = {
        (totals.stretch, totals.table): totals.totals
        for totals in view.state.scenario.totals
        if totals.round == round_.number
    }
    return {
        "moves": moves,
        "most": most,
        "next": moves + 1 if most is None or moves < most else None,
        "minutes": rules.rotation_minutes,
        "tables": [
            {
                "number": table,
                "decks": [view.name(player) for player in round_.tables[table].players],
                "totals": noted.get((moves, table)),
            }
            for table in sorted(round_.tables)
        ],
        "seats": [
            {
                "table": seat[0],
                "deck": view.name(owner_at(round_, seat)),
                "now": view.name(now[seat]),
                "then": view.name(then[seat]),
            }
            for seat in sorted(ring(round_))
        ],
    }
