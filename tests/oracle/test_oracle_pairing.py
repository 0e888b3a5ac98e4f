"""The oracle finds the best pairing and names what is wrong with a worse one."""

from itertools import combinations
from random import Random

import pytest

from padd_oracle.field import Field, field_of
from padd_oracle.future import future_rounds
from padd_oracle.optimum import Drawn, all_best, every_pairing, figures_of, one_best
from padd_oracle.pairing import best_figures, check_round
from padd_oracle.ranked import bye_candidates, unexplained


def a_round(*pairs, byes="", earned=""):
    """Return a round in which the first of each pair wins 100-0."""
    return {
        "matches": [
            {"players": list(pair[:2]), "ending": "complete", "winner": pair[0], "scores": [100, 0]}
            for pair in pairs
        ],
        "byes": list(byes),
        "earned_byes": list(earned),
        "missed": [],
    }


def tied(*pairs, byes=""):
    round_ = a_round(*pairs, byes=byes)
    for match in round_["matches"]:
        match |= {"ending": "time", "winner": None, "scores": [5, 5]}
    return round_


def an_event(players, *rounds, planned=3, book="opg-5"):
    return {
        "schema": "padd-event/1",
        "rulebook": book,
        "edition": "1E",
        "rounds_planned": planned,
        "players": [{"id": one} for one in players],
        "rounds": [{"number": number, **round_} for number, round_ in enumerate(rounds, 1)],
    }


def last_verdict(event):
    return check_round(event, len(event["rounds"]) - 1)


def a_field(totals, *met, had_bye="", differential=None, rounds_left=0):
    return Field(
        number=2,
        active=tuple(totals),
        earned=frozenset(),
        totals=totals,
        differential=differential or dict.fromkeys(totals, 0),
        met=frozenset(frozenset(pair) for pair in met),
        had_bye=frozenset(had_bye),
        rounds_left=rounds_left,
    )


def seeded(seed):
    print(f"seed {seed}")
    return Random(seed)


def a_random_field(rng, size):
    players = "ABCDEFGHIJKL"[:size]
    density = rng.random()
    return a_field(
        {one: rng.choice([0, 1, 3, 4, 5, 7, 8]) for one in players},
        *(a + b for a, b in combinations(players, 2) if rng.random() < density),
        had_bye="".join(one for one in players if rng.random() < 0.3),
        rounds_left=rng.randrange(4),
    )


@pytest.mark.req("SWISS-74", "SWISS-98", "AMB-8")
@pytest.mark.parametrize("seed", range(12))
def test_trying_all_and_matching_find_the_same_optimum(seed):
    rng = seeded(seed)

    for _ in range(30):
        field = a_random_field(rng, rng.randint(2, 9))
        best, found = all_best(field)
        matched, drawn = one_best(field)

        assert matched == best
        assert figures_of(field, drawn) == best
        assert {figures_of(field, one) == best for one in found} == {True}


def rounds_exist(players, met, n):
    """Return by plain trial whether n rounds can be paired."""
    if n == 0:
        return True
    return any(
        rounds_exist(players, met | {frozenset(pair) for pair in drawn.pairs}, n - 1)
        for drawn in every_pairing(players, len(players) % 2, met)
    )


@pytest.mark.req("AMB-9")
@pytest.mark.parametrize("seed", range(6))
def test_the_look_ahead_agrees_with_plain_trial(seed):
    rng = seeded(seed)

    for _ in range(20):
        field = a_random_field(rng, rng.randint(2, 6))
        _, found = all_best(field)
        after = field.met | {frozenset(pair) for pair in found[0].pairs}

        assert future_rounds(field, found[0]) == rounds_exist(
            field.active, after, field.rounds_left
        )


@pytest.mark.req("EX-SWISS-15", "AMB-5")
def test_three_players_play_two_games_and_have_a_bye_each():
    event = an_event(
        "ABC", a_round("AB", byes="C"), a_round("AC", byes="B"), a_round("BC", byes="A")
    )

    verdicts = [check_round(event, index) for index in range(3)]

    assert [verdict.problems for verdict in verdicts] == [(), (), ()]


@pytest.mark.req("EX-SWISS-20", "SWISS-72", "SWISS-73")
def test_the_pairings_of_the_event_of_five_players_are_the_best():
    event = an_event("ABCDE", a_round("AB", "CD", byes="E"), a_round("EA", "CB", byes="D"))
    event["rounds"][0]["matches"][1] |= {"ending": "time", "winner": None, "scores": [60, 45]}

    assert check_round(event, 0).good
    assert check_round(event, 1).good
    assert best_figures(event, 2) == {
        "rematches": 0,
        "byes": 1,
        "second_byes": 0,
        "bye_vp": 1,
        "distant_pairs": 0,
        "unequal_pairs": 1,
        "total_difference": 2,
        "future_rounds": True,
    }


