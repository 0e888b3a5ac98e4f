"""A checked deck as pages show it: the figures beside the list."""

from tests.core.decks.card_builder import DAY, SETS, card

from padd.core.cards.catalogue import Catalogue
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.verdicts import LegalityQuestion
from padd.presentation.decks.deck_view import deck_view
from padd.rulebooks.loader import rulebook

COSTS = {
    "Ensign": ("Personnel", "0"),
    "Admiral": ("Personnel", "3"),
    "Runabout": ("Ship", "3"),
    "Wall": ("Dilemma", "2"),
    "World": ("Mission", ""),
    "Riddle": ("Event", "X"),
    "Misprint": ("Event", "30000000"),
}
CATALOGUE = Catalogue(
    printings=tuple(
        card(title, "SE", "C", edition="2E", type=kind, cost=cost)
        for title, (kind, cost) in COSTS.items()
    ),
    sets=SETS,
)


def view(text):
    question = LegalityQuestion(edition="2E", on=DAY)
    deck = read_deck(text.encode())
    return deck_view(check_deck(deck, CATALOGUE, rulebook("opg-5"), question))


def test_the_draw_deck_is_counted_by_cost_without_missions_and_dilemmas():
    shown = view("1 World\n4 Wall\n2 Ensign\n1 Admiral\n3 Runabout")

    assert shown.costs == ((0, 2), (1, 0), (2, 0), (3, 4))


def test_cards_whose_cost_is_no_small_number_are_left_out_of_the_chart():
    shown = view("1 Riddle\n1 Misprint\n1 Not A Card")

    assert shown.costs == ()


def test_lines_with_the_same_reasons_are_one_objection_that_names_them():
    shown = view("1 Ensign\n2 Nobody Knows\n3 Nor This")

    objections = [each for each in shown.objections if each.cards]
    named = [[card.title for card in each.cards] for each in objections]
    assert named == [["Nobody Knows", "Nor This"]]
    assert [card.quantity for card in objections[0].cards] == [2, 3]
