"""The oracle reproduces the scoring examples of the guides."""

import pytest

from padd_oracle.rules import counted_on_the_card, points
from padd_oracle.scoring import compare, counted_score, match_results, score

RULEBOOKS = ["opg-5", "opg-4.1", "decipher-1998", "decipher-1996"]


def an_event(rulebook, edition="1E", **settings):
    return {
        "schema": "padd-event/1",
        "rulebook": rulebook,
        "edition": edition,
        "players": [{"id": "W"}, {"id": "L"}],
        "rounds": [],
        **settings,
    }


def outcome(event, **match):
    results = match_results(event, {"players": ["W", "L"], **match})
    return [(one["code"], one["vp"], one["differential"]) for one in results]


def gain(event, **match):
    ours, theirs = outcome(event, **match)
    assert ours[2] == -theirs[2]
    return ours[2]


@pytest.mark.req("EX-SWISS-1", "SWISS-17", "SWISS-22", "SWISS-43")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_hundred_to_thirty_five_is_plus_sixty_five(rulebook):
    event = an_event(rulebook, "2E" if rulebook.startswith("opg") else "1E")
    full = 4 if rulebook.startswith("opg") else 2
    lost = 1 if rulebook.startswith("opg") else 0

    results = outcome(event, ending="complete", winner="W", scores=[100, 35])

    assert results == [("FW", full, 65), ("FL", lost, -65)]


@pytest.mark.req("EX-SWISS-2", "AMB-12")
def test_scores_are_recorded_between_zero_and_a_hundred():
    assert counted_on_the_card(an_event("opg-5", "2E"), 120) == 100
    assert counted_on_the_card(an_event("opg-5", "1E"), -5) == 0


@pytest.mark.req("EX-SWISS-3", "AMB-13", "SWISS-46", "SWISS-53")
@pytest.mark.parametrize("rulebook", ["opg-5", "opg-4.1"])
def test_slipstream_counts_to_fifty(rulebook):
    event = an_event(rulebook, "2E", rules="slipstream")
    event["rounds"] = [{"number": 1, "matches": [], "earned_byes": ["W"]}]

    earned = score(event)["rounds"][0]["results"][0]

    assert counted_on_the_card(event, 60) == 50
    assert gain(event, ending="concession", winner="W", scores=[10, 20]) == 50
    assert (earned["code"], earned["vp"], earned["differential"]) == ("EBYE", 4, 50)


@pytest.mark.req("EX-SWISS-4", "SWISS-54")
def test_a_card_effect_puts_the_winner_on_a_hundred():
    event = an_event("opg-5", "2E")

    results = outcome(event, ending="card-effect", winner="W", scores=[0, 35])

    assert results == [("FW", 4, 65), ("FL", 1, -65)]


@pytest.mark.req("EX-SWISS-5", "SWISS-55", "AMB-17")
def test_both_decks_empty_puts_the_player_ahead_on_a_hundred():
    event = an_event("opg-5", "2E")

    results = outcome(event, ending="decked", scores=[45, 30])

    assert results == [("FW", 4, 70), ("FL", 1, -70)]


@pytest.mark.req("EX-SWISS-6", "SWISS-56")
def test_changed_victory_conditions_do_not_touch_a_card_effect():
    event = an_event("opg-5", "2E")

    assert gain(event, ending="card-effect", winner="W", scores=[20, 70]) == 30


@pytest.mark.req("EX-SWISS-7")
def test_decipher_120_to_65_is_two_and_plus_35():
    results = outcome(an_event("decipher-1998"), ending="complete", winner="W", scores=[120, 65])

    assert results == [("FW", 2, 35), ("FL", 0, -35)]


@pytest.mark.req("EX-SWISS-8", "SWISS-18", "SWISS-31")
def test_decipher_80_to_20_by_decks_is_one_and_plus_60():
    results = outcome(an_event("decipher-1998"), ending="decked", scores=[80, 20])

    assert results == [("MW", 1, 60), ("ML", 0, -60)]


@pytest.mark.req("EX-SWISS-10", "SWISS-16", "SWISS-19")
@pytest.mark.parametrize("ending", ["time", "decked"])
def test_1996_80_to_55_is_one_point_and_25(ending):
    results = outcome(an_event("decipher-1996"), ending=ending, scores=[80, 55])

    assert results == [("MW", 1, 25), ("ML", 0, -25)]


