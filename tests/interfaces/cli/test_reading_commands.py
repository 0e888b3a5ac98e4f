from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main

EVENT: dict[str, Any] = {
    "schema": "padd-event/1",
    "rulebook": "opg-5",
    "name": "Five of a kind",
    "edition": "2E",
    "rounds_planned": 3,
    "starts": "2026-03-14T10:00:00Z",
    "registered": "2026-03-01T10:00:00Z",
    "players": [
        {"id": "A", "name": "Ada", "handle": "ada"},
        {"id": "B", "name": "Bashir", "handle": "bashir"},
        {"id": "C", "name": "Chapel", "handle": "chapel"},
        {"id": "D", "name": "Dax", "handle": "dax"},
        {"id": "E", "name": "Ezri", "handle": "ezri"},
    ],
    "rounds": [
        {
            "number": 1,
            "matches": [
                {"players": ["A", "B"], "ending": "complete", "winner": "A", "scores": [100, 35]},
                {"players": ["C", "D"], "ending": "time", "scores": [60, 45]},
            ],
            "byes": ["E"],
        },
        {
            "number": 2,
            "matches": [
                {"players": ["A", "E"], "ending": "complete", "winner": "E", "scores": [70, 100]},
                {"players": ["C", "B"], "ending": "time", "scores": [50, 50]},
            ],
            "byes": ["D"],
        },
    ],
}


@pytest.fixture
def event(tmp_path):
    file = tmp_path / "five.event.json"
    file.write_text(json.dumps(EVENT), encoding="utf-8")
    return str(file)


@pytest.fixture
def broken(tmp_path):
    file = tmp_path / "broken.event.json"
    file.write_text(json.dumps({**EVENT, "rounds": [{"number": 1, "byes": ["Q"]}]}), "utf-8")
    return str(file)


def padd(*words, stdin=None):
    return CliRunner().invoke(main, list(words), input=stdin)


@pytest.mark.req("EX-SWISS-20")
def test_standings_give_programs_one_row_a_player(event):
    result = padd("standings", event, "--json")

    document = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (document["event"], document["rulebook"]) == ("Five of a kind", "opg-5")
    assert document["final"] is False
    assert document["standings"][0] == {
        "place": 1,
        "player": "E",
        "vp": 8,
        "sos": 5,
        "differential": 30,
        "cvp": 12,
        "results": ["BYE", "FW"],
        "decided_by": None,
    }


def test_score_has_every_player_in_every_round(event):
    document = json.loads(padd("score", event, "--json").stdout)

    assert [round_["number"] for round_ in document["rounds"]] == [1, 2]
    assert [len(round_["results"]) for round_ in document["rounds"]] == [5, 5]
    assert document["rounds"][0]["results"][2] == {
        "player": "C",
        "opponent": "D",
        "code": "MW",
        "vp": 3,
        "differential": 15,
    }


def test_people_get_tables_with_names(event):
    standings, score, check, pair = (
        padd(command, event) for command in ("standings", "score", "check", "pair")
    )

    assert "Ezri" in standings.stdout
    assert "after round 2" in standings.stdout
    assert "modified win" in score.stdout
    assert "Sanctioned, not rated yet" in check.stdout
    assert "Bye: Bashir" in pair.stdout


def test_a_file_that_breaks_a_rule_does_not_stop_the_others(event, broken):
    result = padd("standings", broken, event, "--json")

    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert result.exit_code == 1
    assert first["error"]["file"] == broken
    assert first["error"]["place"] == "rounds[0].byes[0]"
    assert first["error"]["rule"]
    assert second["standings"][0]["player"] == "E"
    assert "rounds[0].byes[0]" in result.stderr


def test_an_event_can_come_from_standard_input(event):
    result = padd("standings", "-", "--json", stdin=json.dumps(EVENT))

    assert result.stdout == padd("standings", event, "--json").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("standings",),
        ("standings", "no-such-file.json"),
        ("standings", "--colour"),
        ("nonsense",),
        ("rules", "opg-9"),
    ],
)
def test_wrong_usage_ends_with_status_2(words):
    assert padd(*words).exit_code == 2


@pytest.mark.req("EX-SWISS-20", "SWISS-73", "SWISS-72")
def test_pair_gives_the_next_round_with_its_figures(event):
    document = json.loads(padd("pair", event, "--seed", "5", "--json").stdout)

    assert document["round"] == 3
    assert document["byes"] == ["B"]
    assert document["audit"] == {
        "seed": 5,
        "rematches": 0,
        "byes": 1,
        "second_byes": 0,
        "bye_vp": 3,
        "distant_pairs": 0,
        "unequal_pairs": 1,
        "total_difference": 3,
        "future_rounds": True,
        "optimal": True,
    }
    assert document == json.loads(padd("pair", event, "--seed", "5", "--json").stdout)


