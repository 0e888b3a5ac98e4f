"""Brackets and Tribbles as pages: drawn, listed, and with the table that decides."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from padd.presentation.svg.bracket import RULES

ROOT = Path(__file__).parents[4]
EXAMPLES = ROOT / "docs" / "examples"


def page_of(client, file):
    data = (EXAMPLES / file).read_bytes()
    upload = SimpleUploadedFile("an.event.json", data, "application/json")
    answer = client.post(reverse("event"), {"event": upload})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.req("BRKT-25")
def test_a_bracket_is_drawn_and_listed(client):
    page = page_of(client, "championship/sunday.event.json")

    assert '<svg xmlns="http://www.w3.org/2000/svg" class="bracket"' in page
    assert page.count('<b class="match">') == 19
    assert "style=" not in page
    assert 'href="#rounds"' not in page


def test_the_page_links_the_rules_that_a_drawing_stands_on(client):
    page = page_of(client, "championship/sunday.event.json")
    sheet = finders.find("css/bracket.css")

    assert "/static/css/bracket.css?v=" in page
    assert isinstance(sheet, str)
    assert RULES.strip() in Path(sheet).read_text(encoding="utf-8")


@pytest.mark.req("TRIB-23", "AMB-49")
def test_the_finals_table_stands_before_the_points(client):
    page = page_of(client, "tribbles-day.event.json")

    assert page.index(">Table</th>") < page.index(">Points</th>")
    assert '<h2 id="sheet-1">Round 10</h2>' in page