@pytest.mark.req("EX-ONL-1", "ONL-14", "SWISS-76", "AMB-11")
@pytest.mark.parametrize(("book", "wanted"), [("opg-5", (6, 3)), ("opg-4.1", (5, 2))])
def test_delayed_games_count_provisional_points(book, wanted):
    event = an_event("ABCD", a_round("AB", "CD"), a_round("AC", "BD"), book=book)
    for match in event["rounds"][1]["matches"]:
        match |= {"ending": "delayed", "winner": None}

    totals = field_of(event, 3).totals

    assert (totals["A"], totals["B"]) == wanted


@pytest.mark.req("SWISS-69", "AMB-146")
@pytest.mark.parametrize(
    ("ending", "problems"), [("delayed", ("rematch", "rematch")), ("missed", ()), ("unplayed", ())]
)
def test_a_game_still_to_come_is_a_meeting_and_one_never_played_is_none(ending, problems):
    event = an_event("ABCD", a_round("AB", "CD"), a_round("AB", "CD"))
    for match in event["rounds"][0]["matches"]:
        match |= {"ending": ending, "winner": None}

    assert last_verdict(event).names == problems
    assert last_verdict(event).legal is (not problems)


@pytest.mark.req("SWISS-98", "AMB-7", "AMB-10")
def test_wrong_seats_are_rejected_by_name():
    def names(round_, **player):
        event = an_event("ABCD", a_round("AB", "CD"), round_)
        event["players"][3] |= player
        return last_verdict(event).names

    assert names(a_round("AC", byes="B")) == ("left-out",)
    assert names(a_round("AC", "BD", "AD")) == ("named-twice", "named-twice")
    assert names(a_round("AC", "BX", byes="D")) == ("unknown-player",)
    assert names(a_round("AC", "BD"), dropped_after=1) == ("not-taking-part",)
    assert names(a_round("AC", "BD"), joined_round=3) == ("not-taking-part",)
    assert names(a_round("AC", byes="B", earned="D")) == ("earned-bye-not-declared",)
    assert names(a_round("AC", "BD"), earned_byes=[2]) == ("earned-bye-not-used",)
    assert names(a_round("AC", byes="B", earned="D"), earned_byes=[1, 2]) == ()


@pytest.mark.req("AMB-7")
def test_a_disqualified_player_is_not_paired_again():
    event = an_event("ABCD", a_round("AB", "CD"), a_round("AC", "BD"))
    event["rounds"][0]["matches"][0]["penalties"] = [{"player": "B", "level": 4}]

    assert check_round(event, 0).good
    assert last_verdict(event).names == ("not-taking-part",)


@pytest.mark.req("SWISS-73", "AMB-3")
def test_byes_that_are_not_needed_are_rejected():
    event = an_event("ABCD", a_round("AB", "CD"), a_round("AC", byes="BD"))

    assert last_verdict(event).names == ("byes-not-needed",)


@pytest.mark.req("SWISS-73", "AMB-3")
def test_byes_that_cannot_be_avoided_are_proved():
    rounds = [a_round("AB", "CD"), a_round("AC", "BD"), a_round("AD", "BC")]
    event = an_event("ABCD", *rounds, a_round(byes="ABCD"), planned=4)

    verdict = last_verdict(event)

    assert verdict.good
    assert verdict.proved == ("4 byes: every pairing with fewer holds a repeat",)


@pytest.mark.req("SWISS-72", "AMB-2")
def test_the_bye_goes_to_the_lowest():
    event = an_event("ABCDE", a_round("AB", "CD", byes="E"))

    wrong = {**event, "rounds": [*event["rounds"], {"number": 2, **a_round("EC", "BD", byes="A")}]}

    assert last_verdict(wrong).names == ("bye-not-to-the-lowest",)


@pytest.mark.req("SWISS-73", "AMB-1")
def test_a_second_bye_is_rejected_where_it_can_be_avoided():
    missed = a_round("AB", "CD", byes="E")
    second = a_round("AC", "BD", byes="E")

    event = an_event("ABCDE", missed, second)

    assert last_verdict(event).names == ("second-bye-avoidable",)


@pytest.mark.req("SWISS-67", "SWISS-68", "AMB-8")
def test_unequal_pairs_are_rejected_by_name():
    first = a_round("AB", "CD", "EF")
    first["matches"][2] |= {"ending": "time", "winner": None, "scores": [5, 5]}

    def names(*pairs):
        event = an_event("ABCDEF", first, a_round(*pairs))
        return last_verdict(event).names

    assert names("AD", "CE", "BF") == ("paired-down-more-than-once",)
    assert names("AE", "CF", "BD") == ("totals-not-similar",)
    assert names("AC", "EB", "FD") == ()


@pytest.mark.req("SWISS-74")
def test_fewer_equal_totals_than_possible_are_rejected():
    event = an_event("ABCD", a_round("AB", "CD"), a_round("AD", "CB"))

    assert last_verdict(event).names == ("totals-do-not-match",)


@pytest.mark.req("SWISS-74")
def test_a_larger_sum_of_differences_is_rejected():
    field = a_field({"A": 9, "B": 8, "C": 5, "D": 4})
    near, far = Drawn((("A", "B"), ("C", "D")), ()), Drawn((("B", "C"), ("A", "D")), ())

    assert figures_of(field, near)[4:] == [0, 2, 2]
    assert figures_of(field, far)[4:] == [1, 2, 8]
    assert all_best(field) == ([0, 0, 0, 0, 0, 2, 2], [near])


