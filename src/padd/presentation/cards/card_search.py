"""Search cards by a query, as pages, API and commands do."""

from __future__ import annotations

from datetime import date

import msgspec

from padd.core.cards.catalogue import Card, Catalogue
from padd.core.cards.query import LegalTest, Test, find_cards, parse_query
from padd.core.decks.card_legality import CardLegality, judge_for
from padd.core.decks.verdicts import CardVerdict, LegalityQuestion
from padd.presentation.cards.legality_matrix import best_verdict
from padd.presentation.cards.query_words import TermWords, term_words
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.sections.section import Edition


class CardsFound(msgspec.Struct, frozen=True):
    """The cards that a query finds, and the query read back."""

    cards: tuple[Card, ...]
    terms: tuple[TermWords, ...] = ()
    judge: CardLegality | None = None
    """What judged `legal:`, where the query has it."""

    def judged(self, card: Card) -> CardVerdict | None:
        """Return the verdict of the version of a card that serves best."""
        if self.judge is None:
            return None
        return best_verdict(card, self.judge)


def search_cards(catalogue: Catalogue, edition: Edition, text: str, *, today: date) -> CardsFound:
    """Return the cards that a query finds; one that cannot be read is refused."""
    judges: list[CardLegality] = []
    query = parse_query(text, legal=legal_test(catalogue, edition, today, judges))
    return CardsFound(
        tuple(find_cards(catalogue, edition, query)),
        tuple(term_words(term, catalogue, today) for term in query.terms),
        judges[0] if judges else None,
    )


def legal_test(
    catalogue: Catalogue, edition: Edition, today: date, judges: list[CardLegality]
) -> LegalTest:
    """Return what tests `legal:rules/pool@day`, by the newest rulebook.

    A card is legal in any version that is. Whoever asks gets to know what judged, for
    the reasons.
    """

    def test_of(rules: str, pool: str, on: date | None) -> Test:
        book = rulebook(rulebook_ids()[0])
        question = LegalityQuestion(
            edition=edition, pool=pool or "complete", rules=rules or None, on=on or today
        )
        judge = judge_for(catalogue, book, question)
        judges.append(judge)
        return lambda printing: any(
            judge.judge(each).verdict == "legal" for each in catalogue.card_of(printing).printings
        )

    return test_of
