"""`padd bracket`, as people and programs call it."""

import json
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.formats.bracket import bracket


def run(*arguments):
    return CliRunner().invoke(bracket, arguments)


@pytest.mark.req("BRKT-24")
def test_people_get_a_table_that_says_where_losers_go():
    result = run("--style", "modified-mcintyre", "--players", "8")

    row = next(line for line in result.stdout.splitlines() if " M1 " in line)
    assert " ".join(row.split()) == "First round M1 Seed 1 Seed 4 to C to A"
    assert result.exit_code == 0


@pytest.mark.req("BRKT-22")
def test_programs_get_one_document_and_nothing_else():
    result = run("--style", "single-elimination", "--players", "4", "--json")

    assert json.loads(result.stdout) == {
        "rounds": [
            {
                "number": 1,
                "matches": [
                    {"id": "SF1", "sides": [{"seed": 1}, {"seed": 4}]},
                    {"id": "SF2", "sides": [{"seed": 3}, {"seed": 2}]},
                ],
            },
            {
                "number": 2,
                "matches": [{"id": "F", "sides": [{"winner": "SF1"}, {"winner": "SF2"}]}],
            },
        ]
    }


@pytest.mark.req("BRKT-26", "AMB-43")
def test_a_size_without_a_bracket_ends_with_status_one_and_the_way_out():
    result = run("--style", "modified-mcintyre", "--players", "12")

    assert result.exit_code == 1
    assert result.stdout == ""
    assert "8 or 16 players" in result.stderr
    assert "custom bracket" in result.stderr
    assert "§10.2" in result.stderr


def test_wrong_usage_ends_with_status_two():
    assert run("--style", "swiss", "--players", "8").exit_code == 2
    assert run("--style", "elimination", "--players", "many").exit_code == 2


@pytest.mark.parametrize("theme", ["device", "light", "dark", "paper"])
def test_the_bracket_is_drawn_into_a_file(tmp_path, theme):
    file = tmp_path / "bracket.svg"

    result = run(
        *("--style", "elimination", "--players", "11"), *("--svg", str(file), "--theme", theme)
    )

    assert result.exit_code == 0
    assert result.stdout == ""
    drawn = ET.fromstring(file.read_text("utf-8"))  # noqa: S314 -- our own drawing
    assert drawn.tag.endswith("svg")


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    file = tmp_path / "missing" / "bracket.svg"

    result = run("--style", "elimination", "--players", "8", "--svg", str(file))

    assert result.exit_code == 1
    assert "bracket.svg" in result.stderr
