"""Public Play Testing: unreleased cards that the director lists, and notes on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.scenarios.scenario_play import ScenarioPlay
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.rulebooks.sections.registration import Scenario


class PublicPlayTesting(ScenarioPlay):
    """Cards in development may be played; what people say of them is kept."""

    acts = frozenset({"scenario.lines-listed", "scenario.card-noted"})
    lines_are = message("Unreleased cards, one per line")

    def this_round(
        self, state: LogState, _round: RoundState, _player: PlayerId, _rules: Scenario
    ) -> Iterator[Message]:
        """Say how many cards can be tested."""
        cards = len(state.scenario.lines)
        if cards:
            yield message("Unreleased cards allowed here: {cards}.", cards=cards)

    def due(self, state: LogState, _rules: Scenario) -> Iterator[Message]:
        """Ask for the list, and for notes before the end."""
        if not state.scenario.lines:
            yield message("List the unreleased cards, one per line.")
        over = len(state.played) >= state.settings.rounds_planned
        if over and not state.scenario.notes:
            yield message("There are no comments on the cards yet.")


PLAY: Final = PublicPlayTesting()
