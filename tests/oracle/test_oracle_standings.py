"""The oracle reproduces the ranking examples of the guides."""

import pytest

from padd_oracle.scoring import score
from padd_oracle.standings import (
    Apart,
    _break_tie,
    compare,
    cumulative,
    is_final,
    standings,
    strength_of_schedule,
)


def won(winner, loser, scores, **more):
    return {
        "players": [winner, loser],
        "ending": "complete",
        "winner": winner,
        "scores": scores,
        **more,
    }


def on_time(one, other, scores):
    return {"players": [one, other], "ending": "time", "scores": scores}


def an_event(rulebook, players, rounds, **more):
    numbered = [
        {"number": number, "byes": [], **round_} for number, round_ in enumerate(rounds, start=1)
    ]
    return {
        "schema": "padd-event/1",
        "rulebook": rulebook,
        "name": "Test",
        "edition": "2E" if rulebook.startswith("opg") else "1E",
        "rounds_planned": len(rounds),
        "players": [{"id": one} for one in players],
        "rounds": numbered,
        **more,
    }


def five_players():
    conceded = won("E", "C", [30, 20], ending="concession")
    return an_event(
        "opg-5",
        "ABCDE",
        [
            {"matches": [won("A", "B", [100, 35]), on_time("C", "D", [60, 45])], "byes": ["E"]},
            {"matches": [won("E", "A", [100, 70]), on_time("C", "B", [50, 50])], "byes": ["D"]},
            {"matches": [conceded, won("A", "D", [100, 95])], "byes": ["B"]},
        ],
    )


def a_round_of_ties(*pairs):
    return {"matches": [on_time(pair[0], pair[1], [50, 50]) for pair in pairs]}


@pytest.mark.req("EX-SWISS-20", "SWISS-100")
def test_the_event_of_five_players():
    table = standings(five_players(), seed=1)

    rows = [
        (row["place"], row["player"], row["vp"], row["sos"], row["differential"])
        for row in table["standings"]
    ]
    assert rows == [
        (1, "E", 12, 15, 130),
        (2, "A", 9, 19, 40),
        (3, "B", 7, 15, -65),
        (4, "C", 6, 19, -85),
        (5, "D", 6, 15, -20),
    ]
    assert [row["cvp"] for row in table["standings"]] == [24, 18, 11, 14, 12]
    assert [row["decided_by"] for row in table["standings"]] == [*[None] * 4, "head-to-head"]
    assert table["final"] is True
    assert table["standings"][0]["results"] == ["BYE", "FW", "FW"]


@pytest.mark.req("EX-SWISS-20")
def test_the_scores_of_the_event_of_five_players():
    results = {
        (round_["number"], one["player"]): (
            one["opponent"],
            one["code"],
            one["vp"],
            one["differential"],
        )
        for round_ in score(five_players())["rounds"]
        for one in round_["results"]
    }

    assert results == {
        (1, "A"): ("B", "FW", 4, 65),
        (1, "B"): ("A", "FL", 1, -65),
        (1, "C"): ("D", "MW", 3, 15),
        (1, "D"): ("C", "ML", 1, -15),
        (1, "E"): (None, "BYE", 4, 0),
        (2, "A"): ("E", "FL", 1, -30),
        (2, "B"): ("C", "TT", 2, 0),
        (2, "C"): ("B", "TT", 2, 0),
        (2, "D"): (None, "BYE", 4, 0),
        (2, "E"): ("A", "FW", 4, 30),
        (3, "A"): ("D", "FW", 4, 5),
        (3, "B"): (None, "BYE", 4, 0),
        (3, "C"): ("E", "FL", 1, -100),
        (3, "D"): ("A", "FL", 1, -5),
        (3, "E"): ("C", "FW", 4, 100),
    }


@pytest.mark.req("EX-SWISS-16", "EX-SWISS-19", "SWISS-88", "AMB-26")
@pytest.mark.parametrize(
    ("codes", "wanted"), [(["FW", "FW", "FW", "BYE"], 30), (["FW", "FW", "FW", "FL"], 30)]
)
def test_strength_of_schedule_leaves_out_the_lowest(codes, wanted):
    opponents = ["a", "b", "c", "d"]
    totals = {"a": 13, "b": 11, "c": 6, "d": 4}
    results = [
        {"code": code, "opponent": None if code == "BYE" else opponent}
        for code, opponent in zip(codes, opponents, strict=True)
    ]

    assert strength_of_schedule(results, totals, most=16) == wanted


