"""Two phones seed by steps, an orbit moves on the wall: in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.axe import barriers
from tests.interfaces.web.phone.served_event import PICTURES, looked_at

pytestmark = pytest.mark.browser
NAMES = ("Noor Haddad", "Maximiliane Oberdorfer-Lindqvist")


def done(page):
    page.get_by_role("button", name="Finish step").click()


def at_step(page, words):
    page.locator("h2", has_text=words).first.wait_for()


@pytest.mark.req("OTF-2", "OTF-6", "OTF-10", "OTF-14", "OTF-15", "OTF-20", "AMB-107")
def test_two_phones_seed_to_the_end_and_the_console_sees_their_steps(hall):
    hall.open(NAMES, edition="1E", rules="otf-beta-1", online=True)
    one, two = hall.pair(1, bypass_csp=True)
    found = []
    for page in (one, two):
        page.get_by_role("link", name="Seeding").click()
    one.get_by_role("button", name="I go first").click()
    for page, place in ((one, 1), (two, 2)):
        page.goto(page.url)
        at_step(page, "Step 1: Doorways")
        page.locator("#c-0").fill("Q-Flash" if place == 1 else "Spacedoor")
        done(page)
    for page, place in ((one, 1), (two, 2)):
        page.goto(page.url)
        at_step(page, "Step 2: Missions")
        page.get_by_role("button", name="Announce my titles").click()
        page.get_by_text("Q-Flash" if place == 1 else "Spacedoor").wait_for()
        page.locator("#place-1").fill(str(place))
        page.locator("#points-1").fill("35")
        found += looked_at(page, f"missions-{place}", measured=True) if place == 1 else []
        done(page)
    one.goto(one.url)
    at_step(one, "Step 3: Opponent")
    one.locator("#c-2").fill("Armus\nArmus\nArmus")
    done(one)
    one.get_by_text("more than 2 times").wait_for()
    one.locator("#c-2").fill("Armus\nMicrovirus")
    found += looked_at(one, "opponents-missions", measured=True)
    done(one)
    two.goto(two.url)
    done(two)
    for step in ("Shared missions", "Your missions", "Facilities"):
        for page in (one, two):
            page.goto(page.url)
            at_step(page, step)
            done(page)
    one.goto(one.url)
    at_step(one, "Seeding is over")
    found += looked_at(one, "seeding-over", measured=True)
    one.get_by_role("button", name="Encountered").first.click()
    one.get_by_text("Mission 2: Armus").wait_for()
    two.goto(two.url)
    assert "Microvirus" not in two.content()
    two.get_by_role("button", name="Ask").click()
    two.get_by_role("status").first.wait_for()
    two.goto(two.url.partition("/seeding/")[0] + "/victory/?regular=70&bonus=45")
    found += looked_at(two, "victory", measured=True)
    desk = hall.laptop()
    desk.goto(f"{hall.address}/events/{hall.seen['event']}/run/scenario/")
    desk.get_by_text("Playing").first.wait_for()
    found += looked_at(desk, "console-seeding")
    desk.set_viewport_size({"width": 390, "height": 844})
    found += looked_at(desk, "console-seeding", measured=True)
    assert "Microvirus" not in desk.content()
    assert found == []


@pytest.mark.req("FMT-43", "AMB-110", "AMB-139")
def test_an_orbit_moves_on_the_wall_and_ends_with_its_own_ranking(hall):
    names = (*NAMES, "Ivo Marušić", "Greta Sandoval")
    hall.open(names, scenario="standard-orbit", rounds=2)
    desk, wall = hall.laptop(), hall.page(viewport={"width": 1920, "height": 1080})
    event, found = hall.seen["event"], []
    desk.goto(f"{hall.address}/events/{event}/run/scenario/")
    desk.get_by_role("button", name="Move everyone now").click()
    desk.get_by_role("heading", name="Move 1 of").wait_for()
    wall.goto(f"{hall.address}/wall/?event={event}")
    wall.locator(".wall-side", has_text="everyone moves one seat").wait_for()
    assert "deck" in wall.locator("[data-view=names]").inner_text()
    found += barriers(wall)
    if PICTURES:
        wall.screenshot(path=str(Path(PICTURES) / "wall-orbit.png"))
    found += looked_at(desk, "console-orbit")
    first = hall.seen["tables"]["1"]["players"][0]
    phone = hall.phone(first, bypass_csp=True)
    phone.get_by_text("when you left it").wait_for()
    for at in (0, 1):
        phone.locator("[name=totals]").nth(at).fill(str(30 - 10 * at))
    phone.get_by_role("button", name="Save both totals").click()
    phone.get_by_text("when you leave it").wait_for()
    found += looked_at(phone, "phone-orbit", measured=True)
    phone.goto(f"{hall.address}/play/{event}/standings/")
    found += looked_at(phone, "phone-orbit-standings", measured=True)
    phone.goto(f"{hall.address}/play/{event}/card/")
    found += looked_at(phone, "phone-orbit-card", measured=True)
    assert found == []
