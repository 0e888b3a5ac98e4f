"""Comparing versions of a deck, and figures of a field that name nobody."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.decks.card_builder import DAY, SETS, card

from padd.core.cards.catalogue import Catalogue
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_list import DeckLine, DeckList, compare_decks
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.field_figures import FieldDeck, field_figures
from padd.core.decks.verdicts import LegalityQuestion
from padd.rulebooks.loader import rulebook

LINES = st.lists(
    st.builds(
        DeckLine,
        line=st.just(1),
        quantity=st.integers(1, 4),
        title=st.sampled_from(["Alpha", "Beta", "Gamma", "Delta"]),
        section=st.sampled_from([None, "deck", "missions"]),
    ),
    max_size=8,
)
DECKS = LINES.map(lambda lines: DeckList(lines=tuple(lines)))


@given(DECKS, DECKS)
def test_changes_lead_from_one_version_to_the_other(old, new):
    changes = compare_decks(old, new)

    counts = old.counts()
    for change in changes:
        counts[change.section, change.title] = change.after
    assert {key: count for key, count in counts.items() if count} == new.counts()
    assert all(change.added for change in changes)


@given(DECKS, st.randoms(use_true_random=False))
def test_the_order_of_lines_is_no_change(deck, rng):
    lines = list(deck.lines)
    rng.shuffle(lines)  # type: ignore[attr-defined]

    assert compare_decks(deck, DeckList(lines=tuple(lines))) == ()


CARDS = (
    card("Alpha", "alpha", "C", type="Personnel", affiliation="Romulan"),
    card("Beta", "alpha", "C", type="Personnel", affiliation="Klingon"),
    card("Gamma", "alpha", "C", type="Ship"),
    card("Secret", "alpha", "C", type="Event"),
)


def checked(text):
    question = LegalityQuestion(edition="1E", on=DAY)
    catalogue = Catalogue(printings=CARDS, sets=SETS)
    return check_deck(read_deck(text.encode()), catalogue, rulebook("opg-5"), question)


@pytest.mark.req("DECK-65")
def test_figures_say_what_was_played_and_how_it_fared():
    field = [
        FieldDeck(checked=checked("3 Alpha\n1 Gamma"), place=1),
        FieldDeck(checked=checked("2 Alpha\n1 Beta\n1 Gamma"), place=4),
        FieldDeck(checked=checked("1 Alpha\n1 Gamma\n1 Secret"), place=2),
        FieldDeck(checked=checked("2 Beta"), place=3),
    ]

    figures = field_figures(field)

    assert [(x.title, x.decks, x.copies) for x in figures.cards] == [
        ("Alpha", 3, 6),
        ("Gamma", 3, 3),
    ]
    assert figures.cards[0].place == Fraction(7, 3)
    assert [(x.title, x.decks) for x in figures.affiliations] == [("Romulan", 3)]
    assert figures.types[0] == ("Personnel", Fraction(9, 4))


@pytest.mark.req("DECK-65")
def test_what_fewer_than_three_decks_share_is_in_no_figure():
    two = [FieldDeck(checked=checked("1 Secret"), place=1)] * 2

    assert field_figures(two).cards == ()
    assert field_figures([*two, FieldDeck(checked=checked("1 Alpha"))]).cards == ()
