"""A registered deck proposes the headquarters of the league's bonus sheet."""

import pytest
from tests.core.decks.card_builder import DAY, SETS, card

from padd.core.cards.catalogue import Catalogue
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.headquarters_bonus import known_affiliations, proposed_deck_facts
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.leagues.bonus_schemes import DeckFacts, deck_qualifies
from padd.core.leagues.event_points import league_rules
from padd.rulebooks.loader import rulebook


def person(title, side):
    return card(title, "SE", "C", type="Personnel", affiliation=side, edition="2E")


CARDS = (
    card(
        "Station",
        "SE",
        "C",
        type="Mission",
        affiliation="Bajoran/Federation Headquarters",
        edition="2E",
    ),
    card("Hideout", "SE", "C", type="Mission", affiliation="Outlaw Headquarters", edition="2E"),
    person("Nerys", "Bajoran"),
    person("Worf", "Klingon/Federation"),
    person("Sisko", "Federation"),
    person("Martok", "Klingon"),
    person("Quark", "Non-Aligned"),
)


def rules(book="opg-5"):
    return league_rules(rulebook(book)).bonus.headquarters


def proposed(text, book="opg-5"):
    question = LegalityQuestion(edition="2E", on=DAY)
    catalogue = Catalogue(printings=CARDS, sets=SETS)  # type: ignore[arg-type]
    deck = read_deck(text.encode())
    checked = check_deck(deck, catalogue, rulebook(book), question)
    return proposed_deck_facts(checked, rules(), known_affiliations(catalogue.printings))


@pytest.mark.req("LEAG-19", "LEAG-20", "EX-LEAG-1")
def test_a_headquarters_counts_the_personnel_of_its_affiliations():
    enough = proposed("1 Station\n5 Nerys\n4 Sisko\n7 Martok\n4 Quark")
    short = proposed("1 Station\n4 Nerys\n4 Sisko\n8 Martok\n4 Quark")

    assert enough == DeckFacts("Station", 20, 4, 9)
    assert short == DeckFacts("Station", 20, 4, 8)
    assert deck_qualifies(enough, rules())
    assert not deck_qualifies(short, rules())


@pytest.mark.req("LEAG-21", "EX-LEAG-2")
def test_more_than_three_quarters_non_aligned_is_credited_so():
    most = proposed("1 Station\n4 Sisko\n16 Quark")
    less = proposed("1 Station\n5 Sisko\n15 Quark")

    assert most == DeckFacts("Non-Aligned", 20, 16)
    assert less == DeckFacts("Station", 20, 15, 5)


def test_a_deck_without_headquarters_is_named_by_its_commonest_affiliation():
    assert proposed("3 Martok\n2 Sisko") == DeckFacts("Klingon", 5, 0, 3)
    assert proposed("3 Martok\n2 Sisko\n2 Worf") == DeckFacts("Klingon", 7, 0, 5)
    assert proposed("1 Station") is None


@pytest.mark.req("LEAG-20")
def test_who_fits_a_headquarters_without_affiliation_is_left_to_the_director():
    facts = proposed("1 Hideout\n9 Sisko\n1 Quark")

    assert facts == DeckFacts("Hideout", 10, 1)
    assert deck_qualifies(facts, rules())
