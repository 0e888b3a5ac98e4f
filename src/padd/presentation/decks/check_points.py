"""What a judge checks apart from the cards: prints and sleeves."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from padd.core.messages import Message, message
from padd.presentation.rulebooks import value_words
from padd.rulebooks.schema import Rulebook, cite


class CheckPoint(msgspec.Struct, frozen=True):
    """One thing to look at, with its section."""

    text: Message
    rule: str


def check_points(book: Rulebook) -> tuple[CheckPoint, ...]:
    """Return what the rulebook says of prints and sleeves, as a list to tick."""
    return (*_prints(book), *_sleeves(book), *_last_word(book))


def _prints(book: Rulebook) -> Iterator[CheckPoint]:
    printing = book.decks.printing
    if printing.allowed is not None:
        yield CheckPoint(
            message("Printed cards: {which}", which=value_words(printing.allowed)),
            cite(book, "decks.printing.allowed"),
        )
    if printing.accepted_if is not None:
        yield CheckPoint(
            message("Printed cards cannot be told apart face down"),
            cite(book, "decks.printing.accepted_if"),
        )
    if printing.colour:
        yield CheckPoint(
            message("Fronts of printed cards are in color and readable"),
            cite(book, "decks.printing.colour"),
        )
    if printing.alterations is not None:
        yield CheckPoint(
            message("Alterations: {which}", which=value_words(printing.alterations)),
            cite(book, "decks.printing.alterations"),
        )
    if printing.paper is not None:
        yield CheckPoint(
            message("Paper neither distorts the picture nor marks the card"),
            cite(book, "decks.printing.paper"),
        )


def _sleeves(book: Rulebook) -> Iterator[CheckPoint]:
    sleeves = book.decks.sleeves
    if sleeves.whole_deck_if_printed:
        yield CheckPoint(
            message("With even one printed card, the whole deck must be sleeved"),
            cite(book, "decks.sleeves.whole_deck_if_printed"),
        )
    if sleeves.backing_card:
        yield CheckPoint(
            message("One-sided prints have a card behind them and don’t slide"),
            cite(book, "decks.sleeves.backing_card"),
        )
    if sleeves.recommended_backing is not None:
        yield CheckPoint(
            message(
                "Recommended behind prints: {which}", which=value_words(sleeves.recommended_backing)
            ),
            cite(book, "decks.sleeves.recommended_backing"),
        )
    if sleeves.front is not None:
        yield CheckPoint(
            message("Fronts of sleeves are {how}", how=value_words(sleeves.front)),
            cite(book, "decks.sleeves.front"),
        )
    for what in sleeves.opaque_for or ():
        yield CheckPoint(
            message("Card backs are fully opaque for {what}", what=value_words(what)),
            cite(book, "decks.sleeves.opaque_for"),
        )


def _last_word(book: Rulebook) -> Iterator[CheckPoint]:
    who = book.decks.printing.final_word
    if who is not None:
        yield CheckPoint(
            message("When in doubt, the {who} decides", who=value_words(who)),
            cite(book, "decks.printing.final_word"),
        )
