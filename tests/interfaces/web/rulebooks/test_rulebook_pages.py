"""The rulebook browser: every value with its source, differences, search."""

import html
import re

import pytest
from tests.interfaces.web.page_source import one_line

from padd.presentation import rulebooks as rulepage
from padd.rulebooks.compare import rulebook_differences
from padd.rulebooks.loader import rulebook, rulebook_ids


@pytest.mark.parametrize("name", rulebook_ids())
def test_every_value_stands_on_its_page_with_its_source(client, name):
    book = rulebook(name)

    page = html.unescape(client.get(f"/rulebooks/{name}/").content.decode())

    for path, citation in book.citations.items():
        assert f'id="{path}"' in page
        assert citation.cite in page


def test_every_source_on_an_event_page_leads_to_a_value(client):
    event = client.get("/examples/lakeside-regional/").content.decode()
    book = client.get("/rulebooks/opg-5/").content.decode()

    targets = set(re.findall(r'href="/rulebooks/opg-5/#([^"]+)"', event))

    assert targets
    assert all(f'id="{target}"' in book for target in targets)


def test_two_rulebooks_show_exactly_what_differs(client):
    one, other = rulebook("opg-5"), rulebook("opg-4.1")
    expected = {difference.path for difference in rulebook_differences(one, other)}

    page = client.get("/rulebooks/compare/?a=opg-5&b=opg-4.1").content.decode()

    assert set(re.findall(r'<tr id="([^"]+)"', page)) == expected


def test_everything_may_be_shown_with_the_differences_marked(client):
    address = "/rulebooks/compare/?a=opg-5&b=opg-4.1&show=all"

    page = client.get(address).content.decode()

    assert 'id="scoring.points.full_win"' in page
    assert page.count('class="differs"') == page.count("Differs</span>") > 0


def test_a_rulebook_compared_with_itself_differs_in_nothing(client):
    page = client.get("/rulebooks/compare/?a=opg-5&b=opg-5").content.decode()

    assert "Nothing differs" in page


def test_unknown_rulebooks_to_compare_give_the_first_two(client):
    page = client.get("/rulebooks/compare/?a=<b>&b=nope").content.decode()

    assert "Organized Play Guide 5 and Organized Play Guide 4.1" in page


@pytest.mark.parametrize("query", ["full win", "§7.5", "AMB-12", "FULL_WIN"])
def test_the_search_finds_words_sections_and_readings(client, query):
    page = client.get("/rulebooks/find/", {"q": query}).content.decode()

    assert re.search(r"[1-9]\d* rules? found", page)


def test_a_search_without_a_hit_says_what_to_try(client):
    page = client.get("/rulebooks/find/", {"q": "<i>zxqj</i>"}).content.decode()

    assert "No matching rules" in page
    assert "<i>zxqj" not in page


def test_an_empty_search_asks_for_words(client):
    assert "Type a word" in client.get("/rulebooks/find/").content.decode()


def test_every_reading_on_a_rulebook_page_leads_to_the_rulings(client):
    book = client.get("/rulebooks/opg-5/").content.decode()
    rulings = client.get("/rulebooks/rulings/").content.decode()

    numbers = set(re.findall(r"/rulebooks/rulings/#(AMB-\d+)", book))

    assert numbers
    assert all(f'id="{number}"' in rulings for number in numbers)


RULING = """
title = "Five points for a full win"
about = "Tried for one season."
cite = "Director's note 12"
rulebook = "opg-5"
in_force = 2026-01-01

[values]
"scoring.points.full_win" = {value = 5}
"""


@pytest.fixture
def ruling(tmp_path, monkeypatch):
    (tmp_path / "five.toml").write_text(RULING)
    monkeypatch.setenv("PADD_RULINGS", str(tmp_path))


@pytest.mark.usefixtures("ruling")
def test_an_interim_ruling_is_listed_with_what_it_changes(client):
    page = html.unescape(one_line(client.get("/rulebooks/rulings/").content.decode()))

    assert "Five points for a full win" in page
    assert "Points, full win: 4 becomes 5" in page
    assert "Director's note 12" in page


@pytest.mark.usefixtures("ruling")
def test_an_event_under_an_interim_ruling_says_so(client):
    page = html.unescape(client.get("/examples/lakeside-regional/").content.decode())

    assert "Five points for a full win (Director's note 12) changed" in page


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        (True, "yes"),
        (1000, "1,000"),
        (-5, "−5"),
        ("2E", "Second Edition"),
        ("equal-or-lower", "equal or lower"),
    ],
)
def test_values_are_told_in_words(value, words):
    assert rulepage.value_words(value) == words


def test_a_page_says_when_a_rulebook_was_published_as_people_write_dates(client):
    heads = {
        "opg-5": "The Continuing Committee",
        "opg-4.1": "The Continuing Committee, 10 March 2014",
        "decipher-1998": "Decipher Inc., about 1998",
        "decipher-1996": "Decipher Inc., 1 May 1996",
    }
    listed = client.get("/rulebooks/").content.decode()

    for name, head in heads.items():
        page = client.get(f"/rulebooks/{name}/").content.decode()
        assert f'<span class="about">{head}</span>' in page
        assert f'<p class="quiet small">{head}</p>' in listed


def test_one_of_something_is_named_in_the_singular(client):
    page = one_line(client.get("/rulebooks/opg-5/").content.decode())

    counted = re.findall(
        r'>\s*([\d,.]+)\s*(?:</[a-z]+>)?\s*<span class="unit">([^<]+)</span>', page
    )

    assert ("1", "bye") in counted
    assert ("2", "points") in counted
    assert not [unit for number, unit in counted if number == "1" and unit[-1] == "s"]
