"""Deck Lottery: from round 2 on everyone plays a deck drawn at random (AMB-111)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.scenarios.scenario_play import ScenarioPlay, earlier_lots, lots_of
from padd.core.eventlog.state.event_state import LogState, Presence, RoundState
from padd.core.eventlog.state.rounds import player_names
from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.core.scenarios.deck_lottery import draw_decks
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.registration import Scenario


class DeckLottery(ScenarioPlay):
    """Own deck in round 1, then one by lot; decks go back to their owners."""

    acts = frozenset({"scenario.lots-redrawn", "scenario.deck-returned"})

    def draws(
        self, state: LogState, number: int, _book: Rulebook, *, seed: int
    ) -> dict[PlayerId, str]:
        """Draw a deck for every player who plays; a bye player's stays in the draw."""
        round_ = state.round(number)
        if round_ is None or number == 1:
            return {}
        had = {
            player: {PlayerId(deck) for deck in earlier_lots(state, number, player)}
            for player in round_.seats
        }
        drawn = draw_decks(tuple(round_.seats), tuple(round_.named), had, seed=seed)
        return {player: str(owner) for player, owner in drawn.items()}

    def this_round(
        self, state: LogState, round_: RoundState, player: PlayerId, _rules: Scenario
    ) -> Iterator[Message]:
        """Say whose deck to play, and who has their own."""
        lots = lots_of(round_)
        if player in lots:
            owner = state.name(PlayerId(lots[player]))
            yield message("Play the deck of {owner}.", owner=owner)
        elif player in round_.seats:
            yield message("Play your own deck.")
        yield from _holder_line(state, lots, player)

    def due(self, state: LogState, _rules: Scenario) -> Iterator[Message]:
        """Ask for the decks that are not reported as returned and complete."""
        yield from decks_not_returned(state)


def _holder_line(state: LogState, lots: dict[PlayerId, str], owner: PlayerId) -> Iterator[Message]:
    holder = next((p for p, deck in lots.items() if deck == owner), None)
    if holder is not None:
        yield message("Your deck is with {holder}.", holder=state.name(holder))


def decks_not_returned(state: LogState) -> Iterator[Message]:
    """Ask for the decks of those here that are not back and whole, at the end."""
    if len(state.played) < state.settings.rounds_planned:
        return
    there = (e.id for e in state.players.values() if e.presence is Presence.HERE)
    missing = [player for player in there if player not in state.scenario.returned]
    if missing:
        yield message(
            "Decks not yet returned complete: {owners}.", owners=player_names(state, missing)
        )


PLAY: Final = DeckLottery()