@pytest.mark.req("SWISS-74", "AMB-9")
def test_a_dead_end_is_rejected_where_another_way_is_as_good():
    before = [tied("AB", "CD", "EF"), tied("BC", "DE", "FA")]

    dead = an_event("ABCDEF", *before, tied("AD", "BE", "CF"), planned=4)
    alive = an_event("ABCDEF", *before, tied("AD", "BF", "CE"), planned=4)

    assert last_verdict(dead).names == ("dead-end",)
    assert last_verdict(alive).good
    assert best_figures(dead, 3)["future_rounds"] is True


@pytest.mark.req("AMB-9", "AMB-10")
def test_the_look_ahead_is_silent_while_earned_byes_are_still_to_come():
    event = an_event("ABCDEF", tied("AB", "CD", "EF"), planned=4)
    assert check_round(event, 0).figures is not None

    event["players"][5]["earned_byes"] = [2]

    assert best_figures(event, 1)["future_rounds"] is None
    assert check_round(event, 0).good


@pytest.mark.req("AMB-4")
def test_a_bye_for_an_absent_opponent_is_no_first_bye():
    event = an_event("ABC", a_round("AB", byes="C"))
    event["rounds"][0]["matches"][0] |= {"ending": "missed", "winner": None, "absent": ["B"]}

    assert field_of(event, 2).had_bye == {"C"}


def explained(field, *pairs):
    return not unexplained(field, tuple((p[0], p[1]) for p in pairs), field.met)


def ranks(number, *met, had_bye=""):
    totals = {str(rank): number - rank for rank in range(1, number + 1)}
    return a_field(totals, *met, had_bye=had_bye)


@pytest.mark.req("EX-SWISS-13", "SWISS-79", "AMB-34")
def test_decipher_shifts_to_the_next_ranked_player():
    assert explained(ranks(8, "56"), "12", "34", "57", "68")
    assert explained(ranks(8, "56", "57"), "12", "34", "58", "67")
    assert not explained(ranks(8, "56"), "12", "34", "58", "67")
    assert not explained(ranks(8, "56"), "12", "34", "56", "78")


@pytest.mark.req("EX-SWISS-21", "SWISS-99")
def test_decipher_pairs_from_the_top():
    assert explained(ranks(6, "12", "24"), "13", "25", "46")
    assert not explained(ranks(6, "12", "24"), "13", "26", "45")


@pytest.mark.req("AMB-34")
def test_decipher_leaves_the_pairing_of_a_player_who_has_met_all():
    field = ranks(4, "12", "13", "14")

    assert explained(field, "12", "34")
    assert not explained(field, "13", "24")


@pytest.mark.req("EX-SWISS-22", "SWISS-80", "AMB-35", "AMB-36")
def test_the_decipher_bye_goes_to_the_lowest_without_one():
    field = ranks(5, had_bye="5")

    assert bye_candidates(field, literal=False) == ["4"]
    assert bye_candidates(field, literal=True) == ["5"]
    assert explained(field, "12", "35")


@pytest.mark.req("SWISS-77", "EX-SWISS-14")
def test_decipher_ranks_by_points_then_differential():
    field = a_field(dict.fromkeys("ABCD", 4), differential={"A": 55, "B": 80, "C": 80, "D": 0})

    assert explained(field, "BC", "AD")
    assert not explained(field, "AB", "CD")


@pytest.mark.req("SWISS-77", "SWISS-78")
def test_equal_players_lie_in_the_stack_in_any_order():
    field = a_field({"A": 4, "B": 4, "C": 4, "D": 2, "E": 2, "F": 0})

    assert explained(field, "AB", "CD", "EF")
    assert explained(field, "BC", "AE", "DF")
    assert not explained(field, "AB", "CF", "DE")


@pytest.mark.req("SWISS-78", "SWISS-79", "AMB-36")
def test_1998_avoids_a_repeat_and_1996_does_not():
    rounds = [a_round("AB", "CD"), a_round("AC", "BD"), a_round("AC", "BD")]
    shifted = [*rounds[:2], a_round("AD", "CB")]

    assert last_verdict(an_event("ABCD", *shifted, book="decipher-1998")).problems == ()
    assert last_verdict(an_event("ABCD", *rounds, book="decipher-1998")).names == ("not-by-rank",)
    assert last_verdict(an_event("ABCD", *rounds, book="decipher-1996")).good
    assert not last_verdict(an_event("ABCD", *shifted, book="decipher-1996")).good


@pytest.mark.req("FMT-55", "AMB-36")
def test_a_simple_round_of_1996_repeats_only_when_it_must():
    event = an_event("ABCD", a_round("AB", "CD"), a_round("AB", "CD"), book="decipher-1996")
    event["pairing_style"] = "simple-swiss"
    forced = an_event("AB", a_round("AB"), a_round("AB"), book="decipher-1996")
    forced["pairing_style"] = "simple-swiss"

    assert last_verdict(event).names == ("rematch", "rematch")
    assert last_verdict(forced).good
