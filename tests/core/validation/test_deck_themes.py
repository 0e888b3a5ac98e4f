"""Deck themes: unsanctioned everywhere, a card query as pool, kept in the file."""

import msgspec
import pytest
from tests.core.decks.card_builder import DAY, SETS, card
from tests.played_event import settings

from padd.core.cards.catalogue import Catalogue
from padd.core.cards.query import parse_theme
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.event_file import read_event, write_event
from padd.core.model import DeckTheme, Edition
from padd.core.refusal import RefusalError
from padd.core.validation.sanction import check_sanction
from padd.rulebooks.loader import rulebook

THEME = DeckTheme(text="Klingons only", cards="affiliation:klingon")


@pytest.mark.req("REG-22")
@pytest.mark.parametrize(
    ("book", "cite"), [("opg-5", "OPG5 §4.2.1-§4.2.9"), ("decipher-1998", "DTG §I.B")]
)
def test_a_deck_theme_is_for_events_that_are_not_sanctioned(book, cite):
    event = settings(book, edition=Edition.FIRST, theme=THEME)

    found = check_sanction(event, rulebook(book)).problems
    without = check_sanction(msgspec.structs.replace(event, theme=None), rulebook(book))

    about = [one.rule for one in found if one.code == "theme-not-sanctioned"]
    assert about == [cite]
    assert all(one.code != "theme-not-sanctioned" for one in without.problems)


@pytest.mark.req("REG-22")
def test_every_card_of_a_deck_must_pass_the_query_of_the_theme():
    catalogue = Catalogue(
        printings=(
            card("Worf", "alpha", "C", type="Personnel", affiliation="Klingon"),
            card("Picard", "alpha", "C", type="Personnel", affiliation="Federation"),
        ),
        sets=SETS,
    )
    question = LegalityQuestion(edition="1E", on=DAY, theme=THEME.cards)

    deck = read_deck(b"1 Worf\n1 Picard\n")
    checked = check_deck(deck, catalogue, rulebook("opg-5"), question)

    codes = [[r.code for r in line.judgement.reasons] for line in checked.lines]
    assert "theme" not in codes[0]
    assert "theme" in codes[1]


@pytest.mark.req("REG-22")
def test_a_theme_asks_what_cards_are_and_stays_in_the_file():
    event = settings("opg-5", edition=Edition.FIRST, theme=THEME)

    kept = read_event(write_event(event), book_of=rulebook)
    with pytest.raises(RefusalError) as refused:
        parse_theme("legal:otf/complete")

    assert kept.theme == THEME
    assert refused.value.refusal.code == "theme-legal"
