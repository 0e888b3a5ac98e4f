"""Rules of conduct during play, infractions and disqualifications in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.eventlog.actions.penalties import infraction_of
from padd.presentation.words import join_names
from padd.rulebooks.schema import Rulebook, cite

TRIBBLES: Final = "TR"
PILES: Final = {
    "draw-deck": "draw decks",
    "seed-deck": "seed decks",
    "dilemma-pile": "dilemma piles",
    "side-decks": "side decks",
}
ONLY_IN: Final = {"seed-deck": "1E", "side-decks": "1E", "dilemma-pile": "2E"}
NOTES: Final = {
    "first-player": "who went first",
    "start-and-end-time": "when the game began and ended",
    "scores": "changes of the scores",
    "selectable-characteristics": "characteristics chosen for a card",
    "information-open-to-both": "what is open to both players anyway",
}
TAKE_BACKS: Final = {
    "never": "Actions can’t be taken back.",
    "until-resolved-or-answered": (
        "An action can be taken back until it resolves or someone responds to it."
    ),
}


MANNERS: Final = {
    "sportsmanlike": "be a good sport",
    "no-coarse-language": "use no profanity or coarse language",
    "becoming": "behave appropriately for everyone at the table",
}
PRINTED: Final = {
    "all-but-watermarked": "Printed cards are fine, unless they have a watermark.",
    "printable-and-physical": "Printable cards may be played as prints.",
    "none": "No proxies: play with the real cards.",
}
PENALIZED: Final = {
    "D4": "Cards that can be recognized by their backs are penalized.",
    "C3": "Playing slowly on purpose is penalized.",
}
KNOWN: Final = {
    "rules-of-the-game": "the rules of the game",
    "this-guide": "this guide",
    "rules-faqs": "the FAQs of the rules, and have them at hand",
}
BINDS: Final = {
    "rest-of-event-unless-evidence": (
        "Where nothing has been ruled before, use sound judgment. Your ruling binds "
        "for the rest of the event, unless sufficient evidence overturns it."
    ),
    "normally-stands": (
        "You have the last word on cheating, rules, timing, stalling and decks in your "
        "own event. Rulings normally stand."
    ),
    "final": "Players may argue from official sources. Your ruling is final.",
}
STEPS_IN: Final = {
    "a-player-asks": "a player asks",
    "a-penalty-is-due": "behavior calls for a penalty",
}
STEPS: Final = {
    "tell-the-player": "tell the player",
    "put-right": "do what the penalty itself asks for",
    "carry-out-level": "carry out the effect of its level",
}


class ConductLine(msgspec.Struct, frozen=True, kw_only=True):
    """One rule of conduct in plain words, with its section."""

    words: str
    cite: str
    path: str


def conduct_in_play(book: Rulebook, edition: str) -> tuple[ConductLine, ...]:
    """Return the rules during a game, without what the guide leaves open."""
    lines = (*_cards(book, edition), *_prints(book), *_looks(book, edition), *_manners(book))
    return tuple(
        ConductLine(words=words, cite=cite(book, path), path=path) for words, path in lines
    )


def conduct_for_directors(book: Rulebook) -> tuple[ConductLine, ...]:
    """Return the rules for directors: rulings, interventions, penalties."""
    return tuple(
        ConductLine(words=words, cite=cite(book, path), path=path)
        for words, path in _directing(book)
    )


def _directing(book: Rulebook) -> Iterator[tuple[str, str]]:
    rules = book.conduct.directing
    if rules.knows_rules:
        known = _and([KNOWN[one] for one in rules.knows_rules])
        yield f"Know {known}.", "conduct.directing.knows_rules"
    if rules.interferes_when:
        when = " or ".join(STEPS_IN[one] for one in rules.interferes_when)
        yield f"Step into a game only if {when}.", "conduct.directing.interferes_when"
    if rules.ruling_binds:
        yield BINDS[rules.ruling_binds], "conduct.directing.ruling_binds"
    if book.conduct.play.retroactive_corrections is False:
        words = "Once play has continued, earlier decisions stand."
        yield words, "conduct.play.retroactive_corrections"
    if rules.penalty_steps:
        steps = _and([STEPS[one] for one in rules.penalty_steps])
        yield f"To give a penalty: {steps}.", "conduct.directing.penalty_steps"
    if rules.abuse_is:
        words = f"Abusing these regulations counts as {rules.abuse_is} (C)."
        yield words, "conduct.directing.abuse_is"
    if rules.house_rules:
        words = "House rules are frowned upon in a tournament."
        yield words, "conduct.directing.house_rules"


def _cards(book: Rulebook, edition: str) -> Iterator[tuple[str, str]]:
    """Yield the rules about a player's own cards."""
    play = book.conduct.play
    piles = [PILES[pile] for pile in play.one_way_up or () if ONLY_IN.get(pile, edition) == edition]
    if piles:
        words = f"Cards in {_and(piles)} all face the same way."
        yield words, "conduct.play.one_way_up"
    if play.discards_shown:
        words = "Cards are shown as they are discarded or removed from the game."
        yield words, "conduct.play.discards_shown"
    if play.cuts is not None and edition != TRIBBLES:
        often = "once" if play.cuts == 1 else f"{play.cuts} times"
        words = f"An opponent may cut your deck {often}, but may not shuffle it."
        yield words, "conduct.play.cuts"
    if play.mandatory_effects:
        words = "You are responsible for the mandatory effects of cards you command or control."
        yield words, "conduct.play.mandatory_effects"
    if play.opponents_cards_counted:
        words = "Both players count their opponent’s cards before and after each game."
        yield words, "conduct.play.opponents_cards_counted"


