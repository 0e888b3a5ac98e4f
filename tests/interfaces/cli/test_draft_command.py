"""`padd draft groups`: how the players of a draft are split."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.limited import draft


def run(*arguments):
    return CliRunner().invoke(draft, ["groups", *arguments])


def groups(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    sizes: list[int] = json.loads(result.stdout)["groups"]
    return sizes


@pytest.mark.req("EX-FMT-1", "FMT-6")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [3]),
        (6, [6]),
        (7, [4, 3]),
        (8, [4, 4]),
        (12, [6, 6]),
        (13, [5, 4, 4]),
        (16, [6, 5, 5]),
        (19, [5, 5, 5, 4]),
    ],
)
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1"])
def test_groups_are_few_and_about_equal(players, sizes, book):
    assert groups(str(players), "--rulebook", book) == sizes


def dealt(players):
    """Deal players one by one to ever more tables until no table has seven."""
    tables = 1
    while True:
        sizes = [0] * tables
        for player in range(players):
            sizes[player % tables] += 1
        if max(sizes) <= 6:
            return sizes
        tables += 1


@pytest.mark.req("FMT-6")
def test_every_field_from_3_to_200_is_dealt_as_by_hand():
    for players in range(3, 201):
        sizes = groups(str(players))

        assert sizes == dealt(players)
        assert sum(sizes) == players
        assert 3 <= min(sizes) <= max(sizes) <= min(sizes) + 1 <= 7


@pytest.mark.parametrize("players", ["2", "1", "0", "-6"])
def test_fewer_than_three_do_not_draft(players):
    result = run(players, "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["rule"] == "OPG5 §4.1.2"


@pytest.mark.parametrize(("book", "rule"), [("decipher-1998", "DTG"), ("decipher-1996", "DTR96")])
def test_rulebooks_without_drafts_refuse(book, rule):
    result = run("6", "--rulebook", book, "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["rule"] == rule


def test_wrong_usage_is_told_apart():
    assert run("six").exit_code == 2
    assert run().exit_code == 2
    assert run("6", "--rulebook", "opg-9").exit_code == 2


def test_more_players_than_an_event_can_have_are_refused():
    assert run("200000").exit_code == 0
    assert run("200001").exit_code == 1


def test_people_read_one_line():
    assert run("13").stdout == "5, 4, 4\n"


@pytest.mark.req("FMT-5", "FMT-8", "DECK-31")
def test_the_rulebook_advises_sealed_events():
    words = ("advice", "--format", "sealed", "--edition", "1E", "--json")

    told = CliRunner().invoke(draft, [*words, "--rulebook", "decipher-1998"])

    rule, three = "DTG §II.A.III.2", "Each player adds 3 common cards."
    assert {"message": three, "rule": rule} in json.loads(told.stdout)["advice"]
