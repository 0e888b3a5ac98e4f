"""Decks in the log of an event: registered, locked, opened again, drawn, checked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.eventlog.event_builder import day_of, p

from padd.core.decks.deck_reader import read_deck
from padd.core.decks.event_decks import deck_digest
from padd.core.eventlog.actions.decks import (
    DeckChecked,
    DeckChecksDrawn,
    DeckCorrected,
    DeckPassed,
    DeckRegistered,
    DeckReopened,
    DecksLocked,
    draw_players_for_check,
)

FOUR = ["kirk", "khan", "spock", "gorn"]


def deck(player, mark="a"):
    return DeckRegistered(player=p(player), digest=mark * 64, verdict="legal")


@pytest.mark.req("DECK-60")
def test_a_deck_is_registered_until_the_lock_and_opened_with_a_reason():
    day = day_of(FOUR)
    day.do(deck("kirk"), by="kirk")
    day.do(deck("kirk", "b"), by="kirk")
    day.do(DecksLocked(catalogue="c"))

    late = day.refused(deck("kirk", "d"), by="kirk")
    late_too = day.refused(deck("khan"), by="khan")
    bare = day.refused(DeckReopened(player=p("kirk")))
    day.do(DeckReopened(player=p("kirk")), reason="a card was misprinted")
    day.do(deck("kirk", "e"), by="kirk")

    assert (late.code, late_too.code) == ("decks-locked", "decks-locked")
    assert "§4.1" in late.rule
    assert bare.code == "reason-missing" or "reason" in bare.code
    assert day.state.decks is not None
    assert day.state.decks.records[p("kirk")].digest == "e" * 64
    assert day.refused(deck("kirk", "f"), by="kirk").code == "decks-locked"


@pytest.mark.req("FMT-3", "DECK-9", "COND-20", "ONL-9")
def test_a_constructed_deck_does_not_change_once_play_has_begun():
    day = day_of(FOUR)
    day.do(deck("kirk"), by="kirk")
    day.publish()

    assert day.refused(deck("kirk", "b"), by="kirk").code == "decks-locked"


@pytest.mark.req("DECK-61")
def test_players_register_their_own_deck_alone():
    day = day_of(FOUR)

    assert day.refused(deck("khan"), by="kirk").code == "not-your-deck"
    assert day.refused(deck("nobody")).code == "unknown-player"


@pytest.mark.req("DECK-62")
def test_checks_are_drawn_by_a_seed_that_can_be_replayed():
    day = day_of(FOUR)
    for name in FOUR:
        day.do(deck(name), by=name)
    drawn = draw_players_for_check(day.state, 2, 7)

    wrong = tuple(reversed(drawn))
    other = day.refused(DeckChecksDrawn(players=wrong, seed=7))
    chosen = day.refused(DeckChecksDrawn(players=(p("kirk"),)))
    day.do(DeckChecksDrawn(players=drawn, seed=7))
    day.do(DeckChecked(player=drawn[0], differences=1))

    assert (other.code, chosen.code) == ("not-drawn", "reason-needed")
    assert day.state.decks is not None
    assert day.state.decks.to_check == drawn[1:]
    assert day.state.decks.records[drawn[0]].differences == 1


def test_a_deck_that_is_let_pass_says_why():
    day = day_of(FOUR)
    day.do(deck("kirk"), by="kirk")
    day.do(DeckPassed(player=p("kirk")), reason="the set is out today")

    assert day.state.decks is not None
    assert day.state.decks.records[p("kirk")].passed == "the set is out today"
    assert day.refused(DeckPassed(player=p("khan")), reason="x").code == "no-deck"


@given(st.permutations(["1 Alpha", "2 Beta", "3x Gamma"]), st.text(max_size=8))
def test_the_fingerprint_of_a_deck_knows_no_order_of_lines(lines, salt):
    one = read_deck("\n".join(lines).encode())
    other = read_deck(b"3 Gamma\n1 Alpha\n2 Beta\n")

    assert deck_digest(one, salt) == deck_digest(other, salt)
    assert deck_digest(one, salt) != deck_digest(one, salt + "x")


@pytest.mark.req("DECK-60")
def test_who_has_no_deck_at_the_lock_is_let_in_with_a_reason_and_once():
    day = day_of(FOUR)
    day.do(DecksLocked())
    day.do(DeckReopened(player=p("khan")), reason="the train was late")

    day.do(deck("khan"), by="khan")

    assert day.refused(deck("khan", "b"), by="khan").code == "decks-locked"
    assert day.refused(deck("kirk"), by="kirk").code == "decks-locked"


@pytest.mark.req("DECK-60")
def test_a_list_is_corrected_after_the_lock_with_a_reason_by_the_staff_alone():
    day = day_of(FOUR)
    day.do(deck("kirk"), by="kirk")
    day.do(DecksLocked())
    right = DeckCorrected(player=p("kirk"), digest="b" * 64, verdict="legal")

    bare = day.refused(right)
    none = day.refused(
        DeckCorrected(player=p("khan"), digest="b" * 64, verdict="legal"), reason="x"
    )
    day.do(right, reason="D1: a card was missing")

    assert "reason" in bare.code
    assert none.code == "no-deck"
    assert day.state.decks is not None
    assert day.state.decks.records[p("kirk")].digest == "b" * 64
    assert day.refused(deck("kirk", "c"), by="kirk").code == "decks-locked"
