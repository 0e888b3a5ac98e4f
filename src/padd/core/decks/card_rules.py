"""What the checks of a printing share: the catalogue, the rulebook, the pool, the lists."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Literal

from padd.core.cards.catalogue import Catalogue
from padd.core.cards.printing import (
    BORDERLESS,
    OF_DECIPHER,
    PREVIEW,
    VIRTUAL,
    VIRTUAL_PROMO,
    Printing,
)
from padd.core.decks.listed_cards import ListedCards
from padd.core.decks.verdicts import CardVerdict, LegalityQuestion, VerdictReason, verdict_reason
from padd.core.messages import Message, message
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.cards import CardPool

Make = Literal["virtual", "physical", "promo", "unexplained"]


class CardRules(ABC):
    """The rules of one question about the cards of a catalogue."""

    def __init__(self, catalogue: Catalogue, book: Rulebook, question: LegalityQuestion) -> None:
        self.catalogue = catalogue
        self.book = book
        self.question = question
        self.pool: CardPool = book.decks.pools[question.pool]
        self.listed = ListedCards(catalogue, book, question)

    @abstractmethod
    def judge(self, printing: Printing) -> CardVerdict:
        """Return whether the printing may be played, with every reason."""

    def says(
        self, code: str, verdict: Literal["not-legal", "not-checked"], said: Message, path: str
    ) -> VerdictReason:
        """Return a reason that cites a value of the rulebook."""
        section = self.pool.cite if path == "decks.pools" else ""
        return verdict_reason(code, verdict, said, book=self.book, path=path, section=section)

    def make_of(self, printing: Printing) -> Make:
        """Return who made a printing: Decipher, the Committee, or a promo of it."""
        card_set = self.catalogue.set_of(printing)
        virtual = card_set.virtual if card_set else printing.virtual
        if printing.rarity == VIRTUAL:
            return "virtual"
        if printing.rarity in {VIRTUAL_PROMO, BORDERLESS}:
            return "promo"
        if printing.rarity == PREVIEW and virtual is not None:
            return "promo" if virtual else "physical"
        if virtual:
            return "virtual"
        if printing.rarity in OF_DECIPHER or (card_set and card_set.name):
            return "physical"
        return "unexplained"

    def converted(self, printing: Printing, told: Message, path: str) -> Iterator[VerdictReason]:
        """Object to a converted card, or report that the converted cards are unknown."""
        if id(printing) in self.listed.converted:
            yield self.says("converted", "not-legal", told, path)
        elif not self.listed.conversions_known:
            unknown = message("The list of converted cards is not loaded.")
            yield self.says("conversions-not-known", "not-checked", unknown, path)
