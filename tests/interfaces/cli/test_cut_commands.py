"""The reading commands for Swiss rounds with a cut in the same event."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from tests.interfaces.cli.cut_files import FINAL, SEMIFINALS, SWISS, game, with_cut

from padd.interfaces.cli.main import main


def run(*arguments):
    return CliRunner().invoke(main, [str(one) for one in arguments])


def kept(tmp_path, facts):
    file = tmp_path / "one.event.json"
    file.write_text(json.dumps(facts), encoding="utf-8")
    return file


def answer(tmp_path, command, facts):
    done = run(command, kept(tmp_path, facts), "--json")
    assert done.exit_code == 0, done.output
    document: dict[str, Any] = json.loads(done.output)
    return document


def test_the_players_of_the_cut_stand_first_by_its_places(tmp_path):
    found = answer(tmp_path, "standings", with_cut(SEMIFINALS, FINAL))

    assert [row["player"] for row in found["standings"]] == list("dcaefb")
    assert [row["place"] for row in found["standings"]] == [1, 2, 3, 4, 5, 6]
    assert found["final"] is True
    assert found["standings"][0]["results"] == ["FL", "FW", "FW", "FW"]
    assert found["standings"][2]["results"] == ["FW", "FW", "FL"]
    assert found["standings"][4]["results"] == ["FL", "FL"]


def test_standings_are_open_until_the_final_of_the_cut(tmp_path):
    found = answer(tmp_path, "standings", with_cut(SEMIFINALS))

    assert found["final"] is False
    assert {row["player"] for row in found["standings"][:2]} == {"c", "d"}


def test_a_cut_may_count_its_rounds_from_one(tmp_path):
    from_one = [{**SEMIFINALS, "number": 1}, {**FINAL, "number": 2}]

    assert answer(tmp_path, "standings", with_cut(*from_one)) == answer(
        tmp_path, "standings", with_cut(SEMIFINALS, FINAL)
    )


def test_the_results_of_the_cut_follow_those_of_the_swiss(tmp_path):
    rounds = answer(tmp_path, "score", with_cut(SEMIFINALS, FINAL))["rounds"]

    assert [round_["number"] for round_ in rounds] == [1, 2, 3, 4]
    codes = [[result["code"] for result in round_["results"]] for round_ in rounds]
    assert [r["player"] for r in rounds[2]["results"]] == list("abcdef")
    assert codes[2:] == [["FL", "MG", "FW", "FW", "FL", "MG"], ["MG", "MG", "FL", "FW", "MG", "MG"]]


def test_the_next_round_is_that_of_the_cut(tmp_path):
    first = answer(tmp_path, "pair", with_cut())
    second = answer(tmp_path, "pair", with_cut(SEMIFINALS))
    over = run("pair", kept(tmp_path, with_cut(SEMIFINALS, FINAL)))

    assert first["round"] == 3
    assert [set(match["players"]) for match in first["matches"]] == [{"a", "d"}, {"e", "c"}]
    assert second["round"] == 4
    assert [set(match["players"]) for match in second["matches"]] == [{"c", "d"}]
    assert over.exit_code == 1


def test_a_round_of_the_cut_is_written_into_the_cut(tmp_path):
    longer = tmp_path / "longer.event.json"
    run("pair", kept(tmp_path, with_cut()), "--into", longer)

    facts = json.loads(longer.read_bytes())
    assert len(facts["rounds"]) == 2
    assert [r["number"] for r in facts["stages"][0]["rounds"]] == [3]


@pytest.mark.req("AMB-151")
def test_the_swiss_and_its_cut_are_one_event_for_the_minimum_of_rounds(tmp_path):
    alone = answer(tmp_path, "check", SWISS)
    together = answer(tmp_path, "check", with_cut(SEMIFINALS, FINAL))

    assert alone["sanctioned"] is False
    assert together["sanctioned"] is True
    assert together["rated"] is True


def test_every_round_of_both_parts_is_verified(tmp_path):
    found = answer(tmp_path, "verify", with_cut(SEMIFINALS, FINAL))

    assert [(r["round"], r["legal"]) for r in found["rounds"]] == [
        (1, True),
        (2, True),
        (3, True),
        (4, True),
    ]
    assert run("verify", kept(tmp_path, with_cut(SEMIFINALS, FINAL))).exit_code == 0


def test_games_of_both_parts_are_rated(tmp_path):
    found = answer(tmp_path, "rate", with_cut(SEMIFINALS, FINAL))

    games = {r["player"]: r["games"] for r in found["ratings"]}
    assert games == {"ha": 3, "hb": 2, "hc": 4, "hd": 4, "he": 3, "hf": 2}


def test_reasons_are_given_for_players_of_both_parts(tmp_path):
    file = kept(tmp_path, with_cut(SEMIFINALS, FINAL))
    winner = run("explain", file, "d")
    out = run("explain", file, "b")

    assert winner.exit_code == out.exit_code == 0, winner.output + out.output
    assert "winner of the final" in winner.output
    assert "not in the cut" in out.output


@pytest.mark.parametrize(
    ("facts", "place"),
    [
        (with_cut(players=["a", "e", "c"]), "stages[0]"),
        (with_cut(players=["a", "e", "c", "z"]), "stages[0].players[3]"),
        (with_cut(players=["a", "e", "c", "a"]), "stages[0].players[3]"),
        (with_cut(pairing_style="swiss"), "stages[0].pairing_style"),
        (with_cut(FINAL), "stages[0].rounds"),
        (with_cut({"number": 3, "matches": [game(1, "a", "e")]}), "stages[0].rounds[0].matches[0]"),
        (
            with_cut({"number": 3, "matches": [game(1, "a", "b")]}),
            "stages[0].rounds[0].matches[0].players[1]",
        ),
        ({**with_cut(), "pairing_style": "modified-mcintyre"}, "stages"),
    ],
)
def test_a_cut_that_cannot_be_played_is_refused_by_its_place(tmp_path, facts, place):
    done = run("standings", kept(tmp_path, facts), kept(tmp_path, facts), "--json")

    assert done.exit_code == 1
    refusal = json.loads(done.stdout.splitlines()[0])["error"]
    assert refusal["place"] == place


def test_championship_and_league_are_kept_in_the_file(tmp_path):
    championship = {
        "id": "europe-2026-1e",
        "kind": "continental",
        "year": 2026,
        "area": "europe",
        "stage": "heat",
    }
    league = {"id": "rhine", "season": 2026, "part": "first-half", "number": 3, "bonus": {"a": 3}}
    facts = {**SWISS, "championship": championship, "league": league, "stages": None}
    longer = tmp_path / "longer.event.json"
    run("pair", kept(tmp_path, facts), "--into", longer)

    written = json.loads(longer.read_bytes())
    assert written["championship"] == championship
    assert written["league"] == league
    assert "stages" not in written


@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("championship", {"id": "x", "kind": "village", "year": 2026}, "championship"),
        (
            "league",
            {"id": "x", "season": 2026, "part": "playoff", "bonus": {"nobody": 1}},
            "league.bonus",
        ),
    ],
)
def test_what_no_championship_or_league_has_is_refused(tmp_path, key, value, place):
    file = kept(tmp_path, {**SWISS, key: value})
    done = run("standings", file, file, "--json")

    refusal = json.loads(done.stdout.splitlines()[0])["error"]
    assert refusal["place"].startswith(place)


def test_the_pairings_of_the_swiss_rounds_are_still_explained(tmp_path):
    file = kept(tmp_path, with_cut(SEMIFINALS, FINAL))
    found = json.loads(run("explain", file, "--round", "2", "--json").stdout)

    assert len(found["tables"]) == 3


def test_an_event_whose_final_is_missing_is_not_rated(tmp_path):
    assert answer(tmp_path, "rate", with_cut(SEMIFINALS))["ratings"] == []
