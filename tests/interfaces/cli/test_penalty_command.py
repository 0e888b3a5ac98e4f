"""`padd penalty`: the level of every infraction, alone and by what an event knows."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner
from tests.core.eventlog.event_builder import day_of

from padd.core.event_file import write_event
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.log.chain import log_rows
from padd.core.eventlog.log.file_log import with_log
from padd.core.eventlog.state.facts import event_facts
from padd.interfaces.cli.conduct import penalty
from padd_oracle import conduct as oracle


def run(*arguments):
    return CliRunner().invoke(penalty, arguments)


def asked(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


@pytest.mark.req("EX-COND-1", "EX-COND-2", "EX-COND-4", "COND-57", "AMB-77", "AMB-79")
@pytest.mark.parametrize(
    ("arguments", "level", "effect"),
    [
        ("B1", 1, "Written Warning"),
        ("B1 --repeats 1", 2, "Turn Loss"),
        ("B1 --repeats 1 --intentional", 3, "Game Loss"),
        ("D4 --before-start", 0, "Verbal Warning"),
        ("C1 --intentional", 4, "Disqualification"),
        ("C3", 2, "Turn Loss"),
        ("C3 --intentional", 2, "Turn Loss"),
        ("B3", 3, "Game Loss"),
        ("B3 --intentional", 4, "Disqualification"),
        ("a1", 0, "Verbal Warning"),
    ],
)
def test_the_examples_of_the_code_come_out(arguments, level, effect):
    answer = asked(*arguments.split())

    assert (answer["level"], answer["effect"]) == (level, effect)


@pytest.mark.req("COND-33", "COND-34", "COND-37", "AMB-84", "AMB-141")
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1"])
@pytest.mark.parametrize("code", sorted(oracle.LISTED))
def test_a_second_reading_gives_the_same_level(code, book):
    for intent, repeats, early in product((False, True), range(5), (False, True)):
        options = ["--rulebook", book, "--repeats", str(repeats)]
        options += ["--intentional"] * intent + ["--before-start"] * early
        level = oracle.level(code, intent=intent, repeats=repeats, before_start=early)

        assert asked(code, *options) == {
            "code": code,
            "level": level,
            "effect": oracle.LEVELS[level],
            "rule": "OPG5 App. B" if early else "OPG5 App. B A1-D4",
        }


def test_rulebooks_without_penalties_and_unknown_codes_are_refused():
    decipher = run("B1", "--rulebook", "decipher-1998", "--json")
    unknown = run("E1", "--json")

    assert decipher.exit_code == unknown.exit_code == 1
    assert json.loads(decipher.stdout)["error"]["rule"] == "DTG"
    assert json.loads(unknown.stdout)["error"]["place"] == "CODE"


@pytest.mark.parametrize(
    "arguments",
    [
        "B1 --repeats -1",
        "B1 --repeats many",
        "B1 --rulebook opg-9",
        "B1 --player kirk",
        f"B1 --event {__file__} --player kirk --repeats 1",
        "",
    ],
)
def test_wrong_usage_is_told_apart(arguments):
    assert run(*arguments.split()).exit_code == 2


def a_file(folder, *penalties, log=True):
    day = day_of(["kirk", "khan", "spock", "gorn"]).publish()
    for given in penalties:
        day.do(given)
    event = event_facts(day.state)
    if log:
        event = with_log(event, log_rows(day.log.entries))
    path = folder / f"{len(list(folder.iterdir()))}.event.json"
    path.write_bytes(write_event(event))
    return str(path)


@pytest.mark.req("AMB-78", "COND-34")
def test_repeats_are_counted_in_the_log_with_the_warnings_on_no_card(tmp_path):
    warned = PenaltyGiven(player="kirk", level=0, infraction="A1")
    written = PenaltyGiven(player="kirk", level=1, infraction="B1")
    heat = a_file(tmp_path, warned, written)
    final = a_file(tmp_path, written, log=False)

    one = asked("A1", "--event", heat, "--player", "kirk")
    both = asked("B1", "--event", heat, "--event", final, "--player", "kirk")
    other = asked("B1", "--event", heat, "--player", "khan")

    assert (one["level"], both["level"], other["level"]) == (1, 3, 1)


def test_a_named_rulebook_goes_before_the_one_of_the_event(tmp_path):
    written = PenaltyGiven(player="kirk", level=1, infraction="B1")
    known = ["--event", a_file(tmp_path, written), "--player", "kirk"]

    later = asked("B1", *known, "--rulebook", "opg-4.1")
    silent = run("B1", *known, "--rulebook", "decipher-1996", "--json")

    assert later["level"] == 2
    assert json.loads(silent.stdout)["error"]["rule"] == "DTR96"


@pytest.mark.req("EX-COND-3", "COND-52")
def test_an_illegal_deck_is_not_punished_beside_its_list(tmp_path):
    listed = PenaltyGiven(player="kirk", level=2, infraction="D2")
    result = run("D1", "--event", a_file(tmp_path, listed), "--player", "kirk", "--json")

    assert result.exit_code == 1
    assert "D2" in json.loads(result.stdout)["error"]["message"]


def test_a_player_who_is_not_there_is_refused(tmp_path):
    result = run("B1", "--event", a_file(tmp_path), "--player", "q")

    assert result.exit_code == 1
    assert "has no player q" in result.stderr


def test_people_see_what_the_level_is_made_of():
    lines = [
        " ".join(line.split())
        for line in run("D1", "--repeats", "1", "--intentional").stdout.splitlines()
    ]

    assert "Listed, without intent 2" in lines
    assert "Intent 1" in lines
    assert "Repeats 1" in lines
    assert "Level 4: Disqualification (OPG5 App. B A1-D4)" in lines
    assert "To be corrected: make deck and dilemma pile legal." in lines
