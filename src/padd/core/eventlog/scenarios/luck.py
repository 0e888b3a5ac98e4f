"""No Such Thing as Luck: the same opponent again, with each other's deck (AMB-109)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.scenarios.lottery import decks_not_returned
from padd.core.eventlog.scenarios.scenario_play import ScenarioPlay
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.rulebooks.sections.registration import Scenario


class NoSuchThingAsLuck(ScenarioPlay):
    """Own deck in the first round of a block, the opponent's after it."""

    acts = frozenset({"scenario.deck-returned"})

    def this_round(
        self, state: LogState, round_: RoundState, player: PlayerId, rules: Scenario
    ) -> Iterator[Message]:
        """Say which deck is played now."""
        table = round_.tables.get(round_.seats.get(player, 0))
        if table is None or table.match is None:
            return
        opponent = state.name(table.match.opponent_of(player))
        if (round_.number - 1) % rules.rounds_per_pairing:
            yield message("Now with your opponent’s deck: {name}’s.", name=opponent)
            yield message("{name} plays yours. Return decks afterwards.", name=opponent)
        else:
            yield message("With your own deck. Then you two swap decks.")

    def due(self, state: LogState, rules: Scenario) -> Iterator[Message]:
        """Ask for an even number of rounds, and for the decks at the end."""
        if state.settings.rounds_planned % rules.rounds_per_pairing:
            yield message("Plan an even number of rounds.")
        yield from decks_not_returned(state)


PLAY: Final = NoSuchThingAsLuck()
