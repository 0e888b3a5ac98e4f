"""A championship and a Tribbles day out of event files, as a director runs them."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
FRIDAY, SATURDAY, ANNOUNCED, SUNDAY = (
    str(EXAMPLES / "championship" / f"{name}.event.json")
    for name in ("friday", "saturday", "announced", "sunday")
)
TRIBBLES = str(EXAMPLES / "tribbles-day.event.json")


def run(*arguments):
    return CliRunner().invoke(main, [str(one) for one in arguments])


def told(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def facts(file):
    return json.loads(Path(file).read_text("utf-8"))


@pytest.mark.req("BRKT-16", "BRKT-20", "BRKT-21", "EX-BRKT-1")
def test_two_heats_seed_the_final_day_as_it_was_announced(tmp_path):
    sunday = tmp_path / "sunday.event.json"

    seeded = told("seed", FRIDAY, SATURDAY, "--day", ANNOUNCED, "--into", sunday)

    heats = [told("standings", file)["standings"] for file in (FRIDAY, SATURDAY)]
    first, second = ([row["player"] for row in table[:8]] for table in heats)
    by_seed = {row["seed"]: row["player"] for row in seeded["seeds"]}
    assert [by_seed[n] for n in (1, 2, 5, 6, 9, 10, 13, 14)] == first
    assert [by_seed[n] for n in (3, 4, 7, 8, 11, 12, 15, 16)] == second
    written = facts(sunday)
    assert written["players"] == facts(SUNDAY)["players"]
    assert written["heats"][0]["qualified"] == first
    assert (written["best_of"], written["rounds"]) == ({"5": 3}, [])


@pytest.mark.req("BRKT-12", "BRKT-15", "BRKT-25", "AMB-42")
def test_the_final_day_is_ranked_to_its_last_place():
    found = told("standings", SUNDAY)
    rows = found["standings"]

    assert found["final"] is True
    assert [row["place"] for row in rows] == list(range(1, 17))
    assert set(rows[0]) == {
        *("place", "player", "vp", "sos", "differential", "cvp"),
        *("results", "decided_by"),
    }
    assert rows[0]["vp"] is rows[0]["sos"] is rows[0]["decided_by"] is None
    assert rows[0]["results"][-1] == "FW"
    assert rows[1]["results"][-1] == "FL"
    assert rows[-1]["results"] == ["FL", "MG", "MG", "MG", "MG"]


@pytest.mark.req("BRKT-12", "BRKT-25")
def test_every_round_of_the_final_day_names_everybody():
    rounds = told("score", SUNDAY)["rounds"]

    assert [round_["number"] for round_ in rounds] == [1, 2, 3, 4, 5]
    assert {len(round_["results"]) for round_ in rounds} == {16}
    codes = [result["code"] for round_ in rounds for result in round_["results"]]
    assert (codes.count("FW"), codes.count("FL")) == (19, 19)


@pytest.mark.req("BRKT-25", "BRKT-27")
def test_the_final_day_is_drawn_with_its_names(tmp_path):
    drawing = tmp_path / "bracket.svg"

    result = run("bracket", SUNDAY, "--svg", drawing, "--theme", "paper")

    drawn = ET.fromstring(drawing.read_text("utf-8"))  # noqa: S314 -- our own drawing
    words = " ".join(drawn.itertext())
    assert result.exit_code == 0
    assert all(p["name"].split()[-1] in words for p in facts(SUNDAY)["players"])


def test_the_bracket_of_an_event_has_its_tree_and_who_is_where():
    found = told("bracket", SUNDAY)
    final = found["rounds"][-1]["matches"][-1]
    winner = told("standings", SUNDAY)["standings"][0]["player"]

    assert sum(len(round_["matches"]) for round_ in found["rounds"]) == 19
    assert final["sides"] == [{"winner": "I"}, {"winner": "J"}]
    assert (final["winner"], final["state"]) == (winner, "decided")
    assert sorted(final["games"]) == [1, 2]


@pytest.mark.req("BRKT-20", "BRKT-9", "AMB-40", "AMB-46")
def test_every_place_of_the_final_day_is_explained():
    reasons = told("explain", SUNDAY)["players"]
    places = [row["player"] for row in told("standings", SUNDAY)["standings"]]

    assert [reason["player"] for reason in reasons] == places
    for reason in reasons:
        lines = [line["text"] for line in reason["chain"]]
        assert lines[0].startswith("Seed ")
        assert " of Friday." in lines[0] or " of Saturday." in lines[0]
        assert all(line["cite"] for line in reason["chain"])
    assert "second chance" in json.dumps(reasons, ensure_ascii=False)
    people = run("explain", SUNDAY, places[0]).stdout
    assert "the winner of the final" in people


@pytest.mark.req("BRKT-14", "TRIB-1", "TRIB-2")
def test_all_files_of_the_championship_are_sanctioned():
    result = run("check", FRIDAY, SATURDAY, SUNDAY, TRIBBLES, "--json")

    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [(one["sanctioned"], one["rated"]) for one in found] == [(True, True)] * 4
    assert found[2]["pairings"] == found[3]["pairings"] == []
    assert found[2]["problems"] == []


@pytest.mark.req("TRIB-19", "TRIB-22", "TRIB-23", "AMB-49")
def test_the_tribbles_day_is_ranked_table_by_table():
    found = told("standings", TRIBBLES)
    rows = found["standings"]
    tables = {
        player: pod["table"]
        for pod in facts(TRIBBLES)["rounds"][5]["pods"]
        for player in pod["players"]
    }

    assert found["final"] is True
    assert [row["place"] for row in rows] == list(range(1, 28))
    assert set(rows[0]) == {"place", "player", "points", "rounds_won", "decided_by"}
    order = [tables[row["player"]] for row in rows]
    assert order == sorted(order)
    assert rows[0]["points"] < max(row["points"] for row in rows)


@pytest.mark.req("TRIB-14", "TRIB-15", "AMB-51", "AMB-52")
def test_every_round_of_the_tribbles_day_adds_up():
    rounds = told("score", TRIBBLES)["rounds"]
    rows = {row["player"]: row for row in told("standings", TRIBBLES)["standings"]}
    finals = [result for round_ in rounds[5:] for result in round_["results"]]

    assert {len(round_["results"]) for round_ in rounds} == {27}
    for player, row in rows.items():
        mine = [result for result in finals if result["player"] == player]
        assert sum(result["points"] for result in mine) == row["points"]
        assert sum(result["won"] for result in mine) == row["rounds_won"]
    first = {result["player"]: result for result in rounds[0]["results"]}
    at_table = facts(TRIBBLES)["rounds"][0]["pods"]
    scored = next(pod["scores"]["falk"] for pod in at_table if "falk" in pod["players"])
    assert first["falk"]["points"] == scored + 100_000


@pytest.mark.req("TRIB-16", "AMB-53")
def test_every_pod_and_place_of_the_tribbles_day_is_explained():
    reasons = told("explain", TRIBBLES)["players"]

    assert len(reasons) == 27
    for reason in reasons:
        lines = [line["text"] for line in reason["chain"]]
        assert lines[0].startswith("Round 1, table ")
        assert lines[1].startswith("Round 6, table ")
        assert {part["title"].split(";")[0].split(",")[0] for part in reason["sums"]} == {
            "Points of the finals",
            "Points of the heats",
        }
    said = json.dumps(reasons)
    assert "as the best of the pod before" in said
    assert "lost by conceding the match" in said


@pytest.mark.req("TRIB-3", "TRIB-16", "EX-TRIB-1")
def test_the_pods_of_a_round_follow_from_its_seed(tmp_path):
    day = facts(TRIBBLES)
    rounds = day["rounds"]
    before = tmp_path / "before.event.json"
    for played in (0, 1, 5):
        before.write_text(json.dumps({**day, "rounds": rounds[:played]}), "utf-8")

        found = told("pair", before, "--seed", rounds[played]["draw"]["seed"])

        assert found["round"] == played + 1
        assert found["pods"] == [
            {"table": pod["table"], "players": pod["players"]} for pod in rounds[played]["pods"]
        ]
        assert found["audit"]["optimal"] is None


@pytest.mark.req("TRIB-16", "AMB-48", "AMB-53")
def test_every_draw_of_the_tribbles_day_is_replayed(tmp_path):
    rounds = told("verify", TRIBBLES)["rounds"]
    day = facts(TRIBBLES)
    first = day["rounds"][0]["pods"]
    first[0]["players"][0], first[1]["players"][0] = (
        first[1]["players"][0],
        first[0]["players"][0],
    )
    for pod in first:
        pod.update(scores=dict.fromkeys(pod["players"], 1), went_out=[])
    changed = tmp_path / "changed.event.json"
    changed.write_text(json.dumps(day), "utf-8")

    again = told("verify", changed)["rounds"]

    assert [round_["drawn_by_seed"] for round_ in rounds] == [True] * 10
    assert all(round_["legal"] for round_ in rounds)
    assert again[0]["drawn_by_seed"] is False
    assert again[1]["legal"] is False
    assert "stay in their pods" in run("verify", changed).stdout


@pytest.mark.req("BRKT-32")
def test_a_bracket_is_verified_without_a_draw_of_its_own():
    rounds = told("verify", SUNDAY)["rounds"]

    assert [(r["legal"], r["drawn_by_seed"]) for r in rounds] == [(True, None)] * 5
