"""What everyone played with, round by round: whose deck, which rule, which points."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from padd.core.model import Event, PlayerId, Round
from padd.core.scenarios.orbit import PLAYER_AND_DECK, points_of_round
from padd.core.scenarios.round_blocks import scenario_of
from padd.presentation.names import player_names
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.registration import Scenario

OWN_DECK = "Own deck"


class PlayedWith(msgspec.Struct, frozen=True):
    """A round of a scenario: what each player had, and how often it was drawn again."""

    number: int
    by_player: Mapping[PlayerId, str]
    redraws: int = 0


class ScenarioRounds(msgspec.Struct, frozen=True):
    """The rounds of a scenario under the title of what they list."""

    title: str
    word: str
    """What one entry is: a deck, a rule, points."""
    rounds: tuple[PlayedWith, ...]

    def of(self, player: PlayerId) -> tuple[str, ...]:
        """Return what a player had in every round."""
        return tuple(round_.by_player.get(player, "") for round_ in self.rounds)


def scenario_rounds(
    event: Event, book: Rulebook, names: Mapping[PlayerId, str] | None = None
) -> ScenarioRounds | None:
    """Return what was played with; nothing where the scenario changes nothing of it."""
    rules = scenario_of(event, book)
    if rules is None:
        return None
    called = player_names(event) if names is None else names
    rounds = tuple(_round(round_, rules, called) for round_ in event.rounds)
    if not any(round_.by_player for round_ in rounds):
        return None
    if rules.ranked_by == PLAYER_AND_DECK:
        return ScenarioRounds("Points by round", "Points", rounds)
    if rules.own_deck is not None:
        return ScenarioRounds("Decks by round", "Deck", rounds)
    return ScenarioRounds("Rules by round", "Rule", rounds)


def _round(round_: Round, rules: Scenario, names: Mapping[PlayerId, str]) -> PlayedWith:
    lots = (round_.draw or {}).get("lots") or {}
    if rules.ranked_by == PLAYER_AND_DECK:
        said = {
            player: f"{points.own} own, {points.deck} by the deck"
            for player, points in points_of_round(round_).items()
        }
    else:
        said = {
            PlayerId(player): _lot(str(lot), names)
            for player, lot in (lots.get("drawn") or {}).items()
        } or _without_lots(round_, rules, names)
    return PlayedWith(round_.number, said, int(lots.get("redraws", 0)))


def _lot(lot: str, names: Mapping[PlayerId, str]) -> str:
    """Return a deck by the name of its owner, a rule by its words."""
    owner = names.get(PlayerId(lot))
    return lot if owner is None else f"{owner}’s deck"


def _without_lots(
    round_: Round, rules: Scenario, names: Mapping[PlayerId, str]
) -> dict[PlayerId, str]:
    """Return whose decks were played where nothing is drawn for it."""
    everybody = [
        *(player for match in round_.matches for player in match.players),
        *(player for pod in round_.pods for player in pod.players),
    ]
    if rules.own_deck == "first-round":
        return dict.fromkeys(everybody, OWN_DECK) if round_.number == 1 else {}
    if rules.own_deck != "odd-rounds":
        return {}
    if (round_.number - 1) % rules.rounds_per_pairing == 0:
        return dict.fromkeys(everybody, OWN_DECK)
    return {
        player: f"{names.get(other, other)}’s deck"
        for match in round_.matches
        for player, other in (match.players, match.players[::-1])
    }
