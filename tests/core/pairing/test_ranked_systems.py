import pytest
from exhaustive_rounds import field_of

from padd.core.pairing.ranked import random_any, random_no_rematch, ranked_neighbours, ranked_shift
from padd.core.pairing.round import NoLegalPairing, Pairing
from padd.core.pairing.systems import SYSTEMS


def ranks(count, met=(), *, had_bye=""):
    """Return players "1", "2", … in the order of their rank."""
    return field_of({str(i): 2 * (count - i) for i in range(1, count + 1)}, met, had_bye=had_bye)


def pairs(draw):
    assert isinstance(draw, Pairing)
    return ["".join(pair) for pair in draw.tables]


@pytest.mark.req("EX-SWISS-21", "SWISS-99", "AMB-34")
def test_a_rematch_shifts_the_player_to_the_next_in_rank():
    draw = ranked_shift(ranks(6, ("12", "24")), seed=1)

    assert pairs(draw) == ["13", "25", "46"]


@pytest.mark.req("EX-SWISS-13", "SWISS-79")
def test_fifth_who_met_sixth_and_seventh_plays_eighth():
    draw = ranked_shift(ranks(8, ("56", "57")), seed=1)

    assert pairs(draw) == ["12", "34", "58", "67"]


@pytest.mark.req("EX-SWISS-22", "AMB-35", "SWISS-80")
def test_the_bye_is_chosen_first_and_passes_over_who_had_one():
    draw = ranked_shift(ranks(5, had_bye="5"), seed=1)

    assert isinstance(draw, Pairing)
    assert draw.byes == ("4",)
    assert pairs(draw) == ["12", "35"]


@pytest.mark.req("AMB-35")
def test_if_everybody_had_a_bye_the_lowest_gets_a_second_one():
    draw = ranked_shift(ranks(3, had_bye="123"), seed=1)

    assert isinstance(draw, Pairing)
    assert draw.byes == ("3",)
    assert draw.figures.second_byes == 1


@pytest.mark.req("AMB-34", "SWISS-79")
def test_who_has_met_everybody_left_keeps_the_intended_opponent():
    draw = ranked_shift(ranks(4, ("12", "34")), seed=1)

    assert pairs(draw) == ["13", "24"]

    stuck = ranked_shift(ranks(4, ("34",)), seed=1)

    assert pairs(stuck) == ["12", "34"]
    assert isinstance(stuck, Pairing)
    assert stuck.figures.rematches == 1
    assert stuck.optimal is None


@pytest.mark.req("SWISS-77", "EX-SWISS-14")
def test_differential_ranks_players_of_equal_points():
    field = field_of(
        {"a": 4, "b": 4, "c": 4, "d": 4}, differentials={"a": 55, "b": 80, "c": -10, "d": 60}
    )

    assert pairs(ranked_shift(field, seed=5)) == ["bd", "ac"]


@pytest.mark.req("SWISS-78", "AMB-36")
def test_neighbours_in_rank_meet_again_in_the_literal_system_of_1996():
    draw = ranked_neighbours(ranks(5, ("12",), had_bye="5"), seed=1)

    assert isinstance(draw, Pairing)
    assert pairs(draw) == ["12", "34"]
    assert draw.byes == ("5",)
    assert (draw.figures.rematches, draw.figures.second_byes) == (1, 1)


@pytest.mark.req("SWISS-8")
def test_a_first_round_by_rank_is_random():
    field = field_of("abcd", round_number=1)

    rounds = {tuple(sorted(pairs(ranked_shift(field, seed=s)))) for s in range(30)}

    assert len(rounds) > 3


@pytest.mark.req("FMT-52")
def test_simple_swiss_of_1998_ignores_points_and_shifts_past_rematches():
    field = field_of({"a": 8, "b": 8, "c": 0, "d": 0}, ["ab"])

    rounds = [{frozenset(pair) for pair in pairs(random_any(field, seed=s))} for s in range(60)]

    assert {frozenset("ac"), frozenset("bd")} in rounds
    assert {frozenset("ad"), frozenset("bc")} in rounds


@pytest.mark.req("FMT-52")
def test_the_odd_card_of_simple_swiss_has_the_bye_even_twice():
    field = field_of("abc", had_bye="abc")

    draw = random_any(field, seed=4)

    assert isinstance(draw, Pairing)
    assert len(draw.byes) == 1


@pytest.mark.req("FMT-55", "AMB-36")
def test_simple_swiss_of_1996_never_repeats_as_long_as_that_is_possible():
    field = field_of({"a": 6, "b": 2, "c": 4, "d": 0}, ["ab", "cd", "ac", "bd"])

    for seed in range(20):
        draw = random_no_rematch(field, seed=seed)
        assert isinstance(draw, Pairing)
        assert {frozenset(pair) for pair in draw.tables} == {frozenset("ad"), frozenset("bc")}


@pytest.mark.req("AMB-36")
def test_if_it_cannot_be_helped_simple_swiss_of_1996_repeats_once():
    field = field_of("abcd", ["ab", "ac", "ad", "bc", "bd"])

    draw = random_no_rematch(field, seed=1)

    assert isinstance(draw, Pairing)
    assert draw.figures.rematches == 1
    assert draw.byes == ()


def test_every_system_refuses_an_empty_field_by_name():
    for system in SYSTEMS.values():
        assert system(field_of(""), seed=1) == NoLegalPairing("no-players")


def test_the_systems_have_the_names_that_rulebooks_use():
    assert sorted(SYSTEMS) == [
        "best-pairings",
        "random-any",
        "random-no-rematch",
        "ranked-neighbours",
        "ranked-shift",
    ]
