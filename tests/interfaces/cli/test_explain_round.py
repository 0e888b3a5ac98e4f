from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main


def timed(one, two, mine, theirs):
    return {"players": [one, two], "ending": "time", "scores": [mine, theirs]}


@pytest.fixture
def event(tmp_path):
    """Return an event of seven in which round 2 was paired by the guide."""
    facts = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "1E",
        "rounds_planned": 3,
        "players": [{"id": p, "name": p.capitalize()} for p in "abcdefg"],
        "rounds": [
            {
                "number": 1,
                "matches": [
                    timed("a", "b", 20, 10),
                    timed("c", "d", 20, 10),
                    timed("e", "f", 20, 10),
                ],
                "byes": ["g"],
            },
            {
                "number": 2,
                "matches": [
                    timed("g", "a", 20, 10),
                    timed("c", "e", 20, 10),
                    timed("b", "d", 20, 10),
                ],
                "byes": ["f"],
            },
        ],
    }
    file = tmp_path / "seven.event.json"
    file.write_text(json.dumps(facts), encoding="utf-8")
    return str(file)


def explained(*words):
    result = CliRunner().invoke(main, ["explain", *words, "--json"])
    assert result.exit_code == 0, result.stderr
    document: dict[str, Any] = json.loads(result.stdout)
    return document


@pytest.mark.req("SWISS-67", "SWISS-72", "SWISS-74")
def test_every_table_and_bye_of_a_round_says_why(event):
    document = explained(event, "--round", "2")

    assert [(t["table"], t["code"]) for t in document["tables"]] == [
        (1, "odd-group"),
        (2, "same-total"),
        (3, "same-total"),
    ]
    assert document["tables"][0]["reason"].startswith("G is paired down (4 to 3 VP)")
    assert document["byes"][0]["reason"] == (
        "F has the fewest points (1 VP). B and D was equal, and chance decided."
    )
    assert document["summary"].startswith("Best possible pairings: 0 rematches")


def test_one_table_can_be_asked_for(event):
    document = explained(event, "--round", "2", "--table", "3")

    assert [t["players"] for t in document["tables"]] == [["b", "d"]]


@pytest.mark.parametrize(
    ("pair", "answer", "criterion"),
    [
        (("a", "b"), "have-met", "rematches"),
        (("g", "a"), "they-do", None),
        (("g", "c"), "equally-good", None),
        (("g", "d"), "worse", "distant_pairs"),
    ],
)
def test_why_not_is_answered_by_trying_it(pair, answer, criterion, event):
    document = explained(event, "--round", "2", "--why-not", *pair)

    assert (document["answer"], document["criterion"]) == (answer, criterion)


def test_people_read_a_table_with_reasons(event):
    result = CliRunner().invoke(main, ["explain", event, "--round", "2"])

    assert "C – E" in result.stdout
    assert "Both have 3 VP and have not met." in result.stdout


def test_a_round_that_is_not_there_is_refused(event):
    result = CliRunner().invoke(main, ["explain", event, "--round", "9"])
    misused = CliRunner().invoke(main, ["explain", event, "--table", "1"])

    assert result.exit_code == 1
    assert "Round 9" in result.stderr
    assert misused.exit_code == 2


def test_a_table_that_is_not_there_is_refused(event):
    result = CliRunner().invoke(main, ["explain", event, "--round", "2", "--table", "9"])

    assert result.exit_code == 1
    assert "Round 2 has no table 9." in result.stderr