@pytest.mark.req("EX-SWISS-11", "SWISS-66", "AMB-24")
def test_bonus_points_count_up_to_the_others():
    event = an_event("decipher-1998")

    def counted(total, bonus):
        return counted_score(event, {"scores": [total, 0], "bonus": [bonus, 0]}, side=0)

    assert counted(85, 50) == 70
    assert counted(50, 50) == 0
    assert counted(20, 30) == -10
    assert counted(40, -10) == 40


@pytest.mark.req("AMB-24")
def test_second_edition_knows_no_bonus_limit():
    match = {"scores": [85, 0], "bonus": [50, 0]}

    assert counted_score(an_event("opg-5", "2E"), match, side=0) == 85


@pytest.mark.req("AMB-24", "SWISS-94")
def test_the_bonus_limit_comes_before_the_decision():
    event = an_event("opg-5", rules="otf-beta-1")

    results = outcome(event, ending="time", scores=[60, 70], bonus=[0, 50])

    assert results == [("MW", 3, 20), ("ML", 1, -20)]


@pytest.mark.req("EX-SWISS-12", "SWISS-28", "SWISS-48", "AMB-19")
def test_a_winner_by_missions_behind_on_points_gets_plus_one():
    missions = [{"planet": 1, "space": 1}, {"planet": 2, "space": 0}]
    event = an_event("opg-5", "2E")

    results = outcome(event, ending="time", scores=[70, 90], missions=missions)

    assert results == [("MW", 3, 1), ("ML", 1, -1)]


@pytest.mark.req("SWISS-29")
def test_first_edition_looks_at_the_score_alone():
    missions = [{"planet": 1, "space": 1}, {"planet": 0, "space": 0}]

    results = outcome(an_event("opg-5", "1E"), ending="time", scores=[70, 90], missions=missions)

    assert results == [("ML", 1, -20), ("MW", 3, 20)]


@pytest.mark.req("EX-SWISS-23", "SWISS-95", "AMB-14", "AMB-15", "AMB-16")
@pytest.mark.parametrize(
    ("scores", "wanted"),
    [([120, 105], 1), ([120, 100], 1), ([105, 120], 1), ([0, -5], 1), ([-3, -10], 1)],
)
def test_opg5_a_winner_not_ahead_on_the_card_gets_plus_one(scores, wanted):
    event = an_event("opg-5", "2E")

    assert gain(event, ending="time", winner="W", scores=scores) == wanted


@pytest.mark.req("EX-SWISS-23", "AMB-16")
def test_opg5_equal_negative_scores_are_a_true_tie():
    results = outcome(an_event("opg-5"), ending="time", scores=[-5, -5])

    assert results == [("TT", 2, 0), ("TT", 2, 0)]


@pytest.mark.req("EX-SWISS-23", "AMB-13")
def test_opg5_reduced_thresholds():
    slipstream = an_event("opg-5", "2E", rules="slipstream")
    diversity = an_event("opg-5", "2E", rules="infinite-diversity")

    assert gain(slipstream, ending="complete", winner="W", scores=[60, 20]) == 30
    assert gain(slipstream, ending="concession", winner="W") == 50
    assert gain(diversity, ending="concession", winner="W") == 70


@pytest.mark.req("EX-SWISS-23")
def test_opg5_a_card_effect_against_more_than_a_hundred_is_plus_one():
    event = an_event("opg-5", "2E")

    assert gain(event, ending="card-effect", winner="W", scores=[20, 110]) == 1


@pytest.mark.req("EX-SWISS-24", "SWISS-96", "AMB-14", "AMB-18")
@pytest.mark.parametrize(
    ("match", "wanted"),
    [
        ({"ending": "time", "winner": "W", "scores": [105, 120]}, 1),
        ({"ending": "complete", "winner": "W", "scores": [120, 105]}, 0),
        ({"ending": "time", "winner": "W", "scores": [0, -5]}, 0),
        ({"ending": "card-effect", "winner": "W", "scores": [0, 35]}, 100),
        ({"ending": "decked", "scores": [60, 25]}, 35),
    ],
)
def test_opg4_differentials(match, wanted):
    assert gain(an_event("opg-4.1", "2E"), **match) == wanted


@pytest.mark.req("EX-SWISS-24")
def test_opg4_slipstream_concession_is_fifty():
    event = an_event("opg-4.1", "2E", rules="slipstream")

    assert gain(event, ending="concession", winner="W", scores=[0, 0]) == 50


