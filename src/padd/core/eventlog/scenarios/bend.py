"""Bend the Rules: food items at entry, spent in games, collected by winners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.scenarios.scenario_play import ScenarioLine, ScenarioPlay, scenario_ranking
from padd.core.eventlog.state.event_state import LogState, Presence, RoundState
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.rounds import player_names
from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.core.scoring.results import score_event
from padd.core.scoring.terms import WINS
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.registration import Scenario


class BendTheRules(ScenarioPlay):
    """Items buy abilities; the winner of the game collects them (AMB-138)."""

    acts = frozenset({"scenario.lines-listed", "scenario.items-brought", "scenario.items-spent"})
    lines_are = message("Abilities, one per line")
    figures = (message("Items collected"),)

    def this_round(
        self, state: LogState, round_: RoundState, player: PlayerId, rules: Scenario
    ) -> Iterator[Message]:
        """Say what is at stake at their own table, and what is left to spend."""
        at = round_.seats.get(player)
        if at is None:
            return
        stake = sum(
            spent.items
            for spent in state.scenario.spent
            if spent.round == round_.number and round_.seats.get(spent.player) == at
        )
        yield message("Items at stake in this game: {items}.", items=stake)
        yield message("You have {items} to spend.", items=items_left(state, player, rules))

    def due(self, state: LogState, rules: Scenario) -> Iterator[Message]:
        """Ask for the entry fee: an item for every round planned."""
        fee = entry_fee(state, rules)
        brought = state.scenario.brought
        short = [
            e.id
            for e in state.players.values()
            if e.presence is Presence.HERE and brought.get(e.id, 0) < fee
        ]
        if short:
            yield message(
                "Brought fewer than {fee} items (one per round): {players}.",
                fee=fee,
                players=player_names(state, short),
            )

    def ranking(self, state: LogState, book: Rulebook) -> tuple[ScenarioLine, ...]:
        """Count the items that each player won; without a winner they are lost."""
        won: Counter[PlayerId] = Counter()
        winners = _winners(state, book)
        for spent in state.scenario.spent:
            round_ = state.round(spent.round)
            table = round_.seats.get(spent.player) if round_ else None
            winner = winners.get((spent.round, table or 0))
            if winner is not None:
                won[winner] += spent.items
        there = [e.id for e in state.players.values() if e.took_part]
        return scenario_ranking({player: (won[player],) for player in there})


def entry_fee(state: LogState, rules: Scenario) -> int:
    """Return the items that entering costs."""
    return (rules.food_items_per_round or 0) * state.settings.rounds_planned


def items_left(state: LogState, player: PlayerId, rules: Scenario) -> int:
    """Return how many items a player has beyond the entry fee and those spent."""
    scenario = state.scenario
    spent = sum(s.items for s in scenario.spent if s.player == player)
    return scenario.brought.get(player, 0) - entry_fee(state, rules) - spent


def _winners(state: LogState, book: Rulebook) -> dict[tuple[int, int], PlayerId]:
    """Return who won at which table of which round."""
    if any(t.pod for r in state.played for t in r.tables.values()):
        return {
            (r.number, t.number): t.pod.went_out[0]
            for r in state.played
            for t in r.tables.values()
            if t.pod is not None and t.pod.went_out
        }
    seats = {r.number: r.seats for r in state.played}
    return {
        (round_.number, seats[round_.number][result.player]): result.player
        for round_ in score_event(event_facts(state), book).rounds
        for result in round_.results
        if result.code in WINS and result.player in seats[round_.number]
    }


PLAY: Final = BendTheRules()
