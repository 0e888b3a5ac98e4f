"""What players and directors read about conduct, by rulebook and game."""

import pytest

from padd.presentation.conduct.conduct_in_play import conduct_for_directors, conduct_in_play
from padd.rulebooks.loader import rulebook, rulebook_ids

OPG = ("opg-5", "opg-4.1")


def said(book, edition="2E"):
    lines = conduct_in_play(rulebook(book), edition)
    return "\n".join(f"{one.words} [{one.cite}]" for one in lines)


def directing(book):
    lines = conduct_for_directors(rulebook(book))
    return "\n".join(f"{one.words} [{one.cite}]" for one in lines)


@pytest.mark.parametrize("book", rulebook_ids())
def test_every_line_leads_to_a_value_of_its_own_rulebook(book):
    shown = rulebook(book)
    lines = [*conduct_for_directors(shown)]
    for edition in ("1E", "2E", "TR"):
        lines += conduct_in_play(shown, edition)

    assert lines
    assert all(shown.citations[one.path].cite == one.cite for one in lines)
    assert all(one.words.endswith(".") for one in lines)


@pytest.mark.req("COND-1", "COND-2", "COND-6", "COND-7")
def test_cards_face_one_way_are_shown_when_discarded_and_are_cut_once():
    for book in OPG:
        both = said(book)
        assert "Cards in draw decks and dilemma piles all face the same way." in both
        assert "shown as they are discarded or removed" in both
        assert "are responsible for the mandatory effects" in both
        assert "may cut your deck once" in both
    assert "seed decks" in said("opg-5", "1E")
    assert "discarded" in said("decipher-1998", "1E")
    assert "cut your deck" not in said("decipher-1998", "1E")


@pytest.mark.req("COND-3")
def test_notes_are_few_and_in_1998_what_both_may_know():
    assert (
        "You may write down who went first, when the game began and ended, changes of "
        "the scores and characteristics chosen for a card, and nothing else."
    ) in said("opg-5")
    assert "what is open to both players anyway" in said("decipher-1998", "1E")
    assert "write down" not in said("decipher-1996", "1E")


@pytest.mark.req("COND-8", "COND-9", "COND-12", "COND-13", "COND-14")
def test_what_may_be_looked_at_differs_between_the_games():
    first, second = said("opg-5", "1E"), said("opg-5", "2E")

    assert "your own discard pile, in its order" in first
    assert "count the seed cards under a mission" in first
    assert "don’t have to say what is in a crew" in first
    assert "any discard pile and any removed cards" in second
    assert "count the cards of a dilemma stack" in second
    for only in ("seed cards", "crew"):
        assert only not in second
    assert "don't have to say" not in said("opg-4.1", "1E")
    assert "only if a card lets you" in said("decipher-1998", "1E")


@pytest.mark.req("COND-10", "COND-11", "COND-15", "COND-60")
def test_what_may_be_counted_and_asked():
    assert "count your hand and say the number" in said("opg-5", "TR")
    assert "You may count your own draw deck." in said("opg-5", "2E")
    assert "Decks may not be counted." in said("opg-5", "1E")
    old = said("decipher-1998", "1E")
    assert "ask for your opponent’s points" in old
    assert "count their opponent’s cards before and after" in old


@pytest.mark.req("COND-16")
def test_manners_are_asked_for_by_every_guide():
    assert "Be a good sport and use no profanity or coarse language." in said("opg-5")
    assert "Be a good sport. [DTG §III]" in said("decipher-1998", "1E")
    assert "behave appropriately for everyone" in said("decipher-1996", "1E").lower()


@pytest.mark.req("COND-17", "COND-18", "COND-19", "COND-21", "AMB-128")
def test_sleeves_marked_cards_prints_and_stalling():
    for book in OPG:
        newer = said(book)
        assert "Fronts of sleeves are clear; backs are all alike" in newer
        assert "one printed card, the whole deck must be sleeved" in newer
        assert "recognized by their backs are penalized" in newer
        assert "Playing slowly on purpose is penalized" in newer
    assert "unless they have a watermark" in said("opg-5")
    assert "No proxies" in said("decipher-1998", "1E")


@pytest.mark.req("COND-22", "COND-23", "COND-24", "COND-35", "COND-36", "AMB-84")
@pytest.mark.parametrize("book", OPG)
def test_directors_read_how_they_rule_step_in_and_penalize(book):
    words = directing(book)

    assert "Know the rules of the game and this guide. [OPG5 App. B]" in words
    assert "binds for the rest of the event, unless sufficient evidence" in words
    assert "only if a player asks or behavior calls for a penalty" in words
    assert (
        "To give a penalty: tell the player, do what the penalty itself asks for and "
        "carry out the effect of its level."
    ) in words
    assert "these regulations counts as Contempt (C)" in words


@pytest.mark.req("COND-25", "COND-26", "GOV-14")
def test_in_1998_the_director_has_the_last_word_in_the_own_event():
    words = directing("decipher-1998")

    assert "the last word on cheating, rules, timing, stalling and decks" in words
    assert "Once play has continued, earlier decisions stand." in words


@pytest.mark.req("COND-62", "GOV-16", "AMB-124")
def test_in_1996_directors_know_the_faqs_and_house_rules_are_frowned_upon():
    words = directing("decipher-1996")

    assert "Know the FAQs of the rules, and have them at hand. [DTR96 §2, §3]" in words
    assert "House rules are frowned upon" in words
    assert "Your ruling is final." in words
