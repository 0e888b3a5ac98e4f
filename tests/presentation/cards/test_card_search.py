"""Searching cards: where a card is legal, and the query read back in words."""

import pytest
from tests.core.decks.card_builder import DAY, SETS, card

from padd.core.cards.catalogue import Catalogue
from padd.presentation.cards import search_cards

CATALOGUE = Catalogue(
    printings=(
        card("Reprint", "alpha", "C"),
        card("Reprint", "undated", "V"),
        card("Fresh", "undated", "V"),
    ),
    sets=SETS,
)


@pytest.mark.req("DECK-43")
@pytest.mark.parametrize(("sign", "titles"), [("", ["Reprint"]), ("-", ["Fresh"])])
def test_a_card_is_legal_in_any_version_that_is(sign, titles):
    found = search_cards(CATALOGUE, "1E", f"{sign}legal:open/complete", today=DAY)

    assert [each.title for each in found.cards] == titles
    told = found.judged(found.cards[0])
    assert told is not None
    assert told.verdict == ("not-checked" if sign else "legal")


@pytest.mark.parametrize(
    ("term", "said"),
    [
        ("fresh", "in the title"),
        ("set:alpha", "printed in Alpha Station"),
        ("-rarity:v", "not of rarity V"),
        ("cost<4", "cost under 4"),
        ("span>3", "span over 3"),
        ("cunning<=8", "cunning at most 8"),
        ("region:nowhere", "region has nowhere"),
        (
            "legal:/virtual@2026-03-14",
            "legal in any rules set, Virtual pool, on Saturday 14 March 2026",
        ),
    ],
)
def test_a_term_is_read_back_in_words(term, said):
    (told,) = search_cards(CATALOGUE, "1E", term, today=DAY).terms

    assert (told.written, str(told.said)) == (term, said)
