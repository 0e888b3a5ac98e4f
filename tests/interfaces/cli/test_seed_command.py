"""`padd seed`: heats and league points become the seeds of a bracket."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main
from padd.presentation.spreadsheet.csv_text import write_csv


def run(*arguments):
    return CliRunner().invoke(main, ["seed", *(str(one) for one in arguments)])


def heat(tmp_path, name, ranking, **facts):
    """Write a heat of one round in which the first half wins, in this order."""
    names = ranking.split()
    half = len(names) // 2
    matches: list[dict[str, Any]] = [
        {
            "players": [names[at], names[half + at]],
            "ending": "complete",
            "winner": names[at],
            "scores": [100 - at, 0],
        }
        for at in range(half)
    ]
    event = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "name": name.title(),
        "edition": "2E",
        "rounds_planned": 1,
        "players": [{"id": one, "name": one.upper()} for one in names],
        "rounds": [{"number": 1, "matches": matches}],
        **facts,
    }
    file = tmp_path / f"{name}.event.json"
    file.write_text(json.dumps(event), encoding="utf-8")
    return file


@pytest.mark.req("BRKT-16", "BRKT-20", "EX-BRKT-1")
def test_heats_become_a_final_day_that_can_be_paired(tmp_path):
    friday = heat(tmp_path, "friday", "a b c d")
    saturday = heat(tmp_path, "saturday", "e f g h")
    sunday = tmp_path / "sunday.event.json"

    result = run(
        *(friday, saturday, "--qualifiers", "2", "--style", "single-elimination"),
        *("--best-of", "2", "3", "--name", "Sunday", "--into", sunday, "--json"),
    )

    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert [(row["seed"], row["player"]) for row in found["seeds"]] == [
        *((1, "a"), (2, "b"), (3, "e"), (4, "f"))
    ]
    assert found["seeds"][2]["heat"] == "Saturday"
    written = json.loads(sunday.read_text("utf-8"))
    assert (written["name"], written["rounds_planned"]) == ("Sunday", 2)
    assert written["best_of"] == {"2": 3}
    assert [heat["event"] for heat in written["heats"]] == [
        *("friday.event.json", "saturday.event.json")
    ]
    paired = CliRunner().invoke(main, ["pair", str(sunday), "--json"])
    assert [match["players"] for match in json.loads(paired.stdout)["matches"]] == [
        *(["a", "f"], ["e", "b"])
    ]


def test_people_see_where_each_seed_was_won(tmp_path):
    friday = heat(tmp_path, "friday", "a b c d")

    result = run(friday, "--qualifiers", "2", "--style", "single-elimination")

    assert "1st of Friday" in result.stdout
    assert "2nd of Friday" in result.stdout


@pytest.mark.req("BRKT-19")
def test_whoever_qualified_and_enters_again_is_named_with_the_file(tmp_path):
    friday = heat(tmp_path, "friday", "a b c d")
    saturday = heat(tmp_path, "saturday", "e a g h")

    result = run(
        *(friday, saturday, "--qualifiers", "2", "--style", "single-elimination"), "--json"
    )

    error = json.loads(result.stdout)["error"]
    assert result.exit_code == 1
    assert error["file"] == str(saturday)
    assert '"a" has already qualified in "Friday"' in error["message"]
    assert "§9" in error["rule"]


@pytest.mark.req("BRKT-21")
def test_what_was_announced_stays(tmp_path):
    friday = heat(tmp_path, "friday", "a b c d")
    announced = heat(
        *(tmp_path, "day", ""),
        pairing_style="single-elimination",
        heats=[{"name": "Friday", "qualifiers": 2}],
        players=[],
        rounds=[],
    )

    kept = run(friday, "--day", announced, "--qualifiers", "2", "--json")
    changed = run(friday, "--day", announced, "--qualifiers", "4", "--json")
    restyled = run(friday, "--day", announced, "--style", "elimination")

    assert len(json.loads(kept.stdout)["seeds"]) == 2
    assert changed.exit_code == 1
    assert "can’t change" in json.loads(changed.stdout)["error"]["message"]
    assert restyled.exit_code == 2


def test_a_field_that_the_bracket_does_not_take_is_refused_before_writing(tmp_path):
    friday = heat(tmp_path, "friday", "a b c d e f g h")
    into = tmp_path / "out.event.json"

    result = run(*(friday, "--qualifiers", "6", "--style", "modified-mcintyre"), *("--into", into))

    assert result.exit_code == 1
    assert "8 or 16 players" in result.stderr
    assert not into.exists()


def test_wrong_usage_ends_with_status_two(tmp_path):
    friday = heat(tmp_path, "friday", "a b c d")

    assert run().exit_code == 2
    assert run(friday).exit_code == 2
    assert run(friday, "--qualifiers", "two", "--style", "elimination").exit_code == 2
    assert run(friday, "--qualifiers", "2,2", "--style", "elimination").exit_code == 2


@pytest.mark.req("LEAG-39", "AMB-74")
@pytest.mark.parametrize("form", ["csv", "json"])
def test_the_champions_league_is_seeded_by_lifetime_points(tmp_path, form):
    rows = [("ro", 120, 3), ("worf", 400, 1), ("dax", 120, 9)]
    file = tmp_path / f"points.{form}"
    if form == "csv":
        lines = [f"{handle},{points},{season}" for handle, points, season in rows]
        file.write_text("\n".join(["handle,points,season", *lines]), "utf-8")
    else:
        keys = ("handle", "points", "season")
        objects = [dict(zip(keys, row, strict=True)) for row in rows]
        file.write_text(json.dumps(objects), "utf-8")
    into = tmp_path / "league.event.json"

    result = run("--points", file, "--edition", "2E", "--json", "--into", into)

    seeds = [row["player"] for row in json.loads(result.stdout)["seeds"]]
    assert seeds == ["worf", "dax", "ro"]
    assert json.loads(into.read_text("utf-8"))["pairing_style"] == ("single-elimination-play-in")


@pytest.mark.req("LEAG-38")
def test_a_list_as_it_is_downloaded_is_read(tmp_path):
    file = tmp_path / "champions.csv"
    file.write_bytes(write_csv(("handle", "points"), [("=ro", 600), ("worf", 400)]))

    result = run("--points", file, "--edition", "2E", "--json")

    seeds = [row["player"] for row in json.loads(result.stdout)["seeds"]]
    assert seeds == ["=ro", "worf"]


def test_too_few_points_need_the_directors_waiver(tmp_path):
    file = tmp_path / "points.csv"
    file.write_text("handle,points\nro,60\nworf,400\n", encoding="utf-8")

    def seeded(*more):
        return run("--points", file, "--edition", "1E", *more)

    assert "100 are required" in seeded().stderr
    assert seeded("--waive", "ro").exit_code == 0
    older = ("--rulebook", "opg-4.1")
    assert seeded(*older).exit_code == 0
    assert "does not let" in seeded("--waive", "ro", *older).stderr
    assert "no Champions League" in seeded("--rulebook", "decipher-1998").stderr


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("handle,points\nro,many\n", "Expected `int`"),
        ("name\nro\n", "points"),
        ("handle,points\nro,1000\nRO,2000\n", "twice"),
    ],
)
def test_an_unclear_file_of_points_is_refused(tmp_path, text, says):
    file = tmp_path / "points.csv"
    file.write_text(text, encoding="utf-8")

    result = run("--points", file, "--edition", "1E")

    assert result.exit_code == 1
    assert says in result.stderr
    assert "points.csv" in result.stderr
