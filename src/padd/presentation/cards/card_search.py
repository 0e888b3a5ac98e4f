"""Search cards by a query, as pages, API and commands do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from padd.core.cards.query import find_cards, parse_query
from padd.core.decks.card_legality import judge_for
from padd.core.decks.verdicts import LegalityQuestion
from padd.rulebooks.loader import rulebook, rulebook_ids

if TYPE_CHECKING:
    from datetime import date

    from padd.core.cards.catalogue import Card, Catalogue
    from padd.core.cards.query import LegalTest, Test
    from padd.core.messages import Message
    from padd.rulebooks.sections.section import Edition


class CardsFound(msgspec.Struct, frozen=True):
    """The cards that a query finds, and the query read back."""

    cards: tuple[Card, ...]
    parts: tuple[Message, ...]


def search_cards(
    catalogue: Catalogue, edition: Edition, text: str, *, today: date
) -> CardsFound:
    """Return the cards that a query finds; one that cannot be read is refused."""
    query = parse_query(text, legal=legal_test(catalogue, edition, today))
    return CardsFound(tuple(find_cards(catalogue, edition, query)), query.parts)


def legal_test(catalogue: Catalogue, edition: Edition, today: date) -> LegalTest:
    """Return what tests `legal:rules/pool@day`, by the newest rulebook."""

    def test_of(rules: str, pool: str, on: date | None) -> Test:
        book = rulebook(rulebook_ids()[0])
        question = LegalityQuestion(
            edition=edition,
            pool=pool or "complete",
            rules=rules or None,
            on=on or today,
        )
        judge = judge_for(catalogue, book, question)
        return lambda printing: judge.judge(printing).verdict == "legal"

    return test_of