def _prints(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield the rules about sleeves and prints."""
    sleeves, printing = book.decks.sleeves, book.decks.printing
    if sleeves.front is not None:
        words = f"Fronts of sleeves are {sleeves.front}; backs are all alike and hardly worn."
        yield words, "decks.sleeves.front"
    if sleeves.whole_deck_if_printed:
        words = "With even one printed card, the whole deck must be sleeved."
        yield words, "decks.sleeves.whole_deck_if_printed"
    if printing.allowed is not None:
        yield PRINTED[printing.allowed], "decks.printing.allowed"


def _looks(book: Rulebook, edition: str) -> Iterator[tuple[str, str]]:
    """Yield what players may look at, count, ask and write down."""
    play = book.conduct.play
    if play.any_discard_pile is not None and edition in play.any_discard_pile:
        words = "Anyone may look through any discard pile and any removed cards."
        yield words, "conduct.play.any_discard_pile"
    elif play.own_discard_pile is not None:
        own = edition in play.own_discard_pile
        piles = "play or discard pile" if edition == TRIBBLES else "discard pile"
        words = (
            "You may look through your own discard pile, in its order."
            if own
            else f"You may look through a {piles} only if a card lets you."
        )
        yield words, "conduct.play.own_discard_pile"
    if edition in (play.seed_cards_counted or ()):
        words = "Anyone may count the seed cards under a mission."
        yield words, "conduct.play.seed_cards_counted"
    if edition in (play.dilemma_stack_counted or ()):
        words = "Anyone may count the cards of a dilemma stack."
        yield words, "conduct.play.dilemma_stack_counted"
    if edition in (play.hand_counted or ()):
        words = "If an opponent asks, count your hand and say the number."
        yield words, "conduct.play.hand_counted"
    if play.own_deck_counted is not None:
        may = edition in play.own_deck_counted
        words = "You may count your own draw deck." if may else "Decks may not be counted."
        yield words, "conduct.play.own_deck_counted"
    if play.crew_shared is False and edition == "1E":
        words = "You don’t have to say what is in a crew or Away Team."
        yield words, "conduct.play.crew_shared"
    if play.points_asked:
        words = "You may ask for your opponent’s points at any time."
        yield words, "conduct.play.points_asked"
    if play.notes:
        kinds = _and([NOTES[note] for note in play.notes])
        yield f"You may write down {kinds}, and nothing else.", "conduct.play.notes"


def _manners(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield the rules about behavior, and about conflicts."""
    conduct, play = book.conduct, book.conduct.play
    if play.manners:
        said = _and([MANNERS[one] for one in play.manners])
        yield f"{said[0].upper()}{said[1:]}.", "conduct.play.manners"
    for code, words in PENALIZED.items():
        if infraction_of(code, book) is not None:
            yield words, "conduct.infractions"
    if play.take_backs is not None:
        yield TAKE_BACKS[play.take_backs], "conduct.play.take_backs"
    if play.retroactive_corrections is False:
        words = "Call the director at once: mistakes can’t be corrected later."
        yield words, "conduct.play.retroactive_corrections"
    if conduct.quitter_excluded:
        words = "A player who quits a game is out of the event."
        yield words, "conduct.quitter_excluded"
    if play.helps_clean_up is not None:
        words = f"You are {play.helps_clean_up} to help clean up afterwards."
        yield words, "conduct.play.helps_clean_up"
    if conduct.repeat_within is not None and conduct.repeat_raises:
        words = "Penalties rise with each repeat, over all days and heats of the event."
        yield words, "conduct.repeat_within"
    if conduct.corrected_by is not None:
        words = "An illegal deck or list must be corrected by the next round."
        yield words, "conduct.corrected_by"


def _and(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


REPORTED_TO: Final = {
    "coordinator": "the coordinator",
    "director-of-organized-play": "the Director of Organized Play",
}


def reports_disqualifications(book: Rulebook) -> bool:
    """Tell whether a rulebook asks for a report of a disqualification."""
    return bool(book.conduct.disqualification_reported_to)


def disqualification_report_to(book: Rulebook) -> str:
    """Return the recipients of the report of a disqualification; empty if there is none."""
    to = book.conduct.disqualification_reported_to or ()
    return join_names([REPORTED_TO[who] for who in to]) if to else ""


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
