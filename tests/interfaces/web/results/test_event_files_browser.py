"""Event files and rulebooks in a browser: used by hand, and free of barriers."""

from pathlib import Path

import pytest
from tests.axe import faint
from tests.interfaces.web.page_reader import ALIKE, SCREENS, SMALL_TARGETS, Reader

pytestmark = pytest.mark.browser

LAKESIDE = "/examples/lakeside-regional/"
PAGES = (
    "/",
    "/read/",
    LAKESIDE,
    "/examples/starbase-96/#rounds",
    "/examples/starbase-96/#players",
    "/examples/starbase-96/#again",
    "/rulebooks/",
    "/rulebooks/decipher-1996/",
    "/rulebooks/compare/?a=decipher-1998&b=decipher-1996&show=all",
    "/rulebooks/find/?q=differential",
    "/rulebooks/rulings/",
    "/nothing/",
)
NARROWEST = 320
CLEAR_OF_ITS_SLOT = 3
TRIBBLES_DAY = Path(__file__).parents[4] / "docs/examples/tribbles-day.event.json"


@pytest.fixture
def reader(browser, address):
    """Open pages on a screen, in a theme, with or without scripts."""
    contexts = []

    def on(screen="laptop", theme="light", *, scripts=True):
        width, height = SCREENS[screen]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            java_script_enabled=scripts,
            has_touch=screen == "phone",
            reduced_motion="reduce",
        )
        contexts.append(context)
        return Reader(context.new_page(), address)

    yield on
    for context in contexts:
        browser.end(context)


@pytest.mark.parametrize(
    ("screen", "theme", "other"), [("laptop", "light", "dark"), ("phone", "dark", "light")]
)
def test_no_page_has_a_barrier_or_a_complaint(reader, screen, theme, other):
    read = reader(screen, theme)
    found = []

    for place in PAGES:
        page = read.open(place)
        if place == LAKESIDE:
            page.locator(".ask a").nth(4).click()
        found += [f"{place} {barrier}" for barrier in read.barriers()]
        if place in PAGES[:3]:
            found += [f"{place} {one}" for one in faint(page, other, exclude=ALIKE)]

    assert found == []
    assert read.complaints == []


def test_no_page_scrolls_sideways_on_any_screen(reader):
    read = reader("phone")
    wide = []

    for place in PAGES:
        page = read.open(place)
        page.locator("details").evaluate_all("all => all.forEach((one) => one.open = true)")
        for width in (NARROWEST, 768, 1100):
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((place, width))

    assert wide == []


@pytest.mark.parametrize("screen", SCREENS)
def test_every_control_is_large_enough_for_a_thumb(reader, screen):
    read = reader(screen)
    small = {
        place: read.open(place).evaluate(SMALL_TARGETS)
        for place in ("/read/", LAKESIDE, f"{LAKESIDE}#again", "/rulebooks/compare/")
    }

    assert not any(small.values()), small


def test_a_file_is_chosen_and_its_event_shown(reader, event_file):
    read = reader("phone")
    page = read.open("/read/")

    page.set_input_files("#choose-event", files=[as_file(event_file())])
    with page.expect_navigation():
        page.get_by_role("button", name="Show the event").click()

    assert page.get_by_role("heading", level=1).inner_text() == "Kitchen Table Open"
    assert read.barriers() == []
    assert read.complaints == []


@pytest.mark.parametrize("width", [NARROWEST, 390, 768, 1440])
def test_the_bar_of_a_long_event_keeps_every_round_in_its_own_place(reader, width):
    page = reader("phone").open("/event/")
    page.set_viewport_size({"width": width, "height": 800})

    page.set_input_files("#choose-event", TRIBBLES_DAY)
    with page.expect_navigation():
        page.get_by_role("button", name="Show the event").click()

    page.wait_for_selector(".segment")
    crowded = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert page.locator(".segment").evaluate_all(crowded) == 0
    end = page.locator(".segment .digit").last.evaluate(
        """one => {
          const [word, slot] = [one, one.closest(".segment")]
            .map((part) => part.getBoundingClientRect());
          return [word.left - slot.left, slot.right - word.right];
        }"""
    )
    assert min(end) >= CLEAR_OF_ITS_SLOT, end
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.get_by_role("listitem").get_by_text("Round 10").count() == 1


