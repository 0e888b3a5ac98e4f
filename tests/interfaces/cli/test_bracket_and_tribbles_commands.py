"""The reading commands for brackets and Tribbles, and what they refuse."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main

EIGHT: dict[str, Any] = {
    "schema": "padd-event/1",
    "rulebook": "opg-5",
    "name": "Eight",
    "edition": "2E",
    "pairing_style": "modified-mcintyre",
    "players": [{"id": f"s{n}", "name": f"Seed {n}", "seed": n} for n in range(1, 9)],
    "rounds": [],
}
POD: dict[str, Any] = {
    "schema": "padd-event/1",
    "rulebook": "opg-5",
    "name": "One pod",
    "edition": "TR",
    "pairing_style": "tribbles",
    "rounds_planned": 5,
    "starts": "2026-03-14T10:00:00-05:00",
    "registered": "2026-03-01T10:00:00-05:00",
    "players": [{"id": p} for p in "abcd"],
    "rounds": [
        {
            "number": 1,
            "pods": [
                {
                    "table": 1,
                    "players": list("abcd"),
                    "scores": {"a": 101_000, "b": 0, "c": 5, "d": 0},
                    "went_out": ["a"],
                }
            ],
        }
    ],
}


def run(*arguments):
    return CliRunner().invoke(main, [str(one) for one in arguments])


def kept(tmp_path, facts, name="one"):
    file = tmp_path / f"{name}.event.json"
    file.write_text(json.dumps(facts), encoding="utf-8")
    return file


def play(file, *, better=True):
    """Let the better, or the worse, seed win every open match."""
    event = json.loads(file.read_text("utf-8"))
    for match in event["rounds"][-1]["matches"]:
        pick = min if better else max
        match.update(ending="complete", winner=pick(match["players"]))
    file.write_text(json.dumps(event), encoding="utf-8")


@pytest.mark.req("AMB-54")
@pytest.mark.parametrize(("went_out", "winners"), [(["c"], ["c"]), ([], []), (None, ["a"])])
def test_a_round_of_a_file_is_won_by_who_went_out_if_it_says_so(tmp_path, went_out, winners):
    facts = copy.deepcopy(POD)
    pod = facts["rounds"][0]["pods"][0]
    if went_out is None:
        del pod["went_out"]
    else:
        pod["went_out"] = went_out

    result = run("standings", kept(tmp_path, facts), "--json")

    rows = json.loads(result.stdout)["standings"]
    assert [row["player"] for row in rows if row["rounds_won"]] == winners
    assert rows[0]["player"] == "a"


@pytest.mark.req("EX-BRKT-3", "BRKT-24", "BRKT-13")
def test_a_bracket_is_played_round_by_round_from_its_file(tmp_path):
    file = kept(tmp_path, EIGHT)
    drawn = []
    for _ in range(4):
        result = run("pair", file, "--into", file, "--json")
        assert result.exit_code == 0, result.stderr
        drawn.append(json.loads(result.stdout))
        play(file)

    pairs = [
        {m["match"]: [int(p[1:]) for p in m["players"]] for m in round_["matches"]}
        for round_ in drawn
    ]
    assert pairs[1] == {"A": [4, 5], "B": [6, 3]}
    assert pairs[2] == {"C": [1, 3], "D": [4, 2]}
    assert pairs[3] == {"F": [1, 2]}
    assert drawn[1]["byes"] == ["s1", "s2"]
    assert sorted(drawn[1]["missed"]) == ["s7", "s8"]
    assert drawn[1]["audit"]["optimal"] is None
    over = run("pair", file)
    assert over.exit_code == 1
    assert "there is no next round" in over.stderr
    table = json.loads(run("standings", file, "--json").stdout)
    assert table["final"] is True
    assert [row["player"] for row in table["standings"]][:4] == ["s1", "s2", "s3", "s4"]
    assert table["standings"][0]["results"] == ["FW", "BYE", "FW", "FW"]


def test_the_next_round_of_a_bracket_waits_for_open_matches(tmp_path):
    file = kept(tmp_path, EIGHT)
    run("pair", file, "--into", file)

    result = run("pair", file, "--json")

    error = json.loads(result.stdout)["error"]
    assert result.exit_code == 1
    assert (error["place"], error["rule"]) == ("rounds[0]", "OPG5 §10")
    assert '"M1"' in error["message"]


@pytest.mark.req("BRKT-13")
def test_open_matches_and_absent_players_are_shown(tmp_path):
    file = kept(tmp_path, EIGHT)
    run("pair", file, "--into", file)
    event = json.loads(file.read_text("utf-8"))
    event["rounds"][0]["matches"][0].update(ending="missed", absent=["s4"])
    file.write_text(json.dumps(event), "utf-8")

    results = json.loads(run("score", file, "--json").stdout)["rounds"][0]["results"]

    codes = {result["player"]: result["code"] for result in results}
    assert (codes["s1"], codes["s4"], codes["s2"]) == ("BYE", "MG", "PENDING")
    assert "still open" in run("score", file).stdout
    assert "ready" not in run("bracket", file).stdout.split("M1")[0]


@pytest.mark.req("BRKT-27", "BRKT-3")
def test_a_directors_own_bracket_is_played(tmp_path):
    ladder = [
        {"id": "A", "sides": [{"seed": 3}, {"seed": 4}]},
        {"id": "B", "sides": [{"seed": 2}, {"winner": "A"}]},
        {"id": "C", "sides": [{"seed": 1}, {"winner": "B"}]},
    ]
    file = kept(tmp_path, {**EIGHT, "players": EIGHT["players"][:4], "bracket": ladder})

    first = json.loads(run("pair", file, "--json", "--into", file).stdout)
    play(file, better=False)
    second = json.loads(run("pair", file, "--json").stdout)

    assert [match["players"] for match in first["matches"]] == [["s3", "s4"]]
    assert first["byes"] == ["s2", "s1"]
    assert [match["players"] for match in second["matches"]] == [["s2", "s4"]]
    assert second["missed"] == ["s3"]
    assert "Custom bracket" in run("bracket", file).stdout


@pytest.mark.req("BRKT-32", "BRKT-36")
def test_an_unseeded_elimination_is_drawn_by_a_seed_that_gives_it_again(tmp_path):
    players = [{"id": f"p{n}"} for n in range(11)]
    facts = {**EIGHT, "rulebook": "decipher-1998", "edition": "1E", "players": players}
    file = kept(tmp_path, {**facts, "pairing_style": "elimination"})

    one, again, other = (
        json.loads(run("pair", file, "--seed", seed, "--json").stdout) for seed in ("7", "7", "8")
    )

    assert one == again != other
    assert one["audit"]["seed"] == 7
    assert (len(one["matches"]), len(one["byes"])) == (3, 5)
    run("pair", file, "--seed", "7", "--into", file)
    verified = json.loads(run("verify", file, "--json").stdout)["rounds"]
    assert [round_["drawn_by_seed"] for round_ in verified] == [True]
    play(file)
    second = json.loads(run("pair", file, "--json").stdout)
    assert len(second["matches"]) == 4
    assert "Number 1 in the draw." in run("explain", file).stdout


@pytest.mark.req("BRKT-8", "AMB-40")
def test_another_rulebook_can_send_another_player_on(tmp_path):
    players = [{"id": p, "seed": n} for n, p in enumerate("ab", 1)]
    games = [{"winner": "b"}, {"winner": None}, {"winner": None}]
    rounds = [{"number": 1, "matches": [{"players": ["a", "b"], "games": games}]}]
    facts = {**EIGHT, "pairing_style": "single-elimination", "players": players}
    file = kept(tmp_path, {**facts, "rounds": rounds})

    found = json.loads(run("standings", file, "--rulebook", "opg-4.1", "--json").stdout)

    assert found["compared_with"] == "opg-5"
    assert found["moved"][0]["player"] == "b"
    assert (found["moved"][0]["from"], found["moved"][0]["to"]) == (2, 1)
    rules = [cause["rule"] for cause in found["moved"][0]["by"]]
    assert rules == ["brackets.tied_game"]
    assert "Moved, compared with opg-5" in run("standings", file, "--rulebook", "opg-4.1").stdout


@pytest.mark.req("TRIB-10", "TRIB-17")
def test_tribbles_without_a_style_are_tribbles_all_the_same(tmp_path):
    facts = {key: value for key, value in POD.items() if key != "pairing_style"}
    file = kept(tmp_path, facts)

    found = json.loads(run("standings", file, "--json").stdout)

    assert found["standings"][0] == {
        "place": 1,
        "player": "a",
        "points": 101_000,
        "rounds_won": 1,
        "decided_by": None,
    }
    assert [row["decided_by"] for row in found["standings"]] == [None, None, None, "cut"]
    assert found["final"] is False


@pytest.mark.req("TRIB-17", "TRIB-18")
def test_the_cut_that_was_entered_decides_and_is_explained(tmp_path):
    file = kept(tmp_path, {**POD, "cut": ["d", "b"]})

    rows = json.loads(run("standings", file, "--json").stdout)["standings"]
    reason = json.loads(run("explain", file, "b", "--json").stdout)

    assert [row["player"] for row in rows] == ["a", "c", "d", "b"]
    assert reason["answer"].endswith("the cut decides.")
    assert "as the director entered it" in json.dumps(reason)


def test_a_table_without_scores_is_waited_for(tmp_path):
    file = kept(tmp_path, {**POD, "rounds": []})
    run("pair", file, "--into", file, "--seed", "1")

    waiting = json.loads(run("pair", file, "--json").stdout)["error"]

    assert waiting["place"] == "rounds[0].pods[0].scores"
    assert waiting["rule"] == "OPG5 §7.5.2"
    assert "Table 1 of round 1 has no scores yet" in waiting["message"]


@pytest.mark.req("AMB-48")
def test_a_director_may_want_more_pods(tmp_path):
    players = [{"id": f"p{n:02}"} for n in range(12)]
    file = kept(tmp_path, {**POD, "players": players, "rounds": []})

    three = json.loads(run("pair", file, "--pods", "3", "--json").stdout)
    four = run("pair", file, "--pods", "4", "--json")

    assert [len(pod["players"]) for pod in three["pods"]] == [4, 4, 4]
    assert json.loads(four.stdout)["error"]["rule"] == "OPG5 §7.2"
    bracket = run("pair", kept(tmp_path, EIGHT, "eight"), "--pods", "2")
    assert (bracket.exit_code, "--pods" in bracket.stderr) == (2, True)
    swiss = {**EIGHT, "pairing_style": "swiss"}
    assert run("pair", kept(tmp_path, swiss, "swiss"), "--pods", "2").exit_code == 2


@pytest.mark.req("TRIB-3", "TRIB-19", "AMB-50")
def test_the_check_points_at_odd_pods(tmp_path):
    nine = [{"id": f"p{n}"} for n in range(9)]
    names = [player["id"] for player in nine]
    pod = {"players": names, "scores": dict.fromkeys(names, 1), "went_out": names[:2]}
    facts = {**POD, "rulebook": "opg-4.1", "players": nine}
    file = kept(tmp_path, {**facts, "rounds": [{"number": 1, "pods": [pod]}]})

    found = json.loads(run("check", file, "--json").stdout)

    codes = {problem["code"]: problem for problem in found["problems"]}
    assert codes["pod-size"]["rule"] == "OPG4 §7.2"
    assert codes["several-went-out"]["severity"] == "warning"
    assert found["sanctioned"] is True
    assert found["pairings"] == []


@pytest.mark.req("TRIB-2", "AMB-54")
def test_rounds_of_tribbles_that_time_cut_off_count_as_planned(tmp_path):
    ended = {**POD, "reported": "2026-03-14T18:00:00-05:00"}
    short = {**ended, "rounds_planned": 3}

    whole = json.loads(run("check", kept(tmp_path, ended), "--json").stdout)
    less = json.loads(run("check", kept(tmp_path, short), "--json").stdout)

    assert whole["sanctioned"] is True
    assert [p["code"] for p in less["problems"] if p["severity"] == "error"] == ["too-few-rounds"]


@pytest.mark.req("BRKT-13", "BRKT-14", "BRKT-20", "BRKT-28")
def test_the_check_speaks_of_seeds_lengths_and_heats(tmp_path):
    unseeded = [{"id": p["id"]} for p in EIGHT["players"]]
    names = [player["id"] for player in EIGHT["players"]]
    heats = [{"name": "Friday", "qualifiers": 8, "qualified": names[::-1]}]

    def problems(**changes):
        file = kept(tmp_path, {**EIGHT, **changes})
        found = json.loads(run("check", file, "--json").stdout)["problems"]
        return {problem["code"]: problem["rule"] for problem in found}

    assert problems(players=unseeded)["seed-missing"] == "OPG5 App. A"
    assert problems(best_of={"4": 5})["match-length"] == "OPG5 §10, §12.7"
    assert problems(heats=heats)["seeds-not-dealt"] == "OPG5 §9"
    assert "seeds-not-dealt" not in problems()
    assert problems(players=EIGHT["players"][:5])["bracket-size"]


@pytest.mark.req("BRKT-28")
@pytest.mark.parametrize("best_of", [{"9": 3}, {"0": 3}, {"4": 2}])
def test_every_command_refuses_a_match_length_that_no_round_can_have(tmp_path, best_of):
    file = kept(tmp_path, {**EIGHT, "best_of": best_of})

    told = [run(name, file, "--json") for name in ("standings", "check", "pair")]

    (number,) = best_of
    assert [answer.exit_code for answer in told] == [1, 1, 1]
    assert len({answer.stdout for answer in told}) == 1
    error = json.loads(told[0].stdout)["error"]
    assert error["place"] == f"best_of[{number}]"


@pytest.mark.req("BRKT-28")
def test_match_lengths_may_be_announced_before_the_players_are_known(tmp_path):
    announced = kept(tmp_path, {**EIGHT, "players": [], "best_of": {"9": 3}})

    assert run("check", announced, "--json").exit_code == 0


@pytest.mark.req("BRKT-3")
def test_a_rulebook_with_its_own_brackets_only_says_so(tmp_path):
    final = [{"id": "F", "sides": [{"seed": 1}, {"seed": 2}]}]
    facts = {**EIGHT, "rulebook": "decipher-1998", "edition": "1E"}
    facts |= {"pairing_style": "elimination", "players": EIGHT["players"][:2]}

    found = run("check", kept(tmp_path, {**facts, "bracket": final}), "--json")

    codes = [problem["code"] for problem in json.loads(found.stdout)["problems"]]
    assert "bracket-not-allowed" in codes


def test_a_file_that_breaks_a_rule_does_not_stop_the_others(tmp_path):
    bad = {**EIGHT, "players": [*EIGHT["players"][:7], {"id": "s8", "seed": 1}]}
    files = (kept(tmp_path, EIGHT, "good"), kept(tmp_path, bad, "bad"), kept(tmp_path, POD, "pod"))

    result = run("standings", *files, "--json")

    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert ["error" in line for line in lines] == [False, True, False]
    assert lines[1]["error"]["place"] == "players[7].seed"
    assert lines[1]["error"]["rule"] == "OPG5 App. A"


def test_people_get_tables_for_every_kind_of_play(tmp_path):
    bracket, pod = kept(tmp_path, EIGHT, "eight"), kept(tmp_path, POD, "pod")

    assert "Eight: standings, after round 0 (opg-5)" in run("standings", bracket).stdout
    assert "Out in" in run("standings", bracket).stdout
    assert "101,000" in run("standings", pod).stdout
    assert "101,000" in run("score", pod).stdout
    assert "Players stay in their pod" in run("pair", pod).stdout
    assert "First round" in run("pair", bracket).stdout
    assert "No changes" in run("standings", pod, "--rulebook", "opg-4.1").stdout
    assert "covers 1E, not TR" in run("standings", pod, "--rulebook", "decipher-1998").stderr


def test_a_bracket_is_asked_for_in_one_way_only(tmp_path):
    file = kept(tmp_path, EIGHT)

    assert run("bracket").exit_code == 2
    assert run("bracket", file, "--players", "8").exit_code == 2
    refused = run("bracket", kept(tmp_path, POD, "pod"))
    assert (refused.exit_code, "without a bracket" in refused.stderr) == (1, True)


@pytest.mark.req("BRKT-1")
def test_the_two_best_of_a_swiss_event_play_the_final_confrontation(tmp_path):
    scores = {"ending": "complete", "scores": [100, 40]}
    matches = [
        {"players": ["s1", "s2"], "winner": "s1", **scores},
        {"players": ["s3", "s4"], "winner": "s3", "ending": "complete"},
    ]
    matches[1]["scores"] = [100, 20]
    facts = {**EIGHT, "pairing_style": "swiss", "rounds_planned": 1}
    facts |= {"players": EIGHT["players"][:4]}
    facts |= {"rounds": [{"number": 1, "matches": matches}]}
    file = kept(tmp_path, facts)

    found = run("pair", file, "--final-confrontation", "--json", "--into", file)

    assert json.loads(found.stdout) == {
        "final_confrontation": {"players": ["s3", "s1"], "winner": None},
        "announced": False,
    }
    assert json.loads(file.read_text("utf-8"))["final_confrontation"]["players"] == ["s3", "s1"]
    early = kept(tmp_path, {**facts, "rounds_planned": 2}, "early")
    assert "waiting for rounds" in run("pair", early, "--final-confrontation").stderr
    bracket = kept(tmp_path, EIGHT, "eight")
    assert run("pair", bracket, "--final-confrontation").exit_code == 1
