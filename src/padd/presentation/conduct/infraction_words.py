"""What each infraction means, with examples, to help choose one."""

from __future__ import annotations

from typing import Final

import msgspec


class InfractionWords(msgspec.Struct, frozen=True):
    """One infraction in our own words."""

    name: str
    means: str
    examples: str


INFRACTIONS: Final = {
    "A1": InfractionWords(
        "Procedural error, minor",
        "An honest slip that is a nuisance but costs the event nothing.",
        "Walking off before the score is reported; cards upside down at a deck check.",
    ),
    "A2": InfractionWords(
        "Procedural error, major",
        "An honest slip that gets in the way of the event.",
        "A drink spilled over a game; cards damaged so that they can be told apart.",
    ),
    "A3": InfractionWords(
        "Procedural error, severe",
        "An honest slip that badly disrupts the event.",
        "An opponent’s card found in the deck a round later; very late for a round.",
    ),
    "B1": InfractionWords(
        "Misconduct, minor",
        "Behavior that bothers someone without holding up the event.",
        "Swearing or offensive remarks or items; unreasonable demands on the director.",
    ),
    "B2": InfractionWords(
        "Misconduct, major",
        "Behavior that disturbs players or the director, without contact or distress.",
        "Ignoring an instruction; pressing for an opponent’s penalty; watching a game "
        "whose players object.",
    ),
    "B3": InfractionWords(
        "Misconduct, severe",
        "Behavior that seriously holds up the event, or hurts or distresses someone.",
        "Threats, coercion, assault; arguing on and on after a ruling.",
    ),
    "C1": InfractionWords(
        "Contempt, deception",
        "Deliberate cheating for an advantage. Needs enough evidence of intent.",
        "A false name or result; a fake shuffle; sleight of hand; illegal peeking.",
    ),
    "C2": InfractionWords(
        "Contempt, collusion",
        "Arranging a result with others, or trying to. Needs enough evidence.",
        "Paying for a concession; agreeing a result beforehand; bribing the director.",
    ),
    "C3": InfractionWords(
        "Contempt, stalling",
        "Slow play on purpose to use up the clock. Watch it yourself for 20 seconds.",
        "Moving a ship back and forth; rereading well-known dilemmas; long choices.",
    ),
    "D1": InfractionWords(
        "Deck error, illegal deck",
        "A deck that breaks a rule: number of cards, legality, limits, or its list.",
        "Four copies of a dilemma where three are allowed; a card that is not listed.",
    ),
    "D2": InfractionWords(
        "Deck error, illegal list",
        "A deck list with such a fault, where lists are required and checked.",
        "Fourteen cards listed for a Q’s Tent.",
    ),
    "D3": InfractionWords(
        "Deck error, not random",
        "A deck or dilemma pile offered for a cut without having been shuffled.",
        "No shuffle after a download.",
    ),
    "D4": InfractionWords(
        "Deck error, marked cards",
        "Card backs that differ. If they share a pattern, it may point to cheating.",
        "Worn sleeves; a bent corner on every ship; curled foils among flat cards.",
    ),
}
