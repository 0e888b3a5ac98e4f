"""What an event asks of its decks: edition, pool, rules set, day, card data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from padd.core.cards.catalogue import Catalogue
from padd.core.cards.printing import card_edition
from padd.core.cards.titles import fold_title
from padd.core.decks.card_legality import CardLegality, legality_question
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.headquarters_bonus import known_affiliations, proposed_deck_facts
from padd.core.decks.verdicts import CheckedDeck, LegalityQuestion
from padd.core.eventlog.state.event_state import LogState
from padd.core.leagues.bonus_schemes import DeckFacts
from padd.core.leagues.event_points import league_rules
from padd.core.text import slug
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.section import Edition
from padd.services.cards import pinned_catalogue
from padd.services.eventlog import snapshot_event, stored_event
from padd.services.rulebooks.event_rulebook import event_rulebook, event_start_date
from padd.store.columns.event_rows import event_settings
from padd.store.models.decks import RegisteredDeck
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


def deck_terms(event: str) -> DeckTerms:
    """Return what an event asks of its decks, by the card data that it pinned."""
    row, snapshot = stored_event(event), snapshot_event(event_id=event)
    state = snapshot.state
    settings = state.event or event_settings(row)
    book = snapshot.book or event_rulebook(settings)
    catalogue = pinned_catalogue(state.decks.catalogue if state.decks else "")
    return DeckTerms(
        row=row,
        state=state,
        book=book,
        question=legality_question(
            settings,
            book,
            on=event_start_date(settings) or row.starts_at.date(),
            release_of=_celebrated(row.release_set, card_edition(settings.edition), catalogue),
        ),
        catalogue=catalogue,
        opened=snapshot.book is not None,
    )


def _celebrated(written: str, edition: Edition, catalogue: Catalogue) -> str:
    """Return the code of the set that a release event celebrates, by code or name."""
    wanted = fold_title(written)
    for (of, code), each in catalogue.sets.items():
        if wanted and of == edition and wanted in {fold_title(code), fold_title(each.name)}:
            return code
    return ""


def copy_identity(state: LogState, book: Rulebook, now: datetime) -> Callable[[str], str]:
    """Return what a title counts as a copy of (DECK-17, AMB-104).

    A title that the card data does not know, or knows twice, stands for itself.
    """
    catalogue = pinned_catalogue(state.decks.catalogue if state.decks else "")
    settings = state.settings
    question = legality_question(settings, book, on=event_start_date(settings) or now.date())
    judge = CardLegality(catalogue, book, question)

    def identity(title: str) -> str:
        found = catalogue.find(title, question.edition)
        if found.card is None or not found.printings:
            return slug(title)
        return str(judge.copy_of(found.printings[0]))

    return identity


def registered_deck_facts(event: str) -> dict[str, DeckFacts]:
    """Return headquarters and personnel of each player's registered deck."""
    terms = deck_terms(event)
    if terms.book.leagues is None:
        return {}
    rules = league_rules(terms.book).bonus.headquarters
    rows = RegisteredDeck.objects.filter(event=terms.row, person__isnull=False)
    sides = known_affiliations(terms.catalogue.printings)
    found: dict[str, DeckFacts] = {}
    for row in rows.exclude(content="").select_related("person"):
        facts = proposed_deck_facts(terms.check(row.content), rules, sides)
        if facts is not None and row.person is not None:
            found[row.person.public_id] = facts
    return found
