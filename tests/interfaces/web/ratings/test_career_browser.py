"""Ratings, careers, results and leagues in a real browser: no barrier anywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from served_pages import Served
from tests.axe import barriers, faint
from tests.databases import installation

pytestmark = pytest.mark.browser

WEB_TESTS = Path(__file__).parents[1]
SCREENS = {"laptop": (1440, 900), "phone": (390, 844)}
PLACES = (
    "/ratings/",
    "/players/{noor}/",
    "/players/{noor}/against/{ivo}/",
    "/players/{noor}/season/2024/",
    "/seasons/2024/",
    "/seasons/",
    "/events/{event}/results/",
    "/events/{event}/results/#rounds",
    "/events/{event}/results/#players",
    "/leagues/",
    "/leagues/{league}/",
    "/leagues/{league}/missions/",
    "/leagues/champions/",
)
WIDTHS = (320, 390, 768, 1100)
SMALL = """() => [...document.querySelectorAll(
    "a.button, button, .rail a, .pills a, .ask a, .tile, select, summary, "
    + "input:not([type=hidden])"
  )].filter((one) => one.offsetParent && !one.closest(".find label, .tick"))
  .map((one) => [one.textContent.trim().slice(0, 40), one.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
  .map(([words, box]) => `${words} ${box.width}x${box.height}`)"""

LAST_TAB = """() => getComputedStyle(
    [...document.querySelectorAll(".rail a")].filter((tab) => tab.offsetParent).at(-1)
  ).borderTopRightRadius"""


class Shown:
    """A server with a season, and a browser to read it with."""

    def __init__(self, server, ids, browser):
        self.address = server.address.rstrip("/")
        words = " ".join(server.said).split()
        self.link = next(word for word in words if "/enter/" in word)
        self.ids = ids
        self.browser = browser
        self.complaints: list[str] = []

    def page(self, screen="laptop", theme="light", **more):
        width, height = SCREENS[screen]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            reduced_motion="reduce",
            **more,
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._note)
        return page

    def _note(self, message):
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def open(self, page, place):
        page.goto("about:blank")
        page.goto(self.address + place.format(**self.ids))
        page.evaluate("document.fonts.ready.then(() => true)")
        return page


@pytest.fixture(scope="module")
def shown(browser, tmp_path_factory):
    """Serve a season that is rated."""
    data = tmp_path_factory.mktemp("season")
    told = subprocess.run(
        [sys.executable, str(WEB_TESTS / "season.py"), "14"],
        env=installation(data),
        capture_output=True,
        text=True,
        check=True,
    )
    server = Served(data, "--port", "0")
    yield Shown(server, json.loads(told.stdout), browser)
    assert server.stop() == 0


@pytest.mark.parametrize(("screen", "theme"), [("laptop", "light"), ("phone", "dark")])
def test_no_page_of_ratings_or_results_has_a_barrier_or_scrolls_sideways(shown, screen, theme):
    page = shown.page(screen, theme)
    size = page.viewport_size
    found, wide = [], []

    for place in PLACES:
        page.set_viewport_size(size)
        shown.open(page, place)
        if place == "/players/{noor}/":
            page.locator(".changes .ask a").first.click()
            page.locator(".how-made summary").click()
        # The parts of a page need it once: their markup is the same on both screens.
        if screen == "laptop" or "#" not in place:
            found += [f"{place} {one}" for one in barriers(page)]
            found += [f"{place} small: {one}" for one in page.evaluate(SMALL)]
        for width in WIDTHS if screen == "phone" else ():
            page.set_viewport_size({"width": width, "height": 800})
            if width <= 390 and page.evaluate(LAST_TAB) == "0px":
                found.append(f"{place} {width}: the bar of tabs ends square")
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((place, width))

    assert found == []
    assert wide == []
    assert shown.complaints == []


def test_the_dashboard_of_a_league_names_the_missing_deck_on_every_screen(shown):
    page = shown.page()
    page.goto(shown.link)
    shown.open(page, "/leagues/{league}/run/")
    wide = []

    found = [*barriers(page), *faint(page, "dark")]
    found += page.evaluate(SMALL)
    with page.expect_navigation():
        page.get_by_role("link", name="Go to").click()
    asked = page.get_by_label("Headquarters or affiliation").first.is_visible()
    for width in (*WIDTHS, 1200):
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(width)

    assert (found, wide, shown.complaints) == ([], [], [])
    assert asked


def test_the_chart_is_read_by_pointer_and_by_keyboard(shown):
    page = shown.open(shown.page(), "/players/{noor}/")
    words = page.locator("[data-chart-words]")
    before = words.inner_text()

    page.locator(".only-wide .dot").nth(2).hover()
    pointed = words.inner_text()
    page.mouse.move(5, 5)
    left = words.inner_text()
    page.locator("[data-chart]").focus()
    page.keyboard.press("Home")
    first = words.inner_text()
    page.keyboard.press("ArrowRight")

    assert pointed != before
    assert left == before
    assert first.startswith("3 Feb 2024") or "February 2024" in first
    assert words.inner_text() != first


def test_a_change_opens_its_sum_without_scripts_too(shown):
    page = shown.open(shown.page(java_script_enabled=False), "/players/{noor}/")

    page.locator(".changes .ask a").first.click()
    page.locator(".changes tr.why").first.wait_for()

    assert page.locator(".changes tr.why").first.is_visible()
    assert page.get_by_text("× difference").first.is_visible()


def test_a_season_is_found_from_the_rail_to_the_picture(shown):
    page = shown.open(shown.page(), "/")

    page.get_by_role("navigation", name="PADD").get_by_role("link", name="Ratings").click()
    page.get_by_role("link", name="Noor Haddad").click()
    page.get_by_role("link", name="2024", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Picture, PNG").click()

    assert saved.value.suggested_filename.endswith(".png")
    assert shown.complaints == []


def test_somebody_is_compared_with_a_name_that_is_typed(shown):
    page = shown.open(shown.page("phone"), "/players/{noor}/")

    page.get_by_label("Against any player").fill("Marusic")
    with page.expect_navigation():
        page.get_by_role("search", name="Head to head").get_by_role("button").click()

    heading = page.get_by_role("heading", level=1).inner_text()
    assert heading == "Noor Haddad against Ivo Marušić"


def test_a_file_is_saved_from_the_results(shown):
    page = shown.open(shown.page(), "/events/{event}/results/")

    with page.expect_download() as saved:
        page.get_by_role("link", name="Event file", exact=True).click()

    document = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert document["schema"] == "padd-event/1"
