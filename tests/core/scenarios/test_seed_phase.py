"""Official Tournament Format Beta 1: order under missions, limits, attempts, seals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.scenarios.seed_phase import (
    SeededMission,
    encounter_order,
    may_attempt,
    over_seed_limit,
    seal_card,
    shared_order,
)
from padd.rulebooks.loader import rulebook

BOOK = rulebook("opg-5")


@pytest.mark.req("EX-OTF-1", "OTF-6", "OTF-7", "OTF-10", "OTF-13")
def test_the_opponents_stack_is_met_first_and_the_own_one_last():
    assert encounter_order("xyz", "pq") == list("xyzpq")


@pytest.mark.req("EX-OTF-2", "OTF-8", "OTF-9", "AMB-101")
def test_at_a_shared_mission_cards_alternate_and_the_rest_follows():
    assert shared_order(["b1", "b2", "b3"], ["a1"]) == ["b1", "a1", "b2", "b3"]


@pytest.mark.req("OTF-8", "OTF-9")
@given(st.integers(0, 8), st.integers(0, 8))
def test_taking_turns_card_by_card_gives_the_same_order(one, two):
    first, second = [f"b{n}" for n in range(one)], [f"a{n}" for n in range(two)]
    left, right, stack, turn = list(first), list(second), [], True
    while left or right:
        pile = left if (turn and left) or not right else right
        stack.append(pile.pop(0))
        turn = pile is right
    assert shared_order(first, second) == stack


@pytest.mark.req("EX-OTF-3", "OTF-20", "AMB-102")
@pytest.mark.parametrize(
    ("points", "universal", "own", "allowed"),
    [
        *(("35", False, False, False), ("40", False, False, True)),
        *(("30", True, False, True), ("35", False, True, True)),
        *(("30*", False, False, False), ("40*", False, False, True)),
        *(("X", False, False, False), ("", False, False, False)),
    ],
)
def test_a_mission_of_the_opponent_is_attempted_from_forty_points_or_universal(
    points, universal, own, allowed
):
    mission = SeededMission(place=1, planet=True, points=points, universal=universal)

    verdict = may_attempt(mission, BOOK, own=own)

    assert verdict.allowed is allowed
    assert verdict.rule == "OTFB §4"


@pytest.mark.req("EX-DECK-3", "OTF-18", "OTF-19", "DECK-16", "AMB-104")
def test_two_copies_are_seeded_like_a_dilemma_and_a_third_is_not():
    doorway = "Q-Flash"

    assert over_seed_limit([doorway, doorway, "Armus"], BOOK) == ()
    assert over_seed_limit([doorway, "Q Flash", doorway], BOOK) == (doorway,)


@pytest.mark.req("DECK-17", "OTF-22", "AMB-104")
def test_a_converted_card_counts_as_its_first_edition_version():
    one = {"Friction (2E)": "Friction"}.get

    over = over_seed_limit(["Friction", "Friction (2E)", "Friction"], BOOK, lambda t: one(t, t))

    assert over == ("Friction",)


@pytest.mark.req("OTF-14", "AMB-107")
@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=32))
def test_a_changed_card_does_not_fit_its_seal(title, other, salt):
    assert (seal_card(title, salt) == seal_card(other, salt)) is (title == other)
