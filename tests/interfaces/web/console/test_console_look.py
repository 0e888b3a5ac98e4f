"""The console looked at: no barriers, nothing wider than the screen, large targets."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.axe import EVERYTHING, barriers, faint
from tests.interfaces.web.console.console_director import NAMES, Director
from tests.whole_words import broken_words

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

TAB_ROWS = """() => new Set(
    [...document.querySelectorAll(".rail > a, .rail > details")]
      .filter((one) => one.checkVisibility())
      .map((one) => Math.round(one.getBoundingClientRect().top))
  ).size"""
PHONE = 700

COLUMNS = """() => {
  const at = (row, parts) => parts.map((part) => {
    const words = document.createRange();
    words.selectNodeContents(row.querySelector(part));
    return words.getBoundingClientRect().x;
  });
  const box = (one) => one.getBoundingClientRect();
  const open = document.querySelector("tr.open");
  const row = document.querySelector("tr.playing");
  const [a, b] = [...open.querySelectorAll(".score input")].map(box);
  const score = box(row.querySelector(".vs"));
  const [first, second, state] =
    at(open, [".who:first-child", ".who:last-child", ".chip"]);
  const cells = at(row, ["td:nth-child(2)", "td:nth-child(4)", ".chip"]);
  return [
    [first, (a.x + b.right) / 2, second, state],
    [cells[0], score.x + score.width / 2, cells[1], cells[2]],
  ];
}"""


@pytest.fixture(scope="module")
def event(laptop):
    """Return an event in its first round, with one result and one dispute."""
    made = laptop.event("2E", "swiss", 3, final=False)
    director = Director(laptop.page(), laptop.address, made)
    director.enter(NAMES)
    director.start(1)
    director.results(scores=((100, 70),))
    director.page.context.close()
    laptop.dispute(made, 5)
    return made


@dataclass(frozen=True)
class Look:
    """What one walk through all pages of the console finds on a screen."""

    barriers: list[str] = field(default_factory=list)
    small: list[str] = field(default_factory=list)
    stacked_tabs: list[str] = field(default_factory=list)
    wide: list[tuple[str, int]] = field(default_factory=list)
    cut: list[tuple[str, int, str]] = field(default_factory=list)
    broken: list[tuple[str, int, str]] = field(default_factory=list)

    def at(self, page, place, other):
        """Ask any rule of axe, and what is faint in the other theme."""
        found = barriers(page, EVERYTHING) + faint(page, other)
        self.barriers.extend(f"{place} {one}" for one in found)

    def at_every_width(self, page, place):
        """Open whatever opens, and make the screen narrow and wide."""
        page.locator("details").evaluate_all("all => all.forEach((one) => one.open = true)")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                self.wide.append((place, width))
            if page.evaluate(TAB_ROWS) > 1 and width < PHONE:
                self.stacked_tabs.append(f"{place} {width}")
            self.cut.extend((place, width, one) for one in page.evaluate(CUT))
            self.broken.extend((place, width, one) for one in broken_words(page))


@pytest.fixture(scope="module")
def looks(laptop, event):
    """Walk through the console once on a laptop and once on a phone."""
    walked = {}
    for screen, theme, other in (("laptop", "dark", "light"), ("phone", "light", "dark")):
        page = laptop.page(screen=screen, theme=theme)
        size = page.viewport_size
        director = Director(page, laptop.address, event)
        look = walked[screen] = Look()
        for place in PLACES:
            page.set_viewport_size(size)
            director.go(place)
            look.at(page, place, other)
            look.small.extend(f"{place} {one}" for one in page.evaluate(SMALL))
            if screen == "phone":
                look.at_every_width(page, place)
        page.set_viewport_size(size)
        for place in ("/", "/mine/"):
            page.goto(f"{laptop.address}{place}")
            assert page.get_by_role("link", name="Open console").count()
            look.at(page, place, other)
        page.context.close()
    return walked


@pytest.mark.parametrize("screen", ["laptop", "phone"])
def test_no_page_of_the_console_has_a_barrier(laptop, looks, screen):
    assert looks[screen].barriers == []
    assert laptop.complaints == []


def test_no_page_of_the_console_scrolls_sideways_or_cuts_anything_off(looks):
    assert looks["phone"].wide == []
    assert looks["phone"].cut == []


def test_no_label_of_the_console_breaks_within_a_word(looks):
    assert looks["phone"].broken == []


def test_the_tabs_of_a_phone_stand_in_one_row(looks):
    assert looks["phone"].stacked_tabs == []


def test_the_choice_of_a_pairing_goes_away_with_tribbles(laptop):
    page = laptop.page()
    page.goto(f"{laptop.address}/events/quick/")
    page.get_by_text("Rounds, pairing, rulebook").click()
    before = page.locator("#q-style").is_visible()

    page.locator('[name="game"][value="TR"]').check(force=True)

    assert before
    assert not page.locator("#q-style").is_visible()
    assert page.locator("#q-rounds").is_visible()
    page.context.close()


@pytest.mark.parametrize("screen", ["laptop", "phone"])
def test_every_control_of_the_console_is_large_enough(looks, screen):
    assert looks[screen].small == []


def test_the_row_being_entered_keeps_the_columns_of_the_others(laptop, event):
    page = laptop.page()
    page.set_viewport_size({"width": 1440, "height": 900})
    Director(page, laptop.address, event).go("?open=2")

    opened, others = page.evaluate(COLUMNS)

    assert len(others) == len(opened) == 4
    for own, other in zip(opened, others, strict=True):
        assert abs(own - other) < 8, (opened, others)
    page.context.close()


def test_what_one_helper_enters_shows_on_another_console_by_itself(laptop, event):
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


def test_a_new_round_and_a_late_player_reach_other_consoles(laptop):
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


def test_the_console_works_without_scripts(laptop, event):
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


def test_a_round_goes_from_pairing_to_its_end_by_keyboard_alone(laptop):
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


def to_the_next_step(page):
    """Go with Tab until the orange button has the focus."""
    page.evaluate("document.activeElement.blur()")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.next .primary')"):
            return
    pytest.fail("The next step is out of reach of the keyboard.")
