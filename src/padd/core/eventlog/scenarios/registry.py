"""The scenarios in play, by their names in rulebooks."""

from __future__ import annotations

from typing import Final

from padd.core.eventlog.scenarios import (
    bend,
    biermeister,
    cool,
    lottery,
    luck,
    orbit,
    race,
    unreleased_cards,
)
from padd.core.eventlog.scenarios.scenario_play import ScenarioPlay
from padd.core.model import Event
from padd.core.scenarios.round_blocks import scenario_of
from padd.rulebooks.schema import Rulebook

PLAYS: Final[dict[str, ScenarioPlay]] = {
    "deck-lottery": lottery.PLAY,
    "exchanged-decks": luck.PLAY,
    "orbit": orbit.PLAY,
    "awards": cool.PLAY,
    "random-rules": race.PLAY,
    "spent-items": bend.PLAY,
    "play-test": unreleased_cards.PLAY,
    "drinks": biermeister.PLAY,
}


def scenario_play_of(event: Event, book: Rulebook) -> ScenarioPlay | None:
    """Return what the scenario of an event does in play."""
    rules = scenario_of(event, book)
    return None if rules is None else PLAYS[rules.play]
