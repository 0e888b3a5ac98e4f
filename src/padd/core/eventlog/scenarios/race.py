"""Race to the Alpha Quadrant: a random rule for every game (AMB-138)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.scenarios.scenario_play import ScenarioPlay, earlier_lots, lots_of
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.core.rng import Rng
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.registration import Scenario


class RaceToTheAlphaQuadrant(ScenarioPlay):
    """A rule for each player and game, never the same twice, one rejection."""

    acts = frozenset({"scenario.lines-listed", "scenario.rule-rejected", "scenario.lots-redrawn"})
    lines_are = message("Rules, one per line")

    def draws(
        self, state: LogState, number: int, _book: Rulebook, *, seed: int
    ) -> dict[PlayerId, str]:
        """Draw a rule for every player who plays, from those not had."""
        round_ = state.round(number)
        if round_ is None or not state.scenario.lines:
            return {}
        rng = Rng(seed, "rules")
        return {
            player: rng.one_of(rules_left(state, number, player)) for player in sorted(round_.seats)
        }

    def this_round(
        self, state: LogState, round_: RoundState, player: PlayerId, rules: Scenario
    ) -> Iterator[Message]:
        """Say their own rule and the opponent's."""
        lots = lots_of(round_)
        table = round_.tables.get(round_.seats.get(player, 0))
        if player not in lots or table is None:
            return
        yield message("Your rule: {rule}", rule=lots[player])
        for other in table.players:
            if other != player and other in lots:
                yield message("{name} has: {rule}", name=state.name(other), rule=lots[other])
        if may_reject(state, player, rules):
            yield message("You may reject one rule in this event.")

    def due(self, state: LogState, _rules: Scenario) -> Iterator[Message]:
        """Ask for the rules, and for as many as the rounds need."""
        needed = state.settings.rounds_planned + 1
        listed = len(state.scenario.lines)
        if not listed:
            yield message("List the rules to draw from, one per line.")
        elif listed < needed:
            yield message(
                "{listed} rules for {rounds} rounds and a rejection: list at least {needed}.",
                listed=listed,
                rounds=needed - 1,
                needed=needed,
            )


def rules_left(state: LogState, number: int, player: PlayerId) -> list[str]:
    """Return the rules that a player can draw for a game.

    Rules had are out, rejected ones only for their game. Who has had every rule draws
    from all but those of this game.
    """
    rejected = {
        r.rejected for r in state.scenario.rejected if (r.player, r.round) == (player, number)
    }
    here = [rule for rule in state.scenario.lines if rule not in rejected]
    had = earlier_lots(state, number, player)
    return [rule for rule in here if rule not in had] or here


def may_reject(state: LogState, player: PlayerId, rules: Scenario) -> bool:
    """Tell whether a player has a rejection left."""
    used = sum(r.player == player for r in state.scenario.rejected)
    return used < (rules.rejections or 0)


PLAY: Final = RaceToTheAlphaQuadrant()
