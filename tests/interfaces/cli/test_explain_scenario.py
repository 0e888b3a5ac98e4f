"""`padd explain EVENT --scenario`: lots and rankings from a file."""

import json

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main


def event(**more):
    lots = {"seed": 5, "drawn": {"a": "b", "b": "a"}, "redraws": 1}
    return {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "scenario": "deck-lottery",
        "players": [{"id": "a", "name": "Ada"}, {"id": "b", "name": "Ben"}],
        "rounds": [
            {
                "number": 1,
                "matches": [{"players": ["a", "b"], "ending": "time", "scores": [30, 20]}],
                "draw": {"seed": 1, "lots": lots},
            }
        ],
        **more,
    }


def asked(folder, given, *more):
    path = folder / "event.json"
    path.write_text(json.dumps(given))
    return CliRunner().invoke(main, ["explain", str(path), "--scenario", *more])


@pytest.mark.req("FMT-41")
def test_the_decks_of_a_round_are_told_with_their_owners(tmp_path):
    in_words = asked(tmp_path, event())
    in_data = json.loads(asked(tmp_path, event(), "--json").stdout)

    assert in_words.exit_code == 0, in_words.output
    assert "Ben’s deck" in in_words.output
    assert in_data["rounds"][0]["lots"][0]["lot"] == "Ben’s deck"
    assert in_data["rounds"][0]["redraws"] == 1


@pytest.mark.req("FMT-48", "AMB-108")
def test_a_ranking_of_the_scenario_is_told(tmp_path):
    found = json.loads(asked(tmp_path, event(scenario="biermeister"), "--json").stdout)

    assert [(line["name"], line["figures"]) for line in found["ranking"]] == [
        ("Ada", [1, 3]),
        ("Ben", [0, 1]),
    ]


def test_an_event_without_a_scenario_is_refused(tmp_path):
    answer = asked(tmp_path, event(scenario=None), "--json")

    assert answer.exit_code == 1
    assert "no scenario from its rulebook" in answer.output
