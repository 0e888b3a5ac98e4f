"""`padd cards legality` and `padd deck check`, as scripts call them."""

import json

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.cards.cards import cards
from padd.interfaces.cli.cards.deck import deck

CARDS = """\
title,set,number,rarity,virtual_file,from_2e,uniqueness,type
Scan,premiere,,C,,,,Interrupt
Full Planet Probe,premiere,2,C,,,,Interrupt
New Wave,wave,3,V,Y,,,Event
Lost Wave,lost,4,V,Y,,,Event
"""
SETS = """\
edition,code,name,virtual,release,block_as_announced
1E,premiere,Premiere,,1994-11-10,
1E,wave,Wave,Y,2026-03-01,
1E,lost,,Y,,
"""


@pytest.fixture
def data(tmp_path):
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    (tmp_path / "sets.csv").write_text(SETS, encoding="utf-8")
    return ["--cards", str(tmp_path / "cards.csv"), str(tmp_path / "sets.csv")]


@pytest.mark.req("DECK-56", "DECK-57")
def test_legality_prints_one_line_for_each_printing(data):
    options = ["--edition", "1E", "--rulebook", "opg-5", "--pool", "complete"]
    options += ["--rules", "otf-beta-1", "--on", "2026-03-07", "--json"]

    result = CliRunner().invoke(cards, ["legality", *data, *options])

    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["title"], each["verdict"], each["reasons"]) for each in lines] == [
        ("Scan", "not-legal", ["banned"]),
        ("Full Planet Probe", "legal", []),
        ("New Wave", "not-legal", ["too-new"]),
        ("Lost Wave", "not-checked", ["date-not-known"]),
    ]
    assert set(lines[0]) == {"set", "number", "rarity", "title", "verdict", "reasons"}


def test_a_deck_is_checked_line_by_line_and_as_a_whole(data, tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text("2 Scan\n1 New Wave\n1 Nothing Such\n", encoding="utf-8")
    options = ["--edition", "1E", "--rules", "otf-beta-1", "--on", "2026-03-08"]

    result = CliRunner().invoke(deck, ["check", str(file), *data, *options, "--json"])

    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["verdict"] == "not-legal"
    assert [line["verdict"] for line in found["lines"]] == ["not-legal", "legal", "not-checked"]
    assert found["lines"][1]["card"] == {"set": "wave", "number": "3"}
    assert found["lines"][2]["card"] is None
    assert found["lines"][0]["reasons"][0]["rule"].startswith("OTFB")
    assert found["deck"] == []


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (["--pool", "nothing"], 2),
        (["--pool", "academy"], 1),
        (["--pool", "complete", "--rules", "standard"], 1),
        (["--pool", "complete", "--on", "soon"], 2),
    ],
)
def test_what_cannot_be_asked_is_refused(data, options, status):
    result = CliRunner().invoke(cards, ["legality", *data, "--edition", "1E", *options])

    assert result.exit_code == status


def test_a_broken_deck_file_names_its_place(data, tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text("1 Scan\n0 Scan\n", encoding="utf-8")

    result = CliRunner().invoke(deck, ["check", str(file), *data, "--edition", "1E", "--json"])

    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["place"] == "line 2"


def test_a_broken_card_file_is_named_by_both_commands(tmp_path):
    file, bad = tmp_path / "deck.txt", tmp_path / "cards.csv"
    file.write_text("1 Scan\n", encoding="utf-8")
    bad.write_text("one,two\n1,2\n", encoding="utf-8")
    asked = ["--cards", str(bad), "--edition", "1E", "--json"]

    answers = [
        CliRunner().invoke(cards, ["legality", *asked, "--pool", "complete"]),
        CliRunner().invoke(deck, ["check", str(file), *asked]),
    ]

    assert [answer.exit_code for answer in answers] == [1, 1]
    errors = [json.loads(answer.stdout)["error"] for answer in answers]
    assert [(error["file"], error["place"]) for error in errors] == [(str(bad), "")] * 2


def test_tables_for_people_say_why(data, tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text("1 Scan\n", encoding="utf-8")
    asked = [*data, "--edition", "1E", "--rules", "otf-beta-1", "--on", "2026-03-08"]

    one = CliRunner().invoke(deck, ["check", str(file), *asked])
    every = CliRunner().invoke(cards, ["legality", *asked, "--pool", "complete"])

    assert "banned" in one.stdout
    assert "2 legal, 1 not legal, 1 not checked." in every.stdout


def test_a_deck_is_written_in_another_format(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text("Missions:\n1\tScan\n", encoding="utf-8")

    result = CliRunner().invoke(deck, ["convert", str(file), "--to", "csv"])

    assert result.stdout == "section,quantity,title\nMissions,1,Scan\n"


def test_find_reads_files_without_an_installation(data):
    query = ["find", "wave -set:lost", "--edition", "1E", *data, "--json"]

    result = CliRunner().invoke(cards, query)

    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert [card["title"] for card in found["cards"]] == ["New Wave"]


def test_a_query_that_cannot_be_read_ends_with_one(data):
    result = CliRunner().invoke(cards, ["find", "a:b", "--edition", "1E", *data])

    assert result.exit_code == 1
    assert "is not a field" in result.output


@pytest.mark.req("DECK-56")
def test_a_deck_is_checked_for_an_event_file(data, tmp_path):
    event = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "1E",
        "rules": "otf-beta-1",
        "rounds_planned": 3,
        "starts": "2026-03-07T10:00:00+01:00",
        "players": [],
        "rounds": [],
    }
    (tmp_path / "my.event.json").write_text(json.dumps(event), encoding="utf-8")
    (tmp_path / "deck.txt").write_text("1 Scan\n1 New Wave\n", encoding="utf-8")
    named = [str(tmp_path / "deck.txt"), "--event", str(tmp_path / "my.event.json")]

    result = CliRunner().invoke(deck, ["check", *named, *data, "--json"])

    assert result.exit_code == 0, result.output
    lines = json.loads(result.stdout)["lines"]
    assert [line["reasons"][0]["code"] for line in lines] == ["banned", "too-new"]


def test_a_check_without_edition_and_event_is_a_usage_error(data, tmp_path):
    (tmp_path / "deck.txt").write_text("1 Scan\n", encoding="utf-8")

    result = CliRunner().invoke(deck, ["check", str(tmp_path / "deck.txt"), *data])

    assert result.exit_code == 2
