"""Which titles are one card when copies are counted, conversions included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.decks.legality import Legality
from padd.core.text import slug
from padd.services.cards.catalogue import current_catalogue
from padd.services.decks.deck_registration import question_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from padd.core.eventlog.state import LogState
    from padd.rulebooks.schema import Rulebook


def identity_of(state: LogState, book: Rulebook, now: datetime) -> Callable[[str], str]:
    """Return what a title counts as a copy of (DECK-17, AMB-104).

    A title that the card data does not know, or knows twice, stands for itself.
    """
    catalogue = current_catalogue().catalogue
    question = question_of(state, book, now)
    judge = Legality(catalogue, book, question)

    def identity(title: str) -> str:
        found = catalogue.find(title, question.edition)
        if found.card is None or not found.printings:
            return slug(title)
        return str(judge.copy_of(found.printings[0]))

    return identity