@pytest.mark.req("EX-SWISS-25", "SWISS-63", "SWISS-65", "SWISS-97", "AMB-23")
@pytest.mark.parametrize(
    ("form", "match", "wanted"),
    [
        ("constructed", {"ending": "complete", "scores": [145, 110]}, 1),
        ("junior", {"ending": "complete", "scores": [80, 30]}, 45),
        ("constructed", {"ending": "quit", "scores": [10, 40]}, 60),
        ("constructed", {"ending": "quit", "scores": [10, 40], "flat": True}, 50),
        ("constructed", {"ending": "quit", "scores": [10, 110]}, 1),
        ("constructed", {"ending": "quit", "scores": [10, 100]}, 0),
        ("constructed", {"ending": "quit", "scores": [10, -15]}, 100),
        ("constructed", {"ending": "devidian-door", "scores": [10, 40]}, 100),
        ("junior", {"ending": "devidian-door", "scores": [10, 40]}, 75),
    ],
)
def test_decipher_special_results(form, match, wanted):
    event = an_event("decipher-1998", format=form)

    results = outcome(event, winner="W", **match)

    assert results == [("FW", 2, wanted), ("FL", 0, -wanted)]


@pytest.mark.req("AMB-22", "AMB-86")
def test_1996_has_no_floor():
    event = an_event("decipher-1996")

    assert gain(event, ending="complete", winner="W", scores=[120, -20]) == 120
    assert gain(event, ending="quit", winner="W", scores=[5, -20]) == 120


@pytest.mark.req("AMB-21", "SWISS-20")
@pytest.mark.parametrize("rulebook", ["decipher-1998", "decipher-1996"])
@pytest.mark.parametrize("ending", ["time", "decked"])
def test_a_decipher_tie_is_one_point_each(rulebook, ending):
    results = outcome(an_event(rulebook), ending=ending, scores=[55, 55])

    assert results == [("TT", 1, 0), ("TT", 1, 0)]


@pytest.mark.req("SWISS-61")
def test_two_automatic_losses_are_a_true_tie():
    results = outcome(an_event("opg-5"), ending="double-auto-loss", scores=[70, 10])

    assert results == [("TT", 2, 0), ("TT", 2, 0)]


@pytest.mark.req("SWISS-36", "AMB-4", "AMB-127", "EX-ONL-2", "ONL-16", "ONL-17")
@pytest.mark.parametrize("ending", ["missed", "unplayed"])
@pytest.mark.parametrize(
    ("named", "wanted"),
    [
        (["W"], [("MG", 0, 0), ("BYE", 4, 0)]),
        (["L"], [("BYE", 4, 0), ("MG", 0, 0)]),
        (["W", "L"], [("MG", 0, 0), ("MG", 0, 0)]),
    ],
)
def test_who_was_there_gets_a_bye(ending, named, wanted):
    key = "absent" if ending == "missed" else "responsible"

    assert outcome(an_event("opg-5"), ending=ending, **{key: named}) == wanted


@pytest.mark.req("EX-ONL-2", "ONL-17")
def test_an_unclear_case_is_a_missed_game_for_both():
    results = outcome(an_event("opg-5"), ending="unplayed", responsible=[])

    assert results == [("MG", 0, 0), ("MG", 0, 0)]


@pytest.mark.req("AMB-11")
@pytest.mark.parametrize("match", [{}, {"ending": "delayed"}])
def test_an_open_game_is_pending(match):
    results = outcome(an_event("opg-5"), **match)

    assert results == [("PENDING", 0, 0), ("PENDING", 0, 0)]


@pytest.mark.req("SWISS-37", "AMB-7")
def test_a_player_named_nowhere_has_a_missed_game():
    event = an_event("opg-5", rounds=[{"number": 1, "matches": [], "byes": ["W"]}])

    results = score(event)["rounds"][0]["results"]

    assert [(one["code"], one["vp"]) for one in results] == [("BYE", 4), ("MG", 0)]


def test_a_completed_game_without_a_winner_is_no_fact():
    with pytest.raises(ValueError, match="names its winner"):
        outcome(an_event("opg-5"), ending="complete", scores=[100, 0])


def test_a_different_score_document_is_told_in_words():
    event = an_event("opg-5", rounds=[{"number": 1, "matches": [], "byes": ["W"]}])
    document = score(event)
    assert compare(event, document) == []

    document["rounds"][0]["results"][0]["vp"] = 3

    assert compare(event, document)[0].startswith("round 1, W:")


def test_every_code_has_its_points():
    assert [points(an_event("opg-5"), code) for code in ("FW", "MW", "TT", "ML")] == [4, 3, 2, 1]
