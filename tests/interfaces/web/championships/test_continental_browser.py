"""A whole Continental in a real browser: bid, award, two heats, a final, the title."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from headquarters import sign_in
from tests.interfaces.web.championships.seeded_continental import DESK, HOST, answer
from tests.other_process import OtherProcess

pytestmark = pytest.mark.browser


class Continental:
    """The pages of the host and of the desk, and what many players do meanwhile."""

    def __init__(self, headquarters, somebody):
        program = f"from {answer.__module__} import {answer.__name__}"
        self.everybody_else = OtherProcess(headquarters.data, program)
        self.others = self.everybody_else.ask
        self.others("people")
        self.host, self.desk = somebody("laptop"), somebody("phone")
        self.page, self.at_desk = sign_in(self.host, HOST), sign_in(self.desk, DESK)
        self.barriers: list[str] = []

    def go(self, place):
        """Let the host open a page."""
        self.page.goto(self.host.address + place)

    def press(self, name, *, page=None):
        """Press a button or follow a link, and wait for the answer."""
        on = page or self.page
        either = on.locator("main").get_by_role("button", name=name)
        either = either.or_(on.locator("main").get_by_role("link", name=name))
        with on.expect_navigation():
            either.first.click()

    def look(self, reader=None):
        """Let axe look at the page."""
        self.barriers += (reader or self.host).barriers()

    def text(self):
        """Return what the host reads."""
        return str(self.page.locator("main").inner_text())


@pytest.fixture
def continental(headquarters, somebody, monkeypatch):
    monkeypatch.setenv("PADD_ACCOUNTS", "yes")
    made = Continental(headquarters, somebody)
    yield made
    made.everybody_else.rest()


@pytest.mark.req("CHAMP-11", "CHAMP-14", "CHAMP-33", "BRKT-16", "BRKT-28", "AMB-130")
def test_a_continental_is_run_from_the_bid_to_the_title(continental):
    bid_and_award(continental)
    list_the_draft(continental)
    dashboard, heats, final = announce(continental)
    players = continental.others("enter", *heats)
    decide_on_byes(continental, heats[0], players[:2])
    start_heat(continental, heats[0])
    continental.others("heats", *heats)
    seed_the_final(continental, dashboard, final)
    continental.others("final", final)
    report(continental, dashboard)
    see_the_title(continental, dashboard.removesuffix("run/"))

    assert continental.barriers == []
    assert continental.host.complaints == continental.desk.complaints == []


def bid_and_award(day):
    """Apply to hold it; the desk awards it with the letters in view."""
    page, first = day.page, (datetime.now(UTC) + timedelta(days=3)).date()
    day.go("/apply/")
    for field, value in (("kind", "continental"), ("region", "germany")):
        page.locator(f"[name={field}]").select_option(value)
    page.locator("[name=first_day]").fill(str(first))
    page.locator("[name=times]").fill("10:00 to 20:00")
    page.locator("[name=location]").fill("Continental Hall")
    day.press("Apply")
    assert "Application sent" in day.text()
    day.look()

    desk = day.at_desk
    desk.goto(f"{day.desk.address}/desk/applications/")
    bid = desk.locator("li.panel", has_text="Continental Hall")
    with desk.expect_navigation():
        bid.get_by_role("link", name="Award").click()
    day.look(day.desk)
    day.press("Award", page=desk)


def list_the_draft(day):
    """Complete the draft that the award made, and list it without another question."""
    page = day.page
    day.go("/apply/")
    day.press("Complete the draft")
    day.press("Edit the listing")
    assert "before it is listed" not in day.text()  # the desk has agreed already
    page.locator("[name=where]").fill("Continental Hall, Berlin")
    page.locator("[name=pairing_style]").select_option("single-elimination")
    page.locator("[name=rounds]").fill("4")
    day.press("Save changes")
    day.press("List this event")
    assert "Waiting for approval" not in day.text()


def announce(day):
    """Add two heats in the dashboard and announce them; return their events."""
    page = day.page
    with page.expect_navigation():
        page.locator("main a[href^='/championships/']").first.click()
    day.press("Open the dashboard")
    dashboard = re.sub(r"^https?://[^/]+", "", page.url)
    for _ in ("Friday", "Saturday"):
        day.press("Add the heat")
    day.look()
    day.press("Announce")
    assert "Play" in page.locator("#next").inner_text()
    stages = {}
    for line in page.locator("#stages li.award").all():
        link = line.locator("a").first
        address = str(link.get_attribute("href"))
        stages[line.locator("b").first.inner_text()] = address.split("/")[2]
    heats = [event for name, event in stages.items() if name.startswith("Heat")]
    (final,) = [event for name, event in stages.items() if name.startswith("Final")]
    assert len(heats) == 2
    return dashboard, heats, final


def decide_on_byes(day, heat, players):
    """Use the bye of one player at check-in, and keep that of another."""
    for player, choice in zip(players, ("Use", "Keep"), strict=True):
        day.go(f"/events/{heat}/run/players/{player}/")
        day.press(choice)
    assert "Kept so far" in day.text()
    day.look()


def start_heat(day, heat):
    """Pair and publish the first round by the next step."""
    day.go(f"/events/{heat}/run/")
    day.press("Pair round 1")
    day.press("Publish round 1")


def seed_the_final(day, dashboard, final):
    """Take the seeds from the heats, and make its matches best of three."""
    day.go(dashboard)
    day.press("Seed the final")
    assert "16 players" in day.page.locator("#stages").inner_text()
    day.go(f"/events/{final}/run/settings/")
    day.page.locator("[name=best_of]").select_option("3")
    day.press("Save the settings")


def report(day, dashboard):
    """Look at the awards, and report all stages."""
    day.go(dashboard)
    assert "20 players over all stages" in day.text()
    assert "Byes in rounds 1 and 2" in day.text()
    day.look()
    day.press("Report all stages")
    day.press("Report all stages")
    assert "Wait for the coordinator" in day.text()
    day.others("release")
    day.go(dashboard)
    assert "Everything is awarded" in day.text()


def see_the_title(day, championship):
    """Read the ranking over all stages, and the title on the page of the champion."""
    day.go(championship)
    rows = day.page.locator("table tbody tr")
    assert rows.count() == 20
    day.look()
    rows.first.locator("a.player").click()
    day.page.locator("#titles").wait_for()
    assert "Continental Championship" in day.text()
