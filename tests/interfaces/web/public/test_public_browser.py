"""The room in a real browser: the wall, the phones, and a server that goes away."""

from __future__ import annotations

import signal

import pytest
from console_user import Hands
from served_pages import Served
from tests.axe import barriers, faint
from tests.wait_limits import PATIENCE
from tests.whole_words import broken_words

pytestmark = pytest.mark.browser

NAMES = (
    *("Chiara Bellandi", "Bartholomew Featherstone-Achterberg", "Anneke de Groot"),
    *("Wenzel Hrubý", "Maximiliane Oberdorfer-Lindqvist", "Pieter van der Meulen"),
)
SOON = PATIENCE * 1000
"""Milliseconds; how soon the room knows is measured by the benchmark of the room."""


class Room:
    """A served installation with hands that act, and browsers that only look."""

    def __init__(self, data, browser):
        self.data, self.browser = data, browser
        self.server = Served(data, "--port", "0")
        self.address = self.server.address.rstrip("/")
        self.hands = Hands(data)
        self.complaints: list[str] = []

    def event(self, style="swiss", edition="2E"):
        return str(self.hands.ask("open_event", edition, style, 3, "Lantern Open"))

    def look(self, place, size=(1280, 720), **more):
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **more
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._note)
        page.goto(self.address + place)
        return page

    def _note(self, message):
        if message.type in {"error", "warning"} and "ERR_" not in message.text:
            self.complaints.append(message.text)

    def go_away(self):
        self.server.stop(signal.SIGKILL)

    def come_back(self):
        port = self.address.rsplit(":", 1)[1]
        self.server = Served(self.data, "--port", port)
        assert self.server.address.rstrip("/") == self.address


@pytest.fixture(scope="module")
def room(browser, tmp_path_factory):
    """Start a server, hands and a browser for the tests of this file."""
    made = Room(tmp_path_factory.mktemp("room"), browser)
    yield made
    made.hands.rest()
    assert made.server.stop() == 0
    assert made.complaints == []


def visible(page, view):
    page.wait_for_selector(f'[data-view="{view}"]:visible', timeout=SOON)


@pytest.mark.req("R9")
def test_wall_and_phones_follow_a_publish_and_a_result(room):
    event = room.event()
    wall = room.look(f"/wall/?event={event}", (1920, 1080))
    phone = room.look(f"/events/{event}/pairings/", (390, 844))
    table = room.look(f"/events/{event}/standings/", (390, 844))
    visible(wall, "welcome")
    room.hands.enter(event, *NAMES)
    wall.wait_for_function(
        "() => document.querySelector('.count b')?.textContent === '6'", timeout=SOON
    )

    room.hands.publish(event, 1)
    visible(wall, "names")
    phone.wait_for_selector("#table-3", timeout=SOON)
    assert wall.locator('[data-view="names"] li:visible').count() == 6
    texts = wall.locator('[data-view="names"] .name').all_inner_texts()
    assert [one.split(",")[0] for one in texts] == [
        *("Bellandi", "Featherstone-Achterberg", "de Groot", "Hrubý"),
        *("van der Meulen", "Oberdorfer-Lindqvist"),
    ]

    room.hands.result(event, 1, 2, [100, 35])
    phone.wait_for_selector("#table-2 :text('100–35')", timeout=SOON)
    table.wait_for_selector("tbody tr.row .points:text('4')", timeout=SOON)
    room.hands.ask("show", event, "tables")
    wall.wait_for_selector("[data-view=tables] :text('100–35'):visible", timeout=SOON)
    listed, row = (
        wall.locator(f"[data-view=tables] {part}").bounding_box()
        for part in (".rows", "li:first-child")
    )
    assert row["width"] > 0.9 * listed["width"]  # three tables need one column


@pytest.mark.parametrize("scripts", [True, False])
def test_the_reason_of_a_place_is_fetched_when_it_is_opened(room, scripts):
    event = room.event()
    room.hands.enter(event, *NAMES)
    room.hands.publish(event, 1)
    room.hands.result(event, 1, 2, [100, 35])
    page = room.look(f"/events/{event}/standings/", (390, 844), java_script_enabled=scripts)
    asker = page.locator(".ask a").first
    name = page.locator("tbody tr.row bdi").first.inner_text()
    assert page.locator(".why-panel").count() == 0

    asker.click()
    panel = page.locator(".why-panel")
    panel.wait_for(timeout=SOON)

    assert panel.count() == 1
    assert panel.locator("h3").inner_text() == "Why 1st?"
    assert "Decided by victory points: 4 VP" in panel.inner_text()
    if not scripts:
        assert page.locator("h2", has_text=name).inner_text() == f"{name}, 1"
        page.get_by_role("link", name="All standings").click()
        page.wait_for_selector("tbody tr.row", timeout=SOON)
        return
    assert asker.get_attribute("aria-expanded") == "true"
    assert page.evaluate("location.hash") == f"#{page.locator('tr.why').get_attribute('id')}"
    page.reload()
    panel.wait_for(timeout=SOON)
    page.locator(".ask a").first.click()
    assert not panel.is_visible()


def test_a_name_is_found_and_stays_found(room):
    event = room.event()
    room.hands.enter(event, *NAMES)
    room.hands.publish(event, 1)
    phone = room.look(f"/events/{event}/pairings/?by=name", (390, 844))

    phone.get_by_label("Find my name").fill("hruby")
    assert phone.locator(".look-here:visible").count() == 1
    phone.get_by_role("link", name="By table", exact=True).click()
    phone.wait_for_selector(".by-table .found")
    room.hands.result(event, 1, 1, [100, 5])
    phone.wait_for_selector("#table-1 .done", state="attached", timeout=SOON)
    assert phone.locator(".look-here:visible").count() == 1