def test_a_dropped_file_is_shown_at_once(reader, event_file):
    page = reader().open("/read/")
    carried = page.evaluate_handle(
        """(text) => {
          const carried = new DataTransfer();
          carried.items.add(new File([text], "my.event.json"));
          return carried;
        }""",
        event_file().decode(),
    )

    page.dispatch_event("form.drop", "drop", {"dataTransfer": carried})

    page.wait_for_url("**/event/")
    assert page.get_by_role("heading", level=1).inner_text() == "Kitchen Table Open"


def test_a_bad_file_is_explained_without_a_barrier(reader):
    read = reader()
    page = read.open("/read/")

    page.set_input_files("#choose-event", files=[as_file(b'{"schema": 3}')])
    with page.expect_navigation():
        page.get_by_role("button", name="Show the event").click()

    assert "can’t be shown" in page.get_by_role("alert").inner_text()
    assert read.barriers() == []
    assert read.complaints == []


def test_a_why_panel_opens_and_closes_by_keyboard(reader):
    page = reader().open(LAKESIDE)
    asker = page.locator(".ask a").nth(4)
    panel = page.locator("tr.why").nth(4)

    page.locator(".ask a").nth(3).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    opened = (panel.is_visible(), asker.get_attribute("aria-expanded"))
    shared = page.evaluate("location.hash")
    page.keyboard.press("Space")

    assert opened == (True, "true")
    assert shared == f"#{panel.get_attribute('id')}"
    assert not panel.is_visible()
    assert asker.get_attribute("aria-expanded") == "false"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_shared_link_opens_its_why_panel(reader, *, scripts):
    page = reader("phone", scripts=scripts).page
    address = reader().address

    page.goto(f"{address}{LAKESIDE}#why-carla")

    assert page.locator("#why-carla").is_visible()
    assert page.locator("tr.why:visible").count() == 1
    assert page.get_by_text("lowest, left out").locator("visible=true").count() == 1


def test_parts_and_forms_work_without_scripts(reader, event_file):
    read = reader(scripts=False)
    page = read.page
    page.goto(f"{read.address}/read/")

    page.set_input_files("#choose-event", files=[as_file(event_file())])
    with page.expect_navigation():
        page.get_by_role("button", name="Show the event").click()
    standings = page.locator("#standings").is_visible()
    page.get_by_role("link", name="Rounds", exact=True).click()

    assert standings
    assert page.locator("#rounds").is_visible()
    assert not page.locator("#standings").is_visible()


def test_the_chosen_theme_is_kept(reader):
    page = reader(theme="light").open("/rulebooks/")
    ground = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(ground)

    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Dark").click()
    at_once = page.evaluate(ground)
    page.reload()

    assert before == "rgb(244, 242, 247)"
    assert at_once == "rgb(7, 7, 11)"
    assert page.evaluate(ground) == "rgb(7, 7, 11)"
    assert page.get_by_role("button", name="Dark").get_attribute("aria-pressed") == "true"


def test_the_first_tab_stop_skips_to_the_content(reader):
    page = reader().open("/read/")

    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")

    assert first == "Skip to content"
    assert page.evaluate("document.activeElement.id") == "content"


def test_paper_carries_the_table_and_leaves_the_frame_out(reader):
    page = reader(theme="dark").open(f"{LAKESIDE}#why-carla")

    page.emulate_media(media="print", color_scheme="dark")

    assert not page.locator(".rail").is_visible()
    assert not page.locator(".bar").is_visible()
    assert page.locator("#why-carla").is_visible()
    text = "getComputedStyle(document.querySelector('h1')).color"
    assert page.evaluate(text) == "rgb(0, 0, 0)"


def as_file(data):
    return {"name": "my.event.json", "mimeType": "application/json", "buffer": data}
