"""The "Cool" Tournament: the director gives awards to decks, by title."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.scenarios.scenario_play import ScenarioPlay
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.rulebooks.sections.registration import Scenario


class CoolTournament(ScenarioPlay):
    """Style is what counts; play goes on as in any event."""

    acts = frozenset({"scenario.award-given"})

    def this_round(
        self, state: LogState, _round: RoundState, player: PlayerId, _rules: Scenario
    ) -> Iterator[Message]:
        """Name the awards that the player has."""
        for award in state.scenario.awards:
            if award.player == player:
                yield message("Award for your deck: {title}.", title=award.what)

    def due(self, state: LogState, _rules: Scenario) -> Iterator[Message]:
        """Ask for an award before the end."""
        over = len(state.played) >= state.settings.rounds_planned
        if over and not state.scenario.awards:
            yield message("The award for a cool deck has not been given yet.")


PLAY: Final = CoolTournament()
