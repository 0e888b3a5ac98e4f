"""The console looked at: no barriers, nothing wider than the screen, large targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.axe import EVERYTHING, barriers, faint
from tests.interfaces.web.console.test_console_event import NAMES, Director

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.browser

PLACES = (
    *("", "?open=2", "check-in/", "pairings/", "pairings/?change=yes", "rounds/"),
    *("rounds/1/1/", "standings/", "players/", "log/", "log/?at=20", "settings/"),
    *("penalties/?player=greta-sandoval&infraction=A2", "finish/"),
    *("players/greta-sandoval/", "disputes/", "disputes/?round=1&table=5"),
)
WIDTHS = (320, 390, 640, 768, 1100, 1440)
"""Phones, a laptop of 1280 pixels at a zoom of 200 %, tablets, laptops."""
CUT = """() => [...document.querySelectorAll("main *, .side *, .bar *")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, svg, select"))
  .filter((one) => {
    const style = getComputedStyle(one);
    const hides = ["hidden", "clip"].includes(style.overflowX);
    // What is one pixel wide is there for screen readers alone.
    return hides && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1;
  })
  .map((one) => one.outerHTML.slice(0, 90))"""
SMALL = """() => [...document.querySelectorAll(
    "a.button, button, .rail a, .pills a, .ask a, select, summary, "
    + "input:not([type=hidden])"
  )].filter((one) => one.checkVisibility() && !one.closest("label, .find label"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => {
    const more = one.matches(".small-button") ? 14 : 0;
    return box.height + more < 43.5 || box.width < 43.5;
  })
  .map(([one, box]) => `${one.outerHTML.slice(0, 60)} ${box.width}x${box.height}`)"""


@pytest.fixture(scope="module")
def event(laptop: Any) -> Iterator[str]:
    """Return an event in its first round, with one result and one dispute."""
    made = laptop.event("2E", "swiss", 3, final=False)
    director = Director(laptop.page(), laptop.address, made)
    director.enter(NAMES)
    director.start(1)
    director.results(scores=((100, 70),))
    director.page.context.close()
    laptop.dispute(made, 5)
    return made


def looked_at(page: Any, other: str) -> list[str]:
    """Return what any rule of axe finds, and what is faint in the other theme."""
    return barriers(page, EVERYTHING) + faint(page, other)


@pytest.mark.parametrize(
    ("screen", "theme", "other"),
    [("laptop", "dark", "light"), ("phone", "light", "dark")],
)
def test_no_page_of_the_console_has_a_barrier(
    laptop: Any, event: str, screen: str, theme: str, other: str
) -> None:
    page = laptop.page(screen=screen, theme=theme)
    director = Director(page, laptop.address, event)
    found = []

    for place in PLACES:
        director.go(place)
        found += [f"{place} {one}" for one in looked_at(page, other)]

    assert found == []
    assert laptop.complaints == []
    page.context.close()


def test_no_page_of_the_console_scrolls_sideways_or_cuts_anything_off(
    laptop: Any, event: str
) -> None:
    page = laptop.page(screen="phone")
    director = Director(page, laptop.address, event)
    wide, cut = [], []

    for place in PLACES:
        director.go(place)
        page.locator("details").evaluate_all(
            "all => all.forEach((one) => one.open = true)"
        )
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((place, width))
            cut += [(place, width, one) for one in page.evaluate(CUT)]

    assert wide == []
    assert cut == []
    page.context.close()


@pytest.mark.parametrize("screen", ["laptop", "phone"])
def test_every_control_of_the_console_is_large_enough(
    laptop: Any, event: str, screen: str
) -> None:
    page = laptop.page(screen=screen)
    director = Director(page, laptop.address, event)

    small = {place: director.go(place).evaluate(SMALL) for place in PLACES}

    assert not any(small.values()), small
    page.context.close()


def test_what_one_helper_enters_shows_on_another_console_by_itself(
    laptop: Any, event: str
) -> None:
    watching, entering = laptop.page(), laptop.page()
    watched = Director(watching, laptop.address, event).go()
    director = Director(entering, laptop.address, event)
    number = watched.locator("tr.playing").last.get_attribute("id")
    table = str(number).removeprefix("table-")

    director.go(f"?open={table}")
    entering.fill("input[name=a]", "55")
    entering.fill("input[name=b]", "100")
    entering.locator("[data-save]").click()

    watched.wait_for_selector(f"tr#{number}.confirmed")
    assert "55–100" in watched.locator(f"tr#{number}").inner_text()
    watching.context.close()
    entering.context.close()


def test_a_new_round_and_a_late_player_reach_other_consoles(laptop: Any) -> None:
    made = laptop.event("2E", "swiss", 3, final=False)
    director = Director(laptop.page(), laptop.address, made)
    director.enter(NAMES[:5])
    watching = laptop.page()
    watched = Director(watching, laptop.address, made).go()

    director.start(1)
    watched.wait_for_selector("tr.playing")
    director.go("check-in/")
    director.page.fill("#late-name", "Chiara Bellandi")
    director.page.locator("#late-into").select_option(index=1)
    director.press("Add player")

    watched.wait_for_selector("tr#table-3")
    assert "Chiara Bellandi" in watched.locator("tr#table-3").inner_text()
    watching.context.close()
    director.page.context.close()


def test_the_console_works_without_scripts(laptop: Any, event: str) -> None:
    page = laptop.page(java_script_enabled=False)
    director = Director(page, laptop.address, event)
    director.go()
    page.locator("[data-enter]").first.click()
    page.fill("input[name=a]", "100")
    page.fill("input[name=b]", "20")

    with page.expect_navigation():
        page.get_by_role("button", name="Preview").click()
    said = page.locator("output").inner_text()
    page.locator("[data-save]").click()

    assert "Full win for" in said
    assert "+80" in said
    assert "saved: Full win for" in page.locator(".toast").inner_text()
    page.context.close()


def test_a_round_goes_from_pairing_to_its_end_by_keyboard_alone(laptop: Any) -> None:
    made = laptop.event("2E", "swiss", 3, final=False)
    director = Director(laptop.page(), laptop.address, made)
    director.enter(NAMES[:4])
    page = director.go()

    for word in ("Pair round 1", "Publish round 1", "Start the clock"):
        to_the_next_step(page)
        assert word in page.evaluate("document.activeElement.textContent")
        with page.expect_navigation():
            page.keyboard.press("Enter")
    director.results(scores=((100, 45), (30, 100)))
    to_the_next_step(page)
    with page.expect_navigation():
        page.keyboard.press("Enter")

    assert director.step() == "Pair round 2"
    page.context.close()


def to_the_next_step(page: Any) -> None:
    """Go with Tab until the orange button has the focus."""
    page.evaluate("document.activeElement.blur()")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.next .primary')"):
            return
    pytest.fail("The next step is out of reach of the keyboard.")