@pytest.mark.req("SWISS-9")
def test_a_drawn_round_can_be_written_and_verified(event, tmp_path):
    after = str(tmp_path / "after.event.json")

    paired = padd("pair", event, "--seed", "5", "--into", after)
    verified = json.loads(padd("verify", after, "--json").stdout)

    assert paired.exit_code == 0
    assert verified["log_intact"] is None
    assert [round_["drawn_by_seed"] for round_ in verified["rounds"]] == [None, None, True]
    assert all(round_["legal"] and round_["optimal"] for round_ in verified["rounds"])


def test_the_next_round_waits_for_missing_results(event, tmp_path):
    after = str(tmp_path / "after.event.json")
    padd("pair", event, "--into", after)

    result = padd("pair", after)

    assert result.exit_code == 1
    assert "Round 4 waits for table 1 of round 3" in result.stderr


def test_a_round_beyond_the_plan_is_paired_and_pointed_out(tmp_path):
    file = tmp_path / "short.event.json"
    file.write_text(json.dumps({**EVENT, "rounds_planned": 2}), encoding="utf-8")

    result = padd("pair", str(file))

    assert result.exit_code == 0
    assert "Round 3 is beyond the 2 rounds planned." in result.stderr


def test_explain_takes_an_id_a_handle_or_a_name(event):
    by_name, by_handle, by_id = (
        padd("explain", event, word, "--json").stdout for word in ("Dax", "dax", "D")
    )

    assert by_name == by_handle == by_id
    assert json.loads(by_id)["answer"].startswith("Dax ")
    assert padd("explain", event, "Picard").exit_code == 1


def test_another_rulebook_ranks_the_same_facts(event):
    newer = json.loads(padd("standings", event, "--rulebook", "opg-4.1", "--json").stdout)
    refused = padd("standings", event, "--rulebook", "decipher-1998")

    assert newer["rulebook"] == "opg-4.1"
    assert newer["compared_with"] == "opg-5"
    assert newer["moved"] == []
    assert refused.exit_code == 1
    assert "covers 1E, not 2E" in refused.stderr


def test_check_lists_problems_apart_and_judges_every_round(event):
    document = json.loads(padd("check", event, "--json").stdout)

    assert document["sanctioned"] is True
    assert {problem["severity"] for problem in document["problems"]} == {"warning"}
    assert [pairing["optimal"] for pairing in document["pairings"]] == [True, True]


@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_disqualified_player_who_plays_on_is_pointed_out(tmp_path, command):
    first, second = EVENT["rounds"]
    out = {**first["matches"][0], "penalties": [{"player": "A", "level": 4}]}
    rounds = [{**first, "matches": [out, first["matches"][1]]}, second]
    file = tmp_path / "played-on.event.json"
    file.write_text(json.dumps({**EVENT, "rounds": rounds}), encoding="utf-8")

    result = padd(command, str(file))

    assert result.exit_code == 0
    assert "not in the event but is paired" in result.stdout


@pytest.mark.req("AMB-147")
@pytest.mark.parametrize(("played", "rated"), [(0, False), (2, False), (3, True)])
def test_check_calls_an_event_rated_only_once_it_is_finished(tmp_path, played, rated):
    games = [
        {"players": pair, "ending": "time", "scores": [60, 50]} for pair in (["E", "C"], ["A", "D"])
    ]
    rounds = [*EVENT["rounds"], {"number": 3, "byes": ["B"], "matches": games}]
    file = tmp_path / "open.event.json"
    file.write_text(json.dumps({**EVENT, "rounds": rounds[:played]}), encoding="utf-8")

    document = json.loads(padd("check", str(file), "--json").stdout)
    for_people = padd("check", str(file)).stdout

    reasons = {problem["code"] for problem in document["problems"]}
    assert (document["sanctioned"], document["rated"]) == (True, rated)
    assert ("not-finished" in reasons) is not rated
    assert ("not rated yet" in for_people) is not rated


def test_schema_is_a_json_schema():
    schema = json.loads(padd("schema").stdout)

    assert schema["title"] == "padd-event/1"
    assert schema["$ref"] == "#/$defs/Event"
