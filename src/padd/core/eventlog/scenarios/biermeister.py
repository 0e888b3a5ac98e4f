"""Biermeister: a beer for every two victory points, all of age (AMB-108)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.scenarios.scenario_play import ScenarioLine, ScenarioPlay, scenario_ranking
from padd.core.eventlog.state.event_state import LogState
from padd.core.eventlog.state.facts import event_facts
from padd.core.messages import Message, message
from padd.core.scenarios.round_blocks import scenario_of
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import records_of
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.registration import Scenario


class Biermeister(ScenarioPlay):
    """Only the director sees how many drinks each player owes."""

    acts = frozenset({"scenario.age-confirmed"})
    figures = (message("Drinks"), message("Victory points"))
    public = False

    def due(self, state: LogState, _rules: Scenario) -> Iterator[Message]:
        """Ask the director whether every player may drink."""
        if state.scenario.of_age_since is None:
            yield message("Confirm that everyone is of legal drinking age.")

    def ranking(self, state: LogState, book: Rulebook) -> tuple[ScenarioLine, ...]:
        """Count the drinks: victory points by the rulebook's figure, rounded down."""
        rules = scenario_of(state.settings, book)
        if rules is None or rules.victory_points_per_beer is None:
            return ()
        per_drink = rules.victory_points_per_beer
        records = records_of(score_event(event_facts(state), book), book)
        return scenario_ranking({r.player: (r.vp // per_drink, r.vp) for r in records})


PLAY: Final = Biermeister()
