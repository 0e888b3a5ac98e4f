from pathlib import Path

import pytest
import rtoml

from padd.core.scoring.results import score_event
from padd.rulebooks.loader import rulebook

CASES = rtoml.loads((Path(__file__).parent / "cases" / "results.toml").read_text(encoding="utf-8"))[
    "case"
]
SETTINGS = ("rulebook", "edition", "rules", "format", "online")


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case, id=f"{case['name']} ({case['rulebook']})", marks=pytest.mark.req(*case["ids"])
        )
        for case in CASES
    ],
)
def test_a_game_scores_as_the_worked_example_says(case, event_of):
    settings = {key: case[key] for key in SETTINGS if key in case}
    match = {"players": ["ada", "ben"], **case["match"]}
    event = event_of(["ada", "ben"], [{"number": 1, "matches": [match]}], **settings)

    scored = score_event(event, rulebook(case["rulebook"])).rounds[0].results

    assert {r.player: [r.code, r.vp, r.differential] for r in scored} == {
        "ada": case["ada"],
        "ben": case["ben"],
    }


@pytest.mark.req("SWISS-24", "SWISS-51")
@pytest.mark.parametrize(
    ("book", "points"), [("opg-5", 4), ("opg-4.1", 4), ("decipher-1998", 2), ("decipher-1996", 2)]
)
def test_a_bye_is_worth_a_full_win_and_no_differential(book, points, event_of):
    event = event_of(["ada"], [{"number": 1, "byes": ["ada"]}], rulebook=book, edition="1E")

    (result,) = score_event(event, rulebook(book)).rounds[0].results

    assert (result.code, result.vp, result.differential) == ("BYE", points, 0)


@pytest.mark.req("SWISS-25", "SWISS-52", "EX-SWISS-3", "AMB-13")
@pytest.mark.parametrize(
    ("book", "rules", "differential"),
    [
        ("opg-5", "standard", 100),
        ("opg-5", "slipstream", 50),
        ("opg-5", "infinite-diversity", 70),
        ("opg-4.1", "standard", 100),
        ("opg-4.1", "slipstream", 50),
    ],
)
def test_an_earned_bye_has_the_differential_of_the_cap(book, rules, differential, event_of):
    ada = {"id": "ada", "earned_byes": [1]}
    event = event_of([ada], [{"number": 1, "earned_byes": ["ada"]}], rulebook=book, rules=rules)

    (result,) = score_event(event, rulebook(book)).rounds[0].results

    assert (result.code, result.vp, result.differential) == ("EBYE", 4, differential)


@pytest.mark.req("SWISS-37", "SWISS-34", "AMB-7", "SWISS-26")
def test_who_dropped_or_has_not_arrived_misses_the_round(event_of):
    event = event_of(
        [{"id": "gone", "dropped_after": 1}, {"id": "late", "joined_round": 2}, "ada", "ben"],
        [
            {
                "number": 1,
                "matches": [{"players": ["gone", "ada"], "ending": "concession", "winner": "ada"}],
                "byes": ["ben"],
                "missed": ["late"],
            },
            {
                "number": 2,
                "matches": [{"players": ["late", "ada"], "ending": "time", "scores": [1, 2]}],
                "byes": ["ben"],
            },
        ],
    )

    first, second = score_event(event, rulebook("opg-5")).rounds

    assert [r.code for r in first.results] == ["FL", "MG", "FW", "BYE"]
    assert [r.code for r in second.results] == ["MG", "ML", "MW", "BYE"]
    assert second.results[0].vp == second.results[0].differential == 0


@pytest.mark.req("EX-SWISS-9", "SWISS-90", "SWISS-41")
def test_decipher_adds_up_victory_points_and_differentials(event_of):
    won = {"ending": "complete", "winner": "ada", "scores": [120, 65]}
    lost = {"ending": "complete", "winner": "cy", "scores": [100, 40]}
    event = event_of(
        ["ada", "ben", "cy"],
        [
            {"number": 1, "matches": [{"players": ["ada", "ben"], **won}], "byes": ["cy"]},
            {"number": 2, "matches": [{"players": ["cy", "ada"], **lost}], "byes": ["ben"]},
        ],
        rulebook="decipher-1998",
        edition="1E",
    )

    results = score_event(event, rulebook("decipher-1998")).results_of("ada")

    assert [(r.vp, r.differential) for r in results] == [(2, 35), (0, -60)]
    assert sum(r.vp for r in results) == 2
    assert sum(r.differential for r in results) == -25
