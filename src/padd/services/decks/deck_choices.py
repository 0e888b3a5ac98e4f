"""Which of one's kept decks may be played in an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.services.decks import kept_decks

if TYPE_CHECKING:
    from padd.services.access.actors import Actor
    from padd.services.decks.deck_terms import DeckTerms


def deck_choices(
    actor: Actor, terms: DeckTerms
) -> list[tuple[kept_decks.DeckRow, str, int]]:
    """Return somebody's decks for an event: each with its verdict and its size."""
    rows = kept_decks.own_decks(by=actor, edition=terms.question.edition)
    checked = [(row, terms.check(row.text)) for row in rows]
    return [
        (row, deck.verdict, sum(line.written.quantity for line in deck.lines))
        for row, deck in checked
    ]
