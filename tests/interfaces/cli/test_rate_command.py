"""`padd rate`: the document for programs, the tables for people, refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main

Write = Callable[..., str]

PEOPLE = {"A": "ada", "B": "bashir", "C": "chapel"}


def event_of(name, winner, **settings):
    """Return an event of three in which A meets B, and somebody wins."""
    return {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "name": name,
        "edition": "2E",
        "rounds_planned": 3,
        "starts": "2026-01-01T10:00:00Z",
        "registered": "2025-01-01T10:00:00Z",
        "players": [
            {"id": id_, "name": handle.title(), "handle": handle} for id_, handle in PEOPLE.items()
        ],
        "rounds": [
            {
                "number": 1,
                "matches": [
                    {
                        "players": ["A", "B"],
                        "ending": "complete",
                        "winner": winner,
                        "scores": [100, 100],
                    }
                ],
                "byes": ["C"],
            },
            {"number": 2, "missed": ["A", "B", "C"]},
            {"number": 3, "missed": ["A", "B", "C"]},
        ],
        **settings,
    }


@pytest.fixture
def write(tmp_path):
    def written(name, winner="A", **settings):
        file = tmp_path / f"{name}.event.json"
        file.write_text(json.dumps(event_of(name, winner, **settings)), "utf-8")
        return str(file)

    return written


def padd(*words, stdin=None):
    return CliRunner().invoke(main, ["rate", *words], input=stdin)


def document(*words):
    result = padd(*words, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.req("RATE-22", "EX-RATE-1")
def test_programs_get_ratings_and_changes(write):
    found = document(write("Regional", level=2))

    assert found == {
        "ratings": [
            {"player": player, "edition": "2E", "list": list_, "rating": rating, "games": 1}
            for list_ in ("constructed", "overall")
            for player, rating in (("ada", 1514.0), ("bashir", 1486.0))
        ],
        "changes": [
            {"event": "Regional", "player": player, "list": list_, "before": 1500.0, "after": after}
            for list_ in ("constructed", "overall")
            for player, after in (("ada", 1514.0), ("bashir", 1486.0))
        ],
    }


@pytest.mark.req("RATE-8", "AMB-60")
def test_the_order_of_the_files_changes_nothing(write):
    files = [
        write("late", "A", starts="2026-03-01T10:00:00Z", level=3),
        write("early", "B", starts="2026-01-01T10:00:00Z"),
        write("same day", "A", starts="2026-01-01T10:00:00Z"),
    ]

    documents = [document(*order) for order in permutations(files)]

    assert all(found == documents[0] for found in documents)
    assert [change["event"] for change in documents[0]["changes"][::4]] == [
        *("early", "same day", "late")
    ]


def test_the_same_event_given_twice_counts_once(write):
    file = write("once", starts="2026-01-01T10:00:00Z")

    result = padd(file, file, "--json")

    assert json.loads(result.stdout) == document(file)
    assert "is the same event as" in result.stderr


@pytest.mark.req("RATE-24")
def test_a_handle_is_one_player_however_it_is_spelt(write):
    shouted = [{"id": "A", "handle": "ADA"}, {"id": "B"}, {"id": "C"}]
    files = [
        write("first", starts="2026-01-01T10:00:00Z"),
        write("second", starts="2026-01-02T10:00:00Z", players=shouted),
    ]

    players = {row["player"]: row["games"] for row in document(*files)["ratings"]}

    assert players == {"ada": 2, "bashir": 1, "B": 1}


@pytest.mark.req("AMB-149")
@pytest.mark.req("AMB-149")
def test_a_handle_of_blanks_joins_nobody(write):
    blank = [{"id": "A", "handle": " "}, {"id": "B", "handle": "b"}, {"id": "C"}]
    later = "2026-02-01T10:00:00Z"

    found = document(write("one", players=blank), write("two", players=blank, starts=later))

    games = {
        (line["player"], line["games"]) for line in found["ratings"] if line["list"] == "overall"
    }
    assert games == {("A", 1), ("b", 2)}


def test_people_without_a_handle_are_others_in_every_file(write):
    first, second = (
        [{"id": id_, "name": name} for id_, name in zip("ABC", names, strict=True)]
        for names in (("Anna", "Ben", "Cleo"), ("Dora", "Emil", "Finn"))
    )
    files = [
        write("spring", players=first),
        write("autumn", players=second, starts="2026-09-01T10:00:00Z"),
    ]

    found = document(*files)
    table = padd(*files).stdout

    overall = [row for row in found["ratings"] if row["list"] == "overall"]
    figures = [(row["player"], row["rating"], row["games"]) for row in overall]
    assert figures == [("A", 1508, 1), ("A", 1508, 1), ("B", 1492, 1), ("B", 1492, 1)]
    assert {change["before"] for change in found["changes"]} == {1500}
    assert all(name in table for name in ("Anna", "Ben", "Dora", "Emil"))
    assert padd(*files, "--why", "Dora").exit_code == 0


@pytest.mark.req("AMB-147", "AMB-148")
def test_events_that_wait_are_listed_with_the_reason(write):
    result = padd(
        write("Spring"), write("Halfway", rounds_planned=4), write("Unlisted", registered=None)
    )

    assert result.exit_code == 0
    assert "Events rated: 1; not rated: 2." in result.stdout
    assert "Not rated: Halfway. The event is not finished: 3 of 4" in result.stdout
    assert "Not rated: Unlisted. The start or the registration" in result.stdout


@pytest.mark.req("RATE-17", "AMB-58")
def test_ratings_of_two_publishers_are_told_apart(write):
    field = [{"id": letter, "handle": letter} for letter in "ABCDEFGH"]
    matches = [
        {"players": [*pair], "ending": "complete", "winner": pair[0], "scores": [9, 0]}
        for pair in ("AB", "CD", "EF", "GH")
    ]
    old = write(
        "old",
        rulebook="decipher-1998",
        edition="1E",
        players=field,
        rounds=[{"number": 1, "matches": matches}],
        rounds_planned=1,
    )
    new = write("new", edition="1E", players=field[:3])

    ratings = document(old, new)["ratings"]

    kept = {(row["keeper"], row["list"]) for row in ratings if row["player"] == "A"}
    assert kept == {
        ("Decipher Inc.", "constructed"),
        ("The Continuing Committee", "constructed"),
        ("The Continuing Committee", "overall"),
    }
    assert all(row["games"] == 1 for row in ratings)
    assert "keeper" not in document(old)["ratings"][0]


def test_people_get_a_table_for_each_list_and_what_did_not_count(write):
    result = padd(write("Spring"), write("Lottery", scenario="Deck Lottery"))

    assert result.exit_code == 0
    assert "2E constructed (The Continuing Committee): 2 players" in result.stdout
    assert "1508" in result.stdout
    assert "−8.0" in result.stdout
    assert "Events rated: 1; not rated: 1." in result.stdout
    assert "Not rated: Lottery. Deck Lottery is a scenario" in result.stdout


def test_why_shows_every_game_behind_a_rating(write):
    result = padd(write("Spring", level=2), "--why", "Bashir")

    assert result.exit_code == 0
    assert "Spring: 1500.00 −14.00 = 1486.00, k 28  [OPG5 §11" in result.stdout
    for figure in ("Ada", "0.5000", "−14.00"):
        assert figure in result.stdout


def test_why_says_where_a_rating_met_its_limit(write):
    start = write("1", "A", level=5, starts="2026-01-01T10:00:00Z")
    rounds = [{**event_of("", "A")["rounds"][0], "number": number} for number in range(1, 99)]
    flood = write("2", level=5, rounds=rounds, rounds_planned=98, starts="2026-01-02T10:00:00Z")

    result = padd(start, flood, "--why", "ada")

    assert "3000.00 (the games give +" in result.stdout
    assert "; 0 to 3000)" in result.stdout


def test_why_gives_programs_the_same_figures(write):
    found = document(write("Spring", level=2), "--why", "ada")

    (event,) = found["ratings"][0]["history"]
    assert found["player"] == "ada"
    assert (event["event"], event["k"], event["after"]) == ("Spring", 28, 1514)
    assert event["games"] == [
        {
            "round": 1,
            "opponent": "bashir",
            "opponent_rating": 1500.0,
            "expected": 0.5,
            "score": 1.0,
            "k": 28.0,
            "change": 14.0,
        }
    ]


@pytest.mark.parametrize("asked", ["Q", "chapel"])
def test_why_refuses_who_has_no_rated_game(write, asked):
    result = padd(write("Spring"), "--why", asked)

    assert result.exit_code == 1
    assert f'"{asked}" has no rated game in these events.' in result.stderr


def test_why_asks_for_a_handle_where_a_name_is_shared(write):
    twins = [
        {"id": "A", "name": "Riker", "handle": "will"},
        {"id": "B", "name": "Riker", "handle": "thomas"},
        {"id": "C"},
    ]

    result = padd(write("Twins", players=twins), "--why", "riker")

    assert result.exit_code == 1
    assert "thomas and will; give a handle." in result.stderr


def test_without_one_of_the_events_there_are_no_ratings(write, tmp_path):
    broken = tmp_path / "broken.event.json"
    broken.write_text('{"schema": "padd-event/1"}', "utf-8")
    shared = [{"id": "A", "handle": "B"}, {"id": "B", "handle": "b"}, {"id": "C"}]

    result = padd(write("Spring"), str(broken), write("Shared", players=shared), "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["file"] == str(broken)
    assert "broken.event.json" in result.stderr
    assert "Shared.event.json" in result.stderr


def test_an_event_can_come_from_standard_input(write):
    facts = json.dumps(event_of("piped", "A"))

    result = padd("-", "--json", stdin=facts)

    assert json.loads(result.stdout)["changes"][0]["event"] == "piped"


def test_no_file_is_wrong_usage():
    assert padd().exit_code == 2


@pytest.mark.req("RATE-22")
def test_a_rating_that_stays_as_it_was_has_no_sign(write):
    tie = {"players": ["A", "B"], "ending": "time", "scores": [50, 50]}
    rounds = [
        {"number": 1, "matches": [tie], "byes": ["C"]},
        *({"number": n, "missed": ["A", "B", "C"]} for n in (2, 3)),
    ]
    file = write("even", rounds=rounds)

    tables = padd(file).stdout + padd(file, "--why", "ada").stdout

    assert " 0.0 " in tables
    assert not re.search(r"[+−-]0\.0+\b", tables)
