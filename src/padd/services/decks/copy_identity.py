"""Which titles are the same card when copies are counted, including conversions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from padd.core.decks.card_legality import CardLegality, question_for
from padd.core.eventlog.state.event_state import LogState
from padd.core.text import slug
from padd.rulebooks.schema import Rulebook
from padd.services.cards.catalogue import pinned_catalogue
from padd.services.rulebooks import start_of


def identity_of(state: LogState, book: Rulebook, now: datetime) -> Callable[[str], str]:
    """Return what a title counts as a copy of (DECK-17, AMB-104).

    A title that the card data does not know, or knows twice, stands for itself.
    """
    catalogue = pinned_catalogue(state.decks.catalogue if state.decks else "")
    settings = state.settings
    question = question_for(settings, book, on=start_of(settings) or now.date())
    judge = CardLegality(catalogue, book, question)

    def identity(title: str) -> str:
        found = catalogue.find(title, question.edition)
        if found.card is None or not found.printings:
            return slug(title)
        return str(judge.copy_of(found.printings[0]))

    return identity
