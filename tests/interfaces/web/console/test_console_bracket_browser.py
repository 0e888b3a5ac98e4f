"""A bracket of twelve by clicks, from set-up to report."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.interfaces.web.console.test_console_cut_browser import NINE, play_round
from tests.interfaces.web.console.test_console_event import Director

pytestmark = pytest.mark.browser

TWELVE = (*NINE, "Jan Sisko", "Kit Bashir", "Leo Obrien")


@pytest.mark.req("AMB-41", "BRKT-14")
def test_twelve_play_a_bracket_from_the_play_in_to_the_report(laptop: Any) -> None:
    director = set_up(laptop)
    page = director.page

    for matches in (4, 4, 2, 1):
        play_round(director, ((100, 20),) * matches)
    page = director.go("bracket/")
    shown = page.locator("main").inner_text()
    director.go("finish/")
    director.press("Finish the event")
    director.press("Finish the event")
    page.get_by_role("link", name="Check the totals and report").click()
    page.get_by_role("heading", level=1).wait_for()
    with page.expect_navigation() as reported:
        page.locator("button[name=do][value=submit]").click()

    for name in ("Play-in", "Quarter-finals", "Semi-finals", "Final"):
        assert name in shown
    assert reported.value is not None
    assert reported.value.ok
    assert laptop.complaints == []


def set_up(laptop: Any) -> Director:
    """Start the bracket from the quick form; the list is the order of the seeds."""
    page = laptop.page()
    page.goto(f"{laptop.address}/events/quick/")
    page.locator("input[name=name]").fill("Lantern Knock-out")
    page.locator("details:has(#q-rounds) > summary").click()
    page.locator("#q-style").select_option("single-elimination")
    page.locator("textarea[name=list]").fill("\n".join(TWELVE))
    with page.expect_navigation():
        page.locator("form:has(textarea[name=list]) button.primary").click()
    found = re.search(r"/events/([\w-]+)/run/", page.url)
    assert found is not None, page.url
    return Director(page, laptop.address, found[1])