def test_the_columns_of_the_pairings_line_up(room):
    event = room.event()
    room.hands.enter(event, *NAMES, "Noor Haddad")
    room.hands.publish(event, 1)
    room.hands.result(event, 1, 2, [100, 5])

    page = room.look(f"/events/{event}/pairings/", (1440, 900))

    columns = page.evaluate(
        """() => {
          const at = (one) => Math.round(one.getBoundingClientRect().x);
          const parts = [".who > :first-child", ".who > :nth-child(2)", ".chip"];
          return [...parts, ".ask-why"].map((part) => new Set(
            [...document.querySelectorAll(`.by-table > li ${part}`)].map(at)).size);
        }"""
    )
    assert columns == [1, 1, 1, 1]


@pytest.mark.req("R8", "R25")
def test_the_clock_goes_on_while_the_server_is_away_and_catches_up(room):
    event = room.event()
    room.hands.enter(event, *NAMES)
    room.hands.publish(event, 1)
    room.hands.act(event, "clock.started", number=1, ago=600)
    wall = room.look(f"/wall/?event={event}")
    phone = room.look(f"/events/{event}/pairings/", (390, 844))
    visible(wall, "clock")
    face = "document.querySelector('[data-view=clock] [data-left]').textContent"

    room.go_away()
    before = wall.evaluate(face)
    wall.wait_for_selector("#away:visible", timeout=SOON)
    wall.wait_for_function(f"() => {face} !== {before!r}", timeout=SOON)
    assert before.startswith(("49:", "50:"))
    phone.wait_for_selector("#away:visible", timeout=SOON)
    room.hands.result(event, 1, 3, [100, 60])

    room.come_back()
    phone.wait_for_selector("#table-3 :text('100–60')", timeout=SOON)
    wall.wait_for_selector("#away", state="hidden", timeout=SOON)
    wall.wait_for_function(
        "() => document.querySelector('.still h2').textContent.includes('2 of 3')", timeout=SOON
    )


def test_the_wall_calls_the_time_and_turns_red(room):
    event = room.event()
    room.hands.enter(event, *NAMES)
    room.hands.publish(event, 1)
    room.hands.act(event, "clock.started", number=1, ago=56 * 60)
    room.hands.act(event, "table.extra-time", number=1, table=2, minutes=6)
    wall = room.look(f"/wall/?event={event}")

    wall.wait_for_selector("[data-view=clock] .clock.soon:visible")
    assert wall.locator("[data-view=clock] .plus").inner_text() == "+6:00"
    # Away from the server, or the wall would set its clock by the true time again;
    # an answer that was on its way would do so too, but the wall asks one at a time.
    with wall.expect_event("requestfailed", lambda one: "/live" not in one.url):
        wall.context.set_offline(True)
    wall.clock.install()
    wall.clock.fast_forward(5 * 60 * 1000)
    wall.wait_for_selector("[data-view=clock] .clock.late:visible")
    assert "equal turns" in wall.locator("[data-view=clock] .at-time").inner_text()
    assert "left" in wall.locator("[data-view=clock] .plus").inner_text()


def test_many_names_turn_by_themselves_and_none_is_cut(room):
    event = room.event()
    families = [f"{letter}{kind}" for letter in "ABCDEFGHIJKLM" for kind in "arstuv"]
    room.hands.enter(event, *(f"Given Name{family}" for family in families))
    room.hands.publish(event, 1)
    wall = room.look(f"/wall/?event={event}", (1024, 768))
    wall.wait_for_function("() => document.querySelector('[data-page]').textContent")
    pages = int(wall.locator("[data-page]").inner_text().split()[-1])

    seen: list[str] = []
    for _ in range(pages):
        rows = wall.locator('[data-view="names"] li:visible')
        seen += rows.locator("b").all_inner_texts()
        cut = wall.evaluate(
            """() => [...document.querySelectorAll('[data-view=names] li')]
            .filter(row => row.offsetParent && (row.scrollHeight > row.clientHeight + 3
              || row.getBoundingClientRect().bottom > innerHeight)).length"""
        )
        assert cut == 0
        wall.keyboard.press("ArrowRight")

    assert sorted(seen) == sorted(f"Name{family}" for family in families)


def test_pages_of_the_room_have_no_barriers_and_fit_a_small_phone(room):
    swiss, pods = room.event(), room.event("tribbles", "TR")
    for event in (swiss, pods):
        room.hands.enter(event, *NAMES)
        room.hands.publish(event, 1)
    room.hands.act(swiss, "clock.started", number=1)
    room.hands.result(swiss, 1, 1, [100, 35])
    wall = f"/wall/?event={swiss}&event={pods}"

    for place in (
        f"/events/{swiss}/pairings/",
        f"/events/{swiss}/pairings/?by=name",
        f"/events/{swiss}/pairings/1/why/",
        f"/events/{swiss}/standings/",
        f"/events/{swiss}/info/",
        f"/events/{swiss}/",
        f"/events/{pods}/pairings/",
        wall,
        f"{wall}&light=yes",
    ):
        page = room.look(place, (320, 700), color_scheme="light")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width == 320, place
        assert place.startswith(wall) or broken_words(page) == [], place
        page.set_viewport_size({"width": 1280, "height": 720})
        assert barriers(page) == [], place
        # The wall has the theme that its address asks for.
        assert place.startswith(wall) or faint(page, "dark") == [], place
        room.browser.end(page.context)
