from __future__ import annotations

import pytest
from exhaustive_rounds import as_round, best_rounds, field_of, figures
from hypothesis import given, settings
from hypothesis import strategies as st
from pairing_fields import drawn, fields

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.criteria.figures import figures_of
from padd.core.pairing.criteria.rematches import meetings
from padd.core.pairing.engine.counting_proof import is_proved_by_counting
from padd.core.pairing.engine.exact import draw_exactly
from padd.core.pairing.field import PairingField
from padd.core.pairing.round import NoLegalPairing
from padd.core.rng import Rng


def tables_of(draw):
    return {"".join(sorted(pair)) for pair in draw.tables}


def assert_sound(field, draw):
    """Everybody once, no rematch, and the figures are those of the tables."""
    seats = [player for pair in draw.tables for player in pair]
    assert sorted([*seats, *draw.byes]) == sorted(field.players)
    assert not any(field.have_met(*pair) for pair in draw.tables)
    assert draw.figures.key == figures(field, draw.tables, draw.byes)
    assert draw.optimal is True


@pytest.mark.req("SWISS-7", "SWISS-98")
def test_a_first_round_of_five_seats_four_and_gives_one_bye():
    draw = drawn(field_of("abcde", round_number=1, rounds_after=2))

    assert len(draw.tables) == 2
    assert draw.figures.key == (0, 1, 0, 0, 0, 0, 0)
    assert draw.figures.future_rounds is True


@pytest.mark.req("SWISS-69", "AMB-1")
def test_a_rematch_is_avoided_at_the_price_of_unequal_pairs():
    draw = drawn(field_of({"a": 8, "b": 8, "c": 4, "d": 4}, ["ab"]))

    assert tables_of(draw) in ({"ac", "bd"}, {"ad", "bc"})
    assert draw.figures.key == (0, 0, 0, 0, 0, 2, 8)


@pytest.mark.req("SWISS-67", "SWISS-68")
def test_an_odd_group_sends_one_player_down_one_step():
    field = field_of({"a": 8, "b": 8, "c": 8, "d": 5, "e": 1, "f": 1})

    draw = drawn(field)

    assert draw.figures.key == (0, 0, 0, 0, 0, 1, 3)


@pytest.mark.req("SWISS-68", "AMB-8")
def test_a_floater_meets_the_next_group_even_if_that_passes_a_floater_on():
    field = field_of({"a": 9, "b": 6, "c": 6, "d": 1})

    draw = drawn(field)

    assert draw.figures.key == (0, 0, 0, 0, 0, 2, 8)
    assert tables_of(draw) in ({"ab", "cd"}, {"ac", "bd"})


@pytest.mark.req("SWISS-68")
def test_only_who_has_met_the_whole_next_group_is_paired_down_twice():
    field = field_of({"a": 9, "b": 6, "c": 6, "d": 1}, ["ab", "ac"])

    draw = drawn(field)

    assert tables_of(draw) == {"ad", "bc"}
    assert draw.figures.distant_pairs == 1


@pytest.mark.req("SWISS-72", "SWISS-73", "AMB-2", "AMB-4")
def test_the_bye_goes_to_the_lowest_who_has_had_none():
    field = field_of({"a": 8, "b": 5, "c": 4, "d": 2, "e": 1}, had_bye="e")

    draw = drawn(field)

    assert draw.byes == ("d",)
    assert draw.figures.bye_vp == 2


@pytest.mark.req("AMB-2")
def test_a_bye_that_would_leave_a_rematch_passes_to_the_next():
    field = field_of({"a": 8, "b": 5, "c": 1}, ["ab"])

    draw = drawn(field)

    assert draw.byes == ("b",)
    assert tables_of(draw) == {"ac"}


@pytest.mark.req("AMB-3")
def test_a_second_bye_is_better_than_a_lost_game():
    field = field_of({"a": 8, "b": 5, "c": 1}, ["ab", "bc"], had_bye="ab")

    draw = drawn(field)

    assert draw.byes == ("b",)
    assert draw.figures.key == (0, 1, 1, 5, 0, 1, 7)


@pytest.mark.req("AMB-3", "SWISS-73")
def test_two_players_who_can_only_meet_again_both_get_byes():
    field = field_of({"a": 8, "b": 5, "c": 4, "d": 1}, ["ab", "ac", "ad", "bc", "bd"])

    draw = drawn(field)

    assert tables_of(draw) == {"cd"}
    assert draw.byes == ("a", "b")
    assert draw.figures.byes == 2


@pytest.mark.req("AMB-3")
def test_if_everybody_has_met_everybody_all_get_byes_and_nobody_meets_again():
    field = field_of("abcd", ["ab", "ac", "ad", "bc", "bd", "cd"])

    draw = drawn(field)

    assert draw.tables == ()
    assert draw.byes == ("a", "b", "c", "d")


