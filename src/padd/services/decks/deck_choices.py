"""Which of a player's saved decks may be played in an event."""

from __future__ import annotations

from collections.abc import Mapping

from padd.core.messages import message
from padd.core.refusal import RefusalError, refused
from padd.services.access.actors import Actor
from padd.services.decks import kept_decks
from padd.services.decks.deck_terms import DeckTerms


def deck_choices(actor: Actor, terms: DeckTerms) -> list[tuple[kept_decks.DeckRow, str, int]]:
    """Return somebody's decks for an event: each with its verdict and its size."""
    rows = kept_decks.own_decks(by=actor, edition=terms.question.edition)
    checked = [(row, terms.check(row.text)) for row in rows]
    return [
        (row, deck.verdict, sum(line.written.quantity for line in deck.lines))
        for row, deck in checked
    ]


def chosen_list(actor: Actor, typed: Mapping[str, str]) -> str:
    """Return the kept deck that was chosen, or the list that was pasted.

    Whoever chose a kept deck and changed the list too is asked which is meant.
    """
    address, text = typed.get("deck", ""), typed.get("list", "")
    if not address:
        return text
    shown = typed.get("shown", "")
    if text.strip() and text.splitlines() != shown.splitlines():
        raise RefusalError(
            refused(
                "two-decks",
                message("You chose a saved deck and also pasted a list."),
                way_out=message("Choose “Pasted list”, or clear the list."),
            )
        )
    return kept_decks.kept_deck(by=actor, address=address).versions[0].text
