"""`padd rules` lists, prints and compares rulebooks."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.rulebooks import rules, value_text
from padd.rulebooks.loader import rulebook

RULING = """\
title = "Ties are worth one point"
about = "Until the next guide a true tie gives each player one victory point."
cite = "https://example.org/articles/1701"
rulebook = "opg-5"
in_force = 2026-12-01

[values."scoring.points.tie"]
value = 1
"""


def run(*words):
    return CliRunner().invoke(rules, words)


def document(*words):
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_rulebooks_are_listed_with_title_version_and_games():
    result = run()

    assert result.exit_code == 0
    for words in ("opg-5", "Organized Play Guide 4.1", "about 1998", "1E, 2E, TR"):
        assert words in result.stdout


def test_the_list_is_one_json_document():
    books = document()["rulebooks"]

    assert [book["id"] for book in books] == ["opg-5", "opg-4.1", "decipher-1998", "decipher-1996"]
    assert books[0]["games"] == ["1E", "2E", "TR"]
    assert "slipstream" in books[0]["rules"]
    assert books[0]["card_pools"]["academy"] == ["2E"]


def test_a_rulebook_is_printed_with_its_sources():
    result = run("opg-5", "scoring")

    assert result.exit_code == 0
    [line] = [line for line in result.stdout.splitlines() if "score_floor" in line]
    assert line.split() == ["scoring.score_floor", "0", "OPG5", "§7.4.1", "AMB-12,", "AMB-16"]


def test_a_rulebook_as_json_has_every_value_with_its_source():
    values = document("opg-5")["values"]

    assert {one["path"] for one in values} == set(rulebook("opg-5").citations)
    assert all(one["cite"] and one["about"] for one in values)


def test_a_topic_can_be_a_single_parameter():
    values = document("opg-4.1", "time.late.event_minutes")["values"]

    assert [(one["value"], one["cite"]) for one in values] == [(5, "OPG4 §7.5")]


def test_a_silent_subject_is_printed_as_silent():
    result = run("decipher-1996", "tribbles")

    assert result.exit_code == 0
    assert "silent" in result.stdout


def test_two_rulebooks_are_compared_side_by_side():
    result = run("--compare", "opg-5", "opg-4.1", "time.late")

    assert result.exit_code == 0
    assert "opg-5 and opg-4.1: 1 of 2 differ" in result.stdout
    [line] = [line for line in result.stdout.splitlines() if "event_minutes" in line]
    assert line.split()[1:] == ["15", "OPG5", "§7.5.1", "5", "OPG4", "§7.5"]


def test_a_comparison_as_json_gives_both_values_and_sources():
    found = document("--compare", "opg-5", "opg-4.1", "pairing")["differences"]

    [one] = [one for one in found if one["path"] == "pairing.provisional_points"]
    assert (one["a"]["value"], one["b"]["value"]) == (2, 1)
    assert (one["a"]["cite"], one["b"]["cite"]) == ("OPG5 §13.4", "OPG4 §13.4")


@pytest.mark.parametrize("words", [("opg-6",), ("--compare", "opg-5", "opg-6")])
def test_an_unknown_rulebook_is_wrong_usage(words):
    result = run(*words)

    assert result.exit_code == 2
    assert "There is no rulebook 'opg-6'; there are opg-5, opg-4.1" in result.stderr
    assert result.stdout == ""


def test_an_unknown_topic_is_wrong_usage_and_names_the_topics():
    result = run("opg-5", "socks")

    assert result.exit_code == 2
    assert "There is no topic 'socks'" in result.stderr
    assert "scoring" in result.stderr


def test_one_topic_is_enough():
    assert run("opg-5", "time", "scoring").exit_code == 2


@pytest.mark.req("GOV-18")
def test_interim_rulings_are_shown_for_a_day(tmp_path):
    (tmp_path / "ties.toml").write_text(RULING, encoding="utf-8")
    words = ("opg-5", "scoring.points", "--rulings", str(tmp_path), "--on")

    before, after = run(*words, "2026-11-30"), run(*words, "2026-12-01")

    assert "Interim ruling" not in before.stdout
    assert "Interim ruling in force: Ties are worth one point" in after.stdout
    assert "interim: ties" in after.stdout
    [ruling] = document(*words, "2026-12-01")["rulings"]
    assert ruling["changes"] == [{"path": "scoring.points.tie", "before": 2, "after": 1}]


def test_a_faulty_ruling_is_refused_with_its_file_and_line(tmp_path):
    file = tmp_path / "ties.toml"
    file.write_text(RULING.replace("value = 1", 'value = "one"'), encoding="utf-8")

    result = run("opg-5", "--rulings", str(file), "--on", "2026-12-01")

    assert result.exit_code == 1
    assert "ties.toml:7: scoring.points.tie: Expected `int`" in result.stderr


def test_values_are_put_in_words():
    sanctioning = rulebook("opg-5").sanctioning

    assert value_text(None) == "silent"
    assert value_text(value=True) == "yes"
    assert value_text(()) == "none"
    assert value_text({"1E": 75, "2E": 60}) == "1E: 75; 2E: 60"
    bands = value_text(sanctioning.recommended_rounds)
    assert bands.startswith("least: 3; most: 7; rounds: 3 | least: 8")
    assert bands.endswith("least: 46; rounds: 8")


def test_the_command_needs_no_django():
    code = (
        "import sys; from padd.interfaces.cli.rulebooks import rules;"
        "print({'django', 'rich'} & set(sys.modules))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"