@pytest.mark.req("AMB-5", "EX-SWISS-15")
def test_three_players_have_two_games_and_a_bye_each():
    totals = {"a": 0, "b": 0, "c": 0}
    met: list[str] = []
    byes = ""
    for number in (1, 2, 3):
        field = field_of(totals, met, had_bye=byes, round_number=number, rounds_after=3 - number)
        draw = drawn(field, seed=number)
        met.append("".join(draw.tables[0]))
        byes += draw.byes[0]
        totals[draw.tables[0][0]] += 4
        totals[draw.tables[0][1]] += 1
        totals[draw.byes[0]] += 4

    assert sorted(byes) == ["a", "b", "c"]
    assert {frozenset(pair) for pair in met} == {frozenset("ab"), frozenset("ac"), frozenset("bc")}


@pytest.mark.req("EX-SWISS-20")
def test_the_third_round_of_the_worked_event_has_its_bye_and_its_two_choices():
    field = field_of(
        {"a": 5, "b": 3, "c": 5, "d": 5, "e": 8},
        ["ab", "cd", "ae", "bc"],
        had_bye="de",
        round_number=3,
    )

    rounds = {frozenset(tables_of(drawn(field, seed))) for seed in range(40)}

    assert drawn(field).byes == ("b",)
    assert rounds == {frozenset({"ce", "ad"}), frozenset({"de", "ac"})}


@pytest.mark.req("SWISS-76", "AMB-11", "EX-ONL-1")
def test_provisional_points_of_a_delayed_game_count_in_the_totals():
    field = field_of({"a": 4 + 2, "b": 1 + 2, "c": 6, "d": 3})

    assert tables_of(drawn(field)) == {"ac", "bd"}


def test_a_field_without_players_is_refused_by_name():
    assert best_pairings(field_of(""), seed=1) == NoLegalPairing("no-players")


def test_the_last_player_left_gets_a_bye():
    draw = drawn(field_of("a"))

    assert draw.byes == ("a",)
    assert draw.tables == ()


def test_the_draw_does_not_depend_on_the_order_in_which_players_are_listed():
    field = field_of({"a": 4, "b": 4, "c": 1, "d": 1, "e": 1})
    turned = field_of({"e": 1, "d": 1, "c": 1, "b": 4, "a": 4})

    assert drawn(field, 7) == drawn(turned, 7)


@pytest.mark.req("SWISS-74", "SWISS-98", "AMB-8")
@given(fields(least=1, most=7), st.integers(0, 1 << 40))
@settings(max_examples=150, deadline=None)
def test_a_small_round_is_one_of_the_best_of_all_rounds(field, seed):
    draw = drawn(field, seed)

    assert_sound(field, draw)
    assert as_round(draw.tables, draw.byes) in best_rounds(field)


@pytest.mark.req("SWISS-74", "SWISS-98")
@given(fields(least=8, most=10), st.integers(0, 1 << 40))
@settings(max_examples=25, deadline=None)
def test_a_round_of_ten_is_one_of_the_best_in_the_first_seven_criteria(field, seed):
    draw = drawn(field, seed)

    assert_sound(field, draw)
    assert as_round(draw.tables, draw.byes) in best_rounds(field, look_ahead=False)


@pytest.mark.req("SWISS-74", "SWISS-98")
@given(
    st.one_of(
        fields(least=11, most=20), fields(least=13, most=48), fields(least=30, most=90, spread=3)
    ),
    st.integers(0, 1 << 40),
)
@settings(max_examples=120, deadline=None)
def test_a_larger_round_is_as_good_as_the_matching_over_all_legal_pairs(field, seed):
    draw = drawn(field, seed)

    assert_sound(field, draw)
    pairs, byes = draw_exactly(field, Rng(seed))
    assert draw.figures.key == figures_of(field, pairs, byes).key


@given(fields(least=1, most=60), st.integers(0, 1 << 40))
@settings(max_examples=80, deadline=None)
def test_the_proof_by_counting_is_claimed_only_where_it_holds(field, seed):
    draw = drawn(field, seed)

    assert draw.by_counting == is_proved_by_counting(field, draw.tables, draw.byes)
    if draw.by_counting:
        pairs, byes = draw_exactly(field, Rng(seed))
        assert draw.figures.key == figures_of(field, pairs, byes).key


def test_totals_too_large_for_the_fast_matching_are_paired_all_the_same():
    names = [PlayerId(f"p{i:02}") for i in range(16)]
    met = meetings(zip(names[::2], names[1::2], strict=True))
    small = PairingField(
        players=tuple(names), totals={p: i // 2 for i, p in enumerate(names)}, met=met
    )
    large = PairingField(
        players=tuple(names), totals={p: i // 2 * 10**40 for i, p in enumerate(names)}, met=met
    )

    assert drawn(large).tables == drawn(small).tables
    assert drawn(large).figures.total_difference == 10**40 * (drawn(small).figures.total_difference)
