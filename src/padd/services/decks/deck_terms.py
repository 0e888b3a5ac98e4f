"""What an event asks of its decks: edition, pool, rules set, day, card data."""

from __future__ import annotations

from dataclasses import dataclass

from padd.core.cards.catalogue import Catalogue
from padd.core.cards.printing import card_edition
from padd.core.cards.titles import fold
from padd.core.decks.card_legality import question_for
from padd.core.decks.deck_check import CheckedDeck, check_deck
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.eventlog.state.event_state import LogState
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.section import Edition
from padd.services.cards.catalogue import pinned_catalogue
from padd.services.eventlog import look
from padd.services.eventlog.log_cache import event_row
from padd.services.rulebooks import book_for, start_of
from padd.store.columns.event_rows import event_settings
from padd.store.models.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckTerms:
    """An event as far as its decks go, opened or not."""

    row: Event
    state: LogState
    book: Rulebook
    question: LegalityQuestion
    catalogue: Catalogue
    opened: bool

    def check(self, text: str) -> CheckedDeck:
        """Check a list against what the event asks; nothing is kept."""
        deck = read_deck(text.encode(), source="list")
        return check_deck(deck, self.catalogue, self.book, self.question)


def terms_of(event: str) -> DeckTerms:
    """Return what an event asks of its decks, by the card data that it pinned."""
    row, snapshot = event_row(event), look(event_id=event)
    state = snapshot.state
    settings = state.event or event_settings(row)
    book = snapshot.book or book_for(settings)
    catalogue = pinned_catalogue(state.decks.catalogue if state.decks else "")
    return DeckTerms(
        row=row,
        state=state,
        book=book,
        question=question_for(
            settings,
            book,
            on=start_of(settings) or row.starts_at.date(),
            release_of=_celebrated(row.release_set, card_edition(settings.edition), catalogue),
        ),
        catalogue=catalogue,
        opened=snapshot.book is not None,
    )


def _celebrated(written: str, edition: Edition, catalogue: Catalogue) -> str:
    """Return the code of the set that a release event celebrates, by code or name."""
    wanted = fold(written)
    for (of, code), each in catalogue.sets.items():
        if wanted and of == edition and wanted in {fold(code), fold(each.name)}:
            return code
    return ""
