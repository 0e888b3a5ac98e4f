"""The list of prints and sleeves that a judge ticks off in a deck check."""

import pytest

from padd.presentation.decks.check_points import check_points
from padd.presentation.messages import text
from padd.rulebooks.loader import rulebook


def points(book):
    return {text(point.text): point.rule for point in check_points(rulebook(book))}


@pytest.mark.req(
    "DECK-47",
    "DECK-48",
    "DECK-49",
    "DECK-50",
    "DECK-51",
    "DECK-52",
    "DECK-53",
    "DECK-54",
    "DECK-55",
    "AMB-128",
)
@pytest.mark.parametrize(
    ("book", "said", "section"),
    [
        ("opg-5", "Printed cards: all but watermarked ones", "OPG5 §5.1"),
        ("opg-4.1", "Printed cards: printable and physical cards", "OPG4 §5.1"),
        ("opg-5", "Printed cards cannot be told apart face down", "OPG5 §5"),
        ("opg-4.1", "Printed cards cannot be told apart face down", "OPG4 §5.1.2"),
        ("opg-5", "Fronts of printed cards are in color and readable", "OPG5 §5.1.1"),
        ("opg-5", "Alterations: none that affect play", "OPG5 §5.1.1"),
        ("opg-4.1", "Alterations: none", "OPG4 §5.1.1"),
        ("opg-5", "Paper neither distorts the picture nor marks the card", "OPG5 §5.1.1"),
        ("opg-4.1", "With even one printed card, the whole deck must be sleeved", "OPG4 §5.2"),
        ("opg-5", "One-sided prints have a card behind them and don’t slide", "OPG5 §5.2"),
        ("opg-5", "Recommended behind prints: Star Trek or Tribbles cards", "OPG5 §5.2"),
        ("opg-5", ("Card backs are fully opaque for backing cards of other games"), "OPG5 §5.2"),
        ("opg-5", "Card backs are fully opaque for double sided cards", "OPG5 §5.2"),
        ("opg-4.1", "Card backs are fully opaque for two sided prints", "OPG4 §5.2"),
        ("opg-5", "Fronts of sleeves are clear", "OPG5 §7.8"),
        ("opg-5", "When in doubt, the tournament director decides", "OPG5 §5"),
    ],
)
def test_prints_and_sleeves_are_a_list_with_sections(book, said, section):
    found = points(book)

    assert found[said].startswith(section)


def test_double_sided_cards_of_the_game_are_exempt_in_the_older_guide():
    assert not any("double sided" in said for said in points("opg-4.1"))


def test_a_guide_that_says_nothing_of_prints_has_no_list_of_them():
    assert not points("decipher-1996")