@pytest.mark.req("EX-SWISS-27", "AMB-27")
def test_an_earned_bye_is_the_strongest_opponent_there_can_be():
    byes = [{"code": "EBYE", "opponent": None}] * 2
    games = [{"code": "FW", "opponent": one} for one in "abcd"]
    totals = {"a": 17, "b": 14, "c": 12, "d": 9}

    assert strength_of_schedule([*byes, *games], totals, most=24) == 91


@pytest.mark.req("EX-SWISS-27", "SWISS-25")
def test_two_earned_byes_give_eight_points_and_two_hundred():
    earned = {"matches": [], "earned_byes": ["A"]}
    event = an_event("opg-5", "A", [earned, earned], rounds_planned=6)

    row = standings(event, seed=1)["standings"][0]

    assert (row["vp"], row["differential"], row["sos"]) == (8, 200, 24)


@pytest.mark.req("EX-SWISS-17", "SWISS-89")
def test_cumulative_points_are_the_sum_of_the_running_totals():
    assert cumulative([{"vp": vp} for vp in (4, 2, 4, 1)]) == 31


@pytest.mark.req("AMB-30")
def test_the_running_total_stays_in_a_missed_round():
    assert cumulative([{"vp": vp} for vp in (4, 4, 0, 0)]) == 28


@pytest.mark.req("EX-SWISS-9", "SWISS-41")
def test_a_decipher_running_total():
    event = an_event(
        "decipher-1998",
        "ABC",
        [{"matches": [won("A", "B", [120, 65])]}, {"matches": [won("C", "A", [100, 40])]}],
    )

    rows = {row["player"]: row for row in standings(event, seed=1)["standings"]}

    assert (rows["A"]["vp"], rows["A"]["differential"]) == (2, -25)
    assert rows["A"]["sos"] is None
    assert rows["A"]["cvp"] is None


@pytest.mark.req("EX-SWISS-14", "EX-SWISS-18", "SWISS-82")
def test_1996_margins_decide_between_equal_points():
    event = an_event(
        "decipher-1996",
        "12abcd",
        [
            {"matches": [won("1", "a", [100, 80]), won("2", "b", [100, 60])]},
            {"matches": [won("1", "b", [100, 20]), won("a", "2", [100, 20])]},
            {"matches": [won("c", "1", [100, 75]), won("2", "d", [100, 65])]},
            {"matches": [won("1", "d", [100, 50]), won("2", "c", [100, 25])]},
        ],
    )

    first, second = standings(event, seed=1)["standings"][:2]

    assert (first["player"], first["vp"], first["differential"]) == ("1", 6, 125)
    assert (second["player"], second["vp"], second["differential"]) == ("2", 6, 70)
    assert second["decided_by"] == "differential"


def a_table(**figures):
    return {
        one: {"sos": sos, "differential": gain, "cvp": 0, "games": []}
        for one, (sos, gain) in figures.items()
    }


def beats(table, winner, loser):
    table[winner]["games"] = [{"opponent": loser, "code": "FW", "vp": 4}]
    table[loser]["games"] = [{"opponent": winner, "code": "FL", "vp": 1}]


@pytest.mark.req("EX-SWISS-26", "AMB-28", "SWISS-87")
def test_two_of_three_left_after_a_step_look_at_their_game():
    table, apart = a_table(A=(34, 0), B=(30, -10), C=(30, 20)), Apart()
    beats(table, "B", "C")

    order = _break_tie({"rulebook": "opg-5"}, ["A", "B", "C"], 0, table, apart)

    assert order == [["A"], ["B"], ["C"]]
    assert apart[frozenset("AB")] == "strength-of-schedule"
    assert apart[frozenset("BC")] == "head-to-head"


@pytest.mark.req("EX-SWISS-26")
def test_two_of_three_who_did_not_meet_go_on_to_the_next_step():
    table, apart = a_table(A=(34, 0), B=(30, -10), C=(30, 20)), Apart()

    order = _break_tie({"rulebook": "opg-4.1"}, ["A", "B", "C"], 0, table, apart)

    assert order == [["A"], ["C"], ["B"]]
    assert apart[frozenset("BC")] == "differential"


@pytest.mark.req("AMB-28")
def test_a_tie_of_four_falls_into_two_pairs():
    table, apart = a_table(A=(28, 0), B=(28, 9), C=(30, 0), D=(30, 9)), Apart()
    beats(table, "A", "B")
    beats(table, "C", "D")

    order = _break_tie({"rulebook": "opg-5"}, list("ABCD"), 0, table, apart)

    assert order == [["C"], ["D"], ["A"], ["B"]]


