"""What registered decks say to other areas, without showing a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.leagues.deck_proposal import proposed_facts
from padd.services.decks.deck_terms import terms_of
from padd.store.models import RegisteredDeck

if TYPE_CHECKING:
    from padd.core.leagues.bonus_schemes import DeckFacts
    from padd.rulebooks.sections.programme import HeadquartersBonus


def league_facts(event: str, rules: HeadquartersBonus) -> dict[int, DeckFacts]:
    """Return headquarters and personnel of each person's registered deck."""
    terms = terms_of(event)
    rows = RegisteredDeck.objects.filter(event=terms.row, person__isnull=False)
    found: dict[int, DeckFacts] = {}
    for row in rows.exclude(content=""):
        facts = proposed_facts(terms.check(row.content), rules)
        if facts is not None and row.person_id is not None:
            found[row.person_id] = facts
    return found
