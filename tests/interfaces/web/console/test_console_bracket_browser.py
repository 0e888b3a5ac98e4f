"""A bracket of twelve by clicks, from set-up to report."""

import re

import pytest
from tests.interfaces.web.console.console_director import NINE, Director, play_round

pytestmark = pytest.mark.browser

TWELVE = (*NINE, "Jan Sisko", "Kit Bashir", "Leo Obrien")


@pytest.mark.req("AMB-41", "BRKT-14")
def test_twelve_play_a_bracket_from_the_play_in_to_the_report(laptop):
    director = set_up(laptop)
    page = director.page

    for matches in (4, 4, 2, 1):
        play_round(director, ((100, 20),) * matches)
    page = director.go("bracket/")
    shown = page.locator("main").inner_text()
    drawing = page.locator(".drawing")
    scrolls = drawing.evaluate("panel => panel.scrollWidth > panel.clientWidth")
    director.go("finish/")
    director.press("Finish the event")
    director.press("Finish the event")
    page.get_by_role("link", name="Check the totals and report").click()
    page.get_by_role("heading", level=1).wait_for()
    with page.expect_navigation() as reported:
        page.locator("button[name=do][value=submit]").click()

    assert not scrolls
    for name in ("Play-in", "Quarter-finals", "Semi-finals", "Final"):
        assert name in shown
    assert reported.value is not None
    assert reported.value.ok
    assert laptop.complaints == []


def test_a_result_typed_half_outlives_a_reload_and_the_next_step_stays_in_view(laptop):
    event = laptop.event("2E", "swiss", 3, final=False)
    director = Director(laptop.page(), laptop.address, event)
    director.enter(TWELVE)
    director.start(1)
    page = director.go("?open=1")
    page.set_viewport_size({"width": 1000, "height": 720})

    page.locator("[data-quick] button").first.click()
    page.fill("input[name=b]", "45")
    page.reload()
    page.wait_for_function("document.querySelector('input[name=a]').value === '100'")
    restored = page.input_value("input[name=b]")
    page.locator("label", has=page.locator("[value=time]")).click()
    page.locator("label", has=page.locator("[name=planet-a]")).click()
    page.reload()
    page.wait_for_function("document.querySelector('input[name=a]').value === '100'")
    missions = [page.locator(f"[name={name}]").is_checked() for name in ("planet-a", "space-a")]
    page.locator("label", has=page.locator("[value=complete]")).click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    scrolled, step = page.evaluate("scrollY"), page.locator("#next").bounding_box()
    page.fill("input[name=b]", "55")
    with page.expect_navigation():
        page.press("input[name=b]", "Enter")
    page = director.go("?open=2")

    assert restored == "45"
    assert missions == [True, False]
    assert scrolled > 100
    assert 0 <= step["y"] < 20
    assert page.input_value("input[name=a]") == ""
    assert "100–55" in director.go().locator("main").inner_text()


def test_two_presses_or_a_drag_swap_two_players(laptop):
    event = laptop.event("2E", "swiss", 3, final=False)
    director = Director(laptop.page(screen="phone"), laptop.address, event)
    director.enter(TWELVE[:8])
    director.go()
    director.press("Pair round 1")
    page = director.go("pairings/")
    names = page.locator(".pairs-list li:has(.swap) .swap bdi").all_inner_texts()

    for name in (names[0], names[2]):
        with page.expect_navigation():
            page.locator(".swap", has_text=name).click()
    page.fill("#why-change", "Brothers")
    director.press("Preview changes")
    director.press("Change the tables")

    tables = director.go("pairings/").locator(".pairs-list li").all_inner_texts()
    assert any(names[0] in one and names[3] in one for one in tables)
    assert any(names[2] in one and names[1] in one for one in tables)

    with page.expect_navigation():
        page.locator(".swap", has_text=names[0]).drag_to(page.locator(".swap", has_text=names[2]))
    page.fill("#why-change", "Not brothers")
    director.press("Preview changes")
    director.press("Change the tables")

    tables = director.go("pairings/").locator(".pairs-list li").all_inner_texts()
    assert any(names[0] in one and names[1] in one for one in tables)
    assert laptop.complaints == []


def set_up(laptop):
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
