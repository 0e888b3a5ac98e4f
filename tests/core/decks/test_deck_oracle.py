"""Random decks, counted by the product and by a second reading of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.core.decks.card_builder import DAY, SETS, card

from padd.core.cards.catalogue import Catalogue
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_list import DeckLine, DeckList
from padd.core.decks.verdicts import LegalityQuestion
from padd.rulebooks.loader import rulebook
from padd_oracle.legality import deck_faults

KINDS = ("Mission", "Dilemma", "Doorway", "Personnel", "Event")
TITLES = {f"{kind} {letter}": kind for kind in KINDS for letter in "ABC"}
CATALOGUES = {
    edition: Catalogue(
        printings=tuple(
            card(title, code, "C", edition=edition, type=kind, number=str(at))
            for at, (title, kind) in enumerate(TITLES.items())
        ),
        sets=SETS,
    )
    for edition, code in (("1E", "alpha"), ("2E", "SE"))
}
SECTIONS = ("missions", "dilemmas", "seed", "deck", "deck", "tent", "sideboard")
ASKED = [
    ("opg-5", "1E", "constructed", "otf-beta-1"),
    ("opg-5", "1E", "constructed", "open"),
    ("opg-5", "2E", "constructed", "standard"),
    ("opg-5", "2E", "draft", "standard"),
    ("opg-4.1", "2E", "constructed", "standard"),
    ("decipher-1998", "1E", "constructed", "decipher"),
    ("decipher-1998", "1E", "junior", "decipher"),
    ("decipher-1998", "1E", "sealed", "decipher"),
    ("decipher-1996", "1E", "constructed", "decipher"),
]


@st.composite
def lists(draw):
    parted = draw(st.booleans())
    section = st.sampled_from(SECTIONS) if parted else st.just("")
    quantity = st.integers(1, 5) | st.sampled_from([10, 13, 14, 20, 30])
    title = st.sampled_from(sorted(TITLES))
    rows = draw(st.lists(st.tuples(quantity, title, section), min_size=1, max_size=7))
    return [(many, name, where, TITLES[name]) for many, name, where in rows]


def codes(rows, asked):
    book, edition, form, rules = asked
    deck = DeckList(
        lines=tuple(
            DeckLine(line=at, quantity=many, title=name, section=where or None)  # type: ignore[arg-type]
            for at, (many, name, where, _) in enumerate(rows, 1)
        )
    )
    terms: dict[str, Any] = {"edition": edition, "format": form, "rules": rules}
    question = LegalityQuestion(on=DAY, **terms)
    checked = check_deck(deck, CATALOGUES[edition], rulebook(book), question)
    return {reason.code for reason in checked.deck}


@pytest.mark.req("DECK-1", "DECK-2", "DECK-3", "DECK-4", "DECK-7", "DECK-8", "DECK-16")
@given(lists(), st.sampled_from(ASKED))
@example([(3, "Event A", "deck", "Event")], ASKED[2])
@example([(4, "Event A", "deck", "Event")], ASKED[2])
@example([(2, "Dilemma A", "dilemmas", "Dilemma")], ASKED[0])
@example([(3, "Dilemma A", "dilemmas", "Dilemma")], ASKED[0])
@example([(13, "Event A", "tent", "Event")], ASKED[0])
@example([(30, "Event A", "deck", "Event"), (30, "Event B", "seed", "Event")], ASKED[5])
@example([(29, "Event A", "deck", "Event"), (31, "Event B", "seed", "Event")], ASKED[5])
@example([(60, "Event A", "deck", "Event")], ASKED[8])
def test_the_oracle_counts_every_deck_the_same(rows, asked):
    book, edition, form, rules = asked

    assert codes(rows, asked) == deck_faults(rows, book, edition, form, rules)


@given(lists(), st.sampled_from(ASKED), st.randoms(use_true_random=False))
def test_no_order_of_lines_changes_what_is_found(rows, asked, chance):
    mixed = list(rows)
    chance.shuffle(mixed)

    assert codes(mixed, asked) == codes(rows, asked)
