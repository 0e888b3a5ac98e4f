"""Facts about registered decks for other areas, without revealing a card."""

from __future__ import annotations

from padd.core.leagues.bonus_schemes import DeckFacts
from padd.core.leagues.deck_proposal import known_affiliations, proposed_facts
from padd.core.leagues.event_points import league_rules
from padd.services.decks.deck_terms import terms_of
from padd.store.models.decks import RegisteredDeck


def league_facts(event: str) -> dict[str, DeckFacts]:
    """Return headquarters and personnel of each player's registered deck."""
    terms = terms_of(event)
    if terms.book.leagues is None:
        return {}
    rules = league_rules(terms.book).bonus.headquarters
    rows = RegisteredDeck.objects.filter(event=terms.row, person__isnull=False)
    sides = known_affiliations(terms.catalogue.printings)
    found: dict[str, DeckFacts] = {}
    for row in rows.exclude(content="").select_related("person"):
        facts = proposed_facts(terms.check(row.content), rules, sides)
        if facts is not None and row.person is not None:
            found[row.person.public_id] = facts
    return found
