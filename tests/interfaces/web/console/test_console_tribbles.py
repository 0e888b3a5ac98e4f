"""A Tribbles day of eleven players by clicks, from set-up to the report."""

import pytest
from tests.axe import EVERYTHING, barriers
from tests.interfaces.web.console.console_director import NAMES, Director

pytestmark = pytest.mark.browser

WIDE = "() => document.documentElement.scrollWidth > innerWidth"


def score_match(director, first):
    """Score both pods round by round; the first seat goes out."""
    page = director.page
    for number in range(first, first + 5):
        for pod in (1, 2):
            director.go(f"?open={pod}")
            assert f"round {number}" in page.locator(f"#table-{pod}").inner_text()
            points = page.locator(".pad-table input[inputmode]")
            for seat in range(points.count()):
                points.nth(seat).fill(str(1000 * number + 100 * seat + pod))
            page.get_by_role("checkbox", name="went out").first.check(force=True)
            with page.expect_navigation():
                page.locator("[data-save]").click()


@pytest.mark.req("TRIB-4", "TRIB-5", "TRIB-19", "TRIB-20", "TRIB-23", "TRIB-24")
def test_eleven_players_go_through_heats_and_finals_to_the_report(laptop):
    event = laptop.event("TR", "tribbles", 5, final=False)
    director = Director(laptop.page(), laptop.address, event)
    page = director.page
    director.enter(NAMES[:11])

    # Set-up says what the guide asks for; one press plans it.
    director.go()
    assert "11 players need several tables" in page.locator("#next").inner_text()
    director.press("Plan heats and finals")

    # The heats: one publishing, one clock, one closing.
    director.press("Draw the pods")
    director.press("Publish rounds 1 to 5")
    director.press("Start the clock")
    assert "One clock, five rounds" in page.locator("#clock").inner_text()
    page.get_by_text("Scorekeeper").first.click()
    page.locator("#keeper-1").select_option(index=1)
    director.press("Name")
    assert "keeps score" in page.locator("#table-1").inner_text()
    found = barriers(page, EVERYTHING)
    score_match(director, 1)
    director.go()
    assert page.locator("#table-1 .pod-rounds .done").count() == 5
    director.press("Close rounds 1 to 5")

    # The finals: drawn by the heats, the top table ranks above the second.
    director.go()
    director.press("Draw the pods")
    director.press("Publish rounds 6 to 10")
    director.press("Start the clock")
    top = page.locator("#table-1 tbody th").all_inner_texts()
    for width in (320, 390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        director.go("?open=2")
        assert not page.evaluate(WIDE), width
        found += barriers(page, EVERYTHING)
    score_match(director, 6)
    page.set_viewport_size({"width": 320, "height": 900})
    director.go()
    assert not page.evaluate(WIDE)
    page.set_viewport_size({"width": 1440, "height": 900})
    director.press("Close rounds 6 to 10")

    director.go("finish/")
    director.press("Finish the event")
    if page.get_by_role("button", name="Finish the event", exact=True).count():
        director.press("Finish the event")
    page.goto(f"{laptop.address}/events/{event}/report/")
    places = page.locator(".totals tbody td:nth-child(2)").all_inner_texts()
    report = page.locator("main").inner_text()

    assert set(places[: len(top)]) == set(top)
    assert "Reported as heats and finals" in report
    assert "heat at table 2" in report
    seed_one = next(line for line in report.splitlines() if line.startswith("Seed 1:"))
    assert all(name in seed_one for name in top)
    assert found == []
