"""Check a deck list: a card and a verdict for each line, and for the whole deck."""

from __future__ import annotations

from typing import Final

import msgspec

from padd.core.cards.catalogue import Catalogue, TitleMatch
from padd.core.cards.printing import Printing
from padd.core.cards.titles import MARKS, fold_title
from padd.core.decks.card_legality import CardLegality, legality_for
from padd.core.decks.deck_list import DeckLine, DeckList
from padd.core.decks.structure import Structure
from padd.core.decks.verdicts import (
    CardVerdict,
    CheckedDeck,
    CheckedLine,
    LegalityQuestion,
    Verdict,
    VerdictReason,
)
from padd.core.messages import message
from padd.rulebooks.schema import Rulebook

BEST: Final[tuple[Verdict, ...]] = ("legal", "not-checked", "not-legal")


def check_deck(
    deck: DeckList, catalogue: Catalogue, book: Rulebook, question: LegalityQuestion
) -> CheckedDeck:
    """Return every objection to a deck, with its section."""
    judge = legality_for(catalogue, book, question)
    lines = tuple(_check_line(line, judge) for line in deck.lines)
    return CheckedDeck(lines, tuple(Structure(judge, lines).reasons()))


def _check_line(line: DeckLine, judge: CardLegality) -> CheckedLine:
    edition = judge.question.edition
    found = judge.catalogue.find(line.title, edition)
    if found.card is None and line.text != line.title:
        whole = judge.catalogue.find(line.text, edition)
        if whole.card is not None:
            line = msgspec.structs.replace(line, quantity=1, title=line.text)
            found = whole
    if found.card is None:
        return CheckedLine(line, None, CardVerdict((_title_reason(found, judge),)), found.nearest)
    printing = _best_printing(line, found, judge)
    return CheckedLine(line, printing, judge.judge(printing))


def _best_printing(line: DeckLine, found: TitleMatch, judge: CardLegality) -> Printing:
    """Return the printing that serves best: any version of a card may be played.

    A list that names one printing (by a mark such as *VP) means that one.
    """
    versions = found.cards[0].printings
    if len(versions) == 1:
        return versions[0]
    if MARKS.search(line.title):
        marked = tuple(x for x in versions if fold_title(x.title) == fold_title(line.title))
        versions = marked or versions
    bearing = {id(each) for each in found.printings}
    return min(
        versions, key=lambda each: (BEST.index(judge.judge(each).verdict), id(each) not in bearing)
    )


def _title_reason(found: TitleMatch, judge: CardLegality) -> VerdictReason:
    nearest = ", ".join(found.nearest) or "none"
    if found.cards:
        said = message("More than one card has this title: {nearest}.", nearest=nearest)
        code = "title-unclear"
    elif found.nearest:
        said = message("No card has this title. The nearest: {nearest}.", nearest=nearest)
        code = "card-not-found"
    else:
        said = message("No card has this title.")
        code = "card-not-found"
    reason = judge.says(code, "not-checked", said, "decks.pools")
    return msgspec.structs.replace(reason, ruling="")  # a title is no question of pools
