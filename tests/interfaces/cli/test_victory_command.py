"""`padd victory`: the conditions of every rules set, as programs ask for them."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from padd.core.scoring.victory import GamePosition, judge_victory
from padd.interfaces.cli.formats.victory import victory
from padd.interfaces.cli.main import main
from padd.rulebooks.loader import rulebook
from padd_oracle import victory as oracle

PLANET, SPACE, EITHER = ["planet"], ["space"], ["planet", "space"]
RULES = [
    ("opg-5", "1E", "otf"),
    ("opg-5", "1E", "otf-beta-1"),
    ("opg-5", "1E", "open"),
    ("opg-5", "1E", "warp-speed"),
    ("opg-5", "2E", "standard"),
    ("opg-5", "2E", "slipstream"),
    ("opg-5", "2E", "infinite-diversity"),
    ("opg-4.1", "1E", "otf"),
    ("opg-4.1", "1E", "otf-beta-1"),
    ("opg-4.1", "1E", "open"),
    ("opg-4.1", "1E", "x-list"),
    ("opg-4.1", "1E", "revised"),
    ("opg-4.1", "1E", "warp-speed"),
    ("opg-4.1", "2E", "standard"),
    ("opg-4.1", "2E", "slipstream"),
    ("decipher-1998", "1E", "decipher"),
    ("decipher-1998", "1E", "junior"),
    ("decipher-1996", "1E", "decipher"),
]


def beta(**changes):
    position = {
        "rulebook": "opg-5",
        "edition": "1E",
        "rules": "otf-beta-1",
        "regular": 100,
        "bonus": 0,
        "opponent": 60,
        "missions": [PLANET, SPACE],
    }
    return {**position, **changes}


def asked(position):
    result = CliRunner().invoke(victory, ["--json"], input=json.dumps(position))
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def refused(position):
    data = position if isinstance(position, str) else json.dumps(position)
    result = CliRunner().invoke(victory, ["--json"], input=data)
    assert result.exit_code == 1
    document: dict[str, Any] = json.loads(result.stdout)["error"]
    return document


@pytest.mark.req("OTF-29", "EX-OTF-4", "AMB-24")
@pytest.mark.parametrize(
    ("regular", "bonus", "counted"),
    [(70, 45, 115), (40, 70, 80), (0, 30, 0), (-5, 30, -5), (35, 50, 70), (60, -10, 50)],
)
def test_bonus_points_count_up_to_the_regular_ones(regular, bonus, counted):
    assert asked(beta(regular=regular, bonus=bonus))["score"] == counted


@pytest.mark.req("OTF-30", "EX-OTF-5", "OTF-26", "OTF-27", "OTF-28", "AMB-103")
@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"regular": 105, "missions": [PLANET, PLANET]}, ["missions"]),
        ({"regular": 140, "missions": [PLANET, PLANET]}, []),
        ({"opponent": 100}, ["highest-score"]),
        ({"opponent": 99}, []),
        ({"opponent": None}, []),
        ({"regular": 99}, ["points"]),
        ({"missions": [EITHER]}, ["missions"]),
        ({"missions": [EITHER, EITHER]}, []),
        ({"missions": [EITHER, SPACE]}, []),
        ({"regular": 69, "bonus": 80, "missions": []}, ["missions"]),
        ({"regular": 70, "bonus": 80, "missions": []}, []),
        ({"regular": 10, "opponent": 20, "missions": []},
         ["points", "highest-score", "missions"]),
    ],
)  # fmt: skip
def test_each_condition_of_the_beta_is_met_or_missing(changes, missing):
    answer = asked(beta(**changes))

    found = [each["code"] for each in answer["conditions"] if not each["met"]]
    assert found == missing
    assert answer["won"] == (not missing)
    assert {each["rule"] for each in answer["conditions"]} == {"OTFB §7"}


@pytest.mark.req("EX-OTF-6", "FMT-38")
def test_the_guide_of_1998_limits_bonus_points_and_raises_the_goal_by_a_card():
    decipher = {"rulebook": "decipher-1998", "edition": "1E", "rules": "decipher"}
    limited = asked({**decipher, "regular": 35, "bonus": 50})
    raised = asked({**decipher, "regular": 139, "cards": ["Q's Planet"]})
    enough = asked({**decipher, "regular": 140, "cards": ["Q's Planet"]})

    assert limited["score"] == 70
    assert (raised["won"], enough["won"]) == (False, True)


@pytest.mark.req("FMT-36")
def test_open_play_counts_every_bonus_point_unless_a_card_is_in_play():
    free = asked(beta(rules="open", regular=40, bonus=70))
    held = asked(beta(rules="open", regular=40, bonus=70, cards=["Intermix Ratio"]))

    assert (free["score"], free["won"]) == (110, True)
    assert (held["score"], held["won"]) == (80, False)


@pytest.mark.req("FMT-29", "FMT-32", "FMT-33", "FMT-37", "FMT-50")
@pytest.mark.parametrize(
    ("rules", "points", "missions", "won", "rule"),
    [
        (("opg-5", "1E", "warp-speed"), 0, [PLANET, SPACE], True, "OPG5 §4.3.3"),
        (("opg-4.1", "1E", "warp-speed"), 200, [SPACE], False, "OPG4 §4.3.5"),
        (("opg-5", "2E", "slipstream"), 50, [SPACE], True, "OPG5 §4.3.5"),
        (("opg-4.1", "2E", "slipstream"), 50, [], False, "OPG4 §4.3.7"),
        (("opg-5", "2E", "infinite-diversity"), 69, [SPACE], False, "OPG5 §4.3.6"),
        (("opg-5", "2E", "infinite-diversity"), 70, [PLANET], True, "OPG5 §4.3.6"),
        (("opg-5", "2E", "standard"), 100, [PLANET, PLANET], False,
         "OPG5 §7.4.1, §7.5.1"),
        (("opg-4.1", "2E", "standard"), 100, [EITHER, PLANET], True,
         "OPG4 §7.4, §7.5"),
        (("decipher-1998", "1E", "junior"), 75, [], True, "DTG §II.A.II"),
    ],
)  # fmt: skip
def test_every_rules_set_is_won_in_its_own_way(rules, points, missions, won, rule):
    book, edition, name = rules
    position = {
        "rulebook": book,
        "edition": edition,
        "rules": name,
        "regular": points,
        "missions": missions,
    }

    answer = asked(position)

    assert answer["won"] is won
    assert {each["rule"] for each in answer["conditions"]} == {rule}


def test_junior_is_asked_for_as_a_format_too():
    position = beta(rulebook="decipher-1998", rules="decipher", regular=80)

    assert asked({**position, "format": "junior"})["won"] is True
    assert asked(position)["won"] is False


@pytest.mark.req("OTF-30")
@given(
    rules=st.sampled_from(RULES),
    regular=st.integers(-20, 160),
    bonus=st.integers(-20, 160),
    opponent=st.none() | st.integers(-20, 200),
    missions=st.lists(st.sampled_from([PLANET, SPACE, EITHER]), max_size=4),
)
def test_a_second_reading_says_the_same_of_any_position(rules, regular, bonus, opponent, missions):
    agrees(rules, regular, bonus, opponent, missions)


@pytest.mark.req("AMB-103")
@pytest.mark.parametrize("rules", RULES)
def test_a_second_reading_says_the_same_around_every_limit(rules):
    hands = [
        list(hand)
        for size in range(4)
        for hand in combinations_with_replacement([PLANET, SPACE, EITHER], size)
    ]
    for regular, bonus, opponent, missions in product(
        (49, 50, 69, 70, 74, 75, 99, 100, 139, 140), (0, 1, 70), (None, 100), hands
    ):
        agrees(rules, regular, bonus, opponent, missions)


def agrees(rules, regular, bonus, opponent, missions):
    book, edition, name = rules
    position = beta(
        rulebook=book,
        edition=edition,
        rules=name,
        regular=regular,
        bonus=bonus,
        opponent=opponent,
        missions=missions,
    )
    typed = GamePosition(**{**position, "missions": tuple(tuple(icons) for icons in missions)})
    verdict = judge_victory(typed, rulebook(book))
    assert verdict.score == oracle.score(position)
    assert verdict.won == oracle.won(position)


@pytest.mark.parametrize(
    ("changes", "place", "rule"),
    [
        ({"rules": "standard"}, "rules", "OPG5 §4.3.1-§4.3.7"),
        ({"rules": "constructed"}, "rules", "OPG5 §4.3.1-§4.3.7"),
        ({"rulebook": "opg-9"}, "rulebook", "padd victory"),
        ({"rulebook": "decipher-1998", "edition": "2E"}, "edition", "DTG §I.D"),
        ({"missions": [PLANET, []]}, "missions[1]", "padd-event/1"),
        ({"missions": [["planet", "planet"]]}, "missions[0]", "padd-event/1"),
        ({"cards": ["Fajo's Gallery"]}, "cards[0]", "OPG5 §7.4.1"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(changes, place, rule):
    error = refused(beta(**changes))

    assert (error["place"], error["rule"]) == (place, rule)


@pytest.mark.parametrize(
    "data",
    [
        "",
        "[]",
        "{",
        json.dumps({"rulebook": "opg-5"}),
        json.dumps(beta(regular="70")),
        json.dumps(beta(regular=True)),
        json.dumps(beta(missions=[["moon"]])),
        json.dumps(beta(mission=[])),
    ],
)
def test_what_is_no_position_is_refused(data):
    assert refused(data)["rule"] == "padd victory"


def test_an_empty_rules_set_is_not_the_usual_one():
    result = CliRunner().invoke(victory, input=json.dumps(beta(rules="")))

    assert result.exit_code == 1
    assert "has no rules set" in result.output


@pytest.mark.req("OTF-31", "AMB-106")
@pytest.mark.parametrize(
    ("scores", "differential"),
    [((140, 0), 100), ((140, 20), 80), ((140, 105), 1), ((100, 60), 40), ((60, 40), 20)],
)
def test_results_and_differentials_of_the_beta_come_from_the_events_rulebook(
    scores, differential, tmp_path
):
    won = {"ending": "complete", "winner": "a"} if scores[0] >= 100 else {}
    match = {"players": ["a", "b"], "ending": "time", "scores": scores, **won}
    event = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "1E",
        "rules": "otf-beta-1",
        "players": [{"id": "a"}, {"id": "b"}],
        "rounds": [{"number": 1, "matches": [match]}],
    }
    path = tmp_path / "event.json"
    path.write_text(json.dumps(event))

    scored = CliRunner().invoke(main, ["score", str(path), "--json"])

    first, second = json.loads(scored.stdout)["rounds"][0]["results"]
    assert (first["differential"], second["differential"]) == (differential, -differential)
    assert first["code"] == ("FW" if scores[0] >= 100 else "MW")


def test_tribbles_is_not_won_by_conditions():
    for rules in ("standard", "troubles"):
        error = refused(beta(edition="TR", rules=rules))
        assert "not won by meeting conditions" in error["message"]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (json.dumps(beta(colour=1)), "colour"),
        (json.dumps(beta(regular=1.5)), "regular"),
        (json.dumps(beta(missions=[PLANET, ["moon"]])), "missions[1][0]"),
        ('{"bonus": 1, ' + json.dumps(beta())[1:], "bonus"),
    ],
)
def test_what_is_wrong_with_a_position_is_named_by_its_place(data, place):
    result = CliRunner().invoke(victory, ["--json"], input=data)

    error = json.loads(result.stdout)["error"]
    assert result.exit_code == 1
    assert error["place"] == place
    assert "`" not in error["message"]


def test_a_position_with_a_byte_order_mark_is_read():
    data = b"\xef\xbb\xbf" + json.dumps(beta()).encode()

    result = CliRunner().invoke(victory, ["--json"], input=data)

    assert json.loads(result.stdout)["won"] is True


def test_people_read_what_is_missing():
    position = beta(regular=75, bonus=40, missions=[PLANET, PLANET])
    result = CliRunner().invoke(victory, input=json.dumps(position))

    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "Not yet: 115 points are counted" in lines
    assert (
        "no A planet and a space mission, or 140 points "
        "Missing: one space mission, or 25 points. OTFB §7"
    ) in lines
