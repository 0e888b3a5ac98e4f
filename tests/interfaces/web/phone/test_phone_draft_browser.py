"""Three phones through a whole draft in a real browser, and one of them is lost."""

import pytest
from tests.axe import barriers, faint
from tests.interfaces.web.served_pages import Served
from tests.other_process import OtherProcess

pytestmark = pytest.mark.browser
DIRECTING = """
from datetime import UTC, datetime
from tests.services.limited.draft_day import DraftDay
from padd.services.access import laptop_sign_in
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import player_passes, event_state as state

days = []

def answer(do):
    if do == "link":
        return laptop_sign_in.create_sign_in_link(now=datetime.now(UTC))
    if do == "open":
        day = DraftDay(("data", "troi", "worf"))
        day.now = datetime.now(UTC)
        day.seal(packs=1)
        day.deal()
        days.append(day)
    day = days[-1]
    found = player_passes.issue_passes(by=SYSTEM, now=datetime.now(UTC), event_id=day.id)
    pools = {name: len(seat.table.pool(seat.number))
        for name in ("data", "troi", "worf") for seat in (day.seat(name),)}
    return {"event": day.id, "passes": {p.player: p.url_path for p in found},
        "pools": pools, "heads": len(state(event_id=day.id).limited.heads)}
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    data = tmp_path_factory.mktemp("draft")
    server = Served(data, "--port", "0")
    director = OtherProcess(data, DIRECTING)
    yield server, director
    director.rest()
    assert server.stop() == 0


class Table:
    """Phones around a table."""

    def __init__(self, server, browser, seen):
        self.address = server.address.rstrip("/")
        self.browser, self.seen = browser, seen

    def phone(self, player, **more):
        size = {"viewport": {"width": 390, "height": 844}}
        page = self.browser.new_context(**size | more).new_page()
        page.goto(self.address + self.seen["passes"][player])
        page.wait_for_url(f"**/play/{self.seen['event']}/")
        page.goto(f"{self.address}/play/{self.seen['event']}/draft/")
        return page


def take(page, turn):
    """Tap the first card, then the button that names it."""
    page.get_by_role("heading", name=f"Pick {turn} of 9").wait_for()
    page.locator(".cards-to-take label").first.click()
    page.locator("[data-take]").click()


@pytest.mark.req("FMT-4", "FMT-7", "FMT-60", "FMT-61")
def test_three_phones_draft_a_pack_and_a_lost_phone_finds_its_seat(served, browser):
    server, director = served
    table = Table(server, browser, director.ask("open"))
    phones = {name: table.phone(name) for name in ("data", "troi", "worf")}
    seen = barriers(phones["data"])
    wide = phones["data"].evaluate("document.documentElement.scrollWidth")

    for turn in range(1, 9):
        if turn == 4:
            browser.end(phones["troi"].context)
            phones["troi"] = table.phone("troi")
        for page in phones.values():
            take(page, turn)
    for page in phones.values():
        page.get_by_role("heading", name="The draft is over").wait_for()

    assert seen == []
    assert wide == 390
    told = director.ask("look")
    assert told["pools"] == {"data": 9, "troi": 9, "worf": 9}
    assert told["heads"] == 1
    with phones["data"].expect_navigation():
        phones["data"].get_by_role("link", name="Build your deck").click()
    assert barriers(phones["data"]) == []


def test_a_pick_works_without_scripts(served, browser):
    server, director = served
    table = Table(server, browser, director.ask("open"))
    page = table.phone("data")
    plain = browser.new_context(
        java_script_enabled=False, storage_state=page.context.storage_state()
    ).new_page()
    plain.goto(page.url)

    plain.locator(".cards-to-take input").nth(2).check()
    with plain.expect_navigation():
        plain.locator("[data-take]").click()

    assert plain.get_by_role("status").get_by_text("Picked.").is_visible()


def test_console_wall_and_packs_of_a_draft_have_no_barriers_in_either_theme(served, browser):
    server, director = served
    event = director.ask("open")["event"]
    address = server.address.rstrip("/")
    console = f"{address}/events/{event}/run/limited/"
    asked = "product=frontier/booster&packs=2&seed=tea"
    pages = (console, f"{address}/wall/?event={event}", f"{address}/packs/?{asked}")
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}/enter/{director.ask('link')}/")
    page.wait_for_url(lambda url: "/enter/" not in url)

    found = {}
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for place in pages:
            page.goto(place)
            seen = barriers(page)
            wide = page.evaluate("document.documentElement.scrollWidth")
            found[width, place] = [*seen, *faint(page, "dark"), wide > width]
        if width == 1280:
            page.goto(console)
            table = page.locator(".draft-table").bounding_box()

    assert {place: one for place, one in found.items() if one != [False]} == {}
    assert table["height"] < 500
    page.goto(console)
    assert page.get_by_role("heading", name="The draft is under way").is_visible()
    assert page.locator(".at-seat").count() == 3