@pytest.mark.req("AMB-29")
def test_a_bye_for_an_absent_opponent_is_no_head_to_head():
    event = an_event(
        "opg-5",
        "ABCD",
        [
            {
                "matches": [
                    {"players": ["A", "B"], "ending": "missed", "absent": ["B"]},
                    {"players": ["C", "D"], "ending": "missed", "absent": ["C"]},
                ]
            }
        ],
    )

    rows = standings(event, seed=1)["standings"]

    assert [row["decided_by"] for row in rows] == [None, "coin-toss"] * 2


@pytest.mark.req("AMB-33", "SWISS-86")
def test_any_order_of_a_coin_toss_is_accepted_but_must_say_so():
    event = an_event("opg-5", "ABCD", [a_round_of_ties("AB", "CD")])
    rows = standings(event, seed=1)["standings"]
    turned = [
        {**row, "place": place, "decided_by": None if place == 1 else "coin-toss"}
        for place, row in enumerate(reversed(rows), start=1)
    ]

    assert compare(event, rows) == []
    assert compare(event, turned) == []
    turned[2]["decided_by"] = "differential"
    assert compare(event, turned) != []


def test_a_wrong_order_and_a_wrong_figure_are_found():
    event = five_players()
    rows = standings(event, seed=1)["standings"]

    assert compare(event, [rows[1], rows[0], *rows[2:]]) != []
    assert compare(event, rows[:4]) != []
    assert compare(event, [{**rows[0], "sos": 16}, *rows[1:]]) == ["E: sos is 15, not 16"]


@pytest.mark.req("AMB-32", "SWISS-83")
@pytest.mark.parametrize("rulebook", ["decipher-1998", "decipher-1996"])
def test_decipher_players_equal_in_all_share_the_better_place(rulebook):
    event = an_event(
        rulebook, "ABCDE", [{"matches": [won("A", "B", [100, 50]), won("C", "D", [100, 50])]}]
    )

    rows = standings(event, seed=3)["standings"]

    assert [row["place"] for row in rows] == [1, 1, 3, 4, 4]
    assert [row["decided_by"] for row in rows] == [
        None,
        "tie-breaker-game",
        None,
        "differential",
        "tie-breaker-game",
    ]
    assert compare(event, rows) == []


@pytest.mark.req("SWISS-92", "AMB-31")
def test_the_winner_of_the_confrontation_is_first_and_the_loser_second():
    event = five_players()
    event["final_confrontation"] = {"players": ["E", "A"], "winner": "A"}

    rows = standings(event, seed=1)["standings"]

    assert [row["player"] for row in rows] == list("AEBCD")
    assert [row["vp"] for row in rows[:2]] == [9, 12]
    assert compare(event, rows) == []


@pytest.mark.req("AMB-31", "AMB-33")
@pytest.mark.parametrize("reason", [None, "coin-toss"])
def test_a_confrontation_between_equal_players_allows_every_toss(reason):
    event = an_event("opg-5", "ABCD", [a_round_of_ties("AB", "CD")])
    event["final_confrontation"] = {"players": ["A", "B"], "winner": "A"}
    rows = {row["player"]: row for row in standings(event, seed=1)["standings"]}
    reasons = [None, reason, "coin-toss", "coin-toss"]

    given = [
        {**rows[one], "place": place, "decided_by": why}
        for place, (one, why) in enumerate(zip("ABCD", reasons, strict=True), start=1)
    ]

    assert compare(event, given) == []
    assert compare(event, [given[1], given[0], *given[2:]]) != []


@pytest.mark.req("AMB-31")
def test_a_winner_from_outside_the_top_two_moves_up_alone():
    event = five_players()
    event["final_confrontation"] = {"players": ["B", "A"], "winner": "B"}

    rows = standings(event, seed=1)["standings"]

    assert [row["player"] for row in rows] == list("BEACD")


@pytest.mark.req("SWISS-92")
def test_an_open_confrontation_or_game_is_not_final():
    waiting = five_players()
    waiting["final_confrontation"] = {"players": ["E", "A"], "winner": None}
    delayed = five_players()
    delayed["rounds"][0]["matches"][0]["ending"] = "delayed"
    shorter = {**five_players(), "rounds_planned": 4}

    assert is_final(five_players())
    assert not is_final(waiting)
    assert not is_final(delayed)
    assert not is_final(shorter)


@pytest.mark.req("AMB-7", "SWISS-100")
def test_a_disqualified_player_comes_last():
    event = five_players()
    event["rounds"][2]["matches"][0]["penalties"] = [{"player": "E", "level": 4}]

    rows = standings(event, seed=1)["standings"]

    assert [row["player"] for row in rows] == list("ABCDE")
    assert rows[-1]["vp"] == 12
    assert compare(event, rows) == []
