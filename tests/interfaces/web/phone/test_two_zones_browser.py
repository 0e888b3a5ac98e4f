"""Two phones in two zones, from a published round to a result, in a real browser."""

import pytest
from tests.interfaces.web.phone.served_event import confirms, fill, looked_at, send, waits

"""Fixtures, which tests take by their names."""
pytestmark = pytest.mark.browser
NAMES = ("Noor Haddad", "Marisol Etxeberria")


def arrange(page):
    """Choose the zone that the phone knows, and be free at every hour."""
    page.get_by_role("link", name="Find a time to play").click()
    page.get_by_role("button", name="Use this time zone").click()
    page.locator("#hours table").wait_for()
    boxes = page.locator("#hours input[name=hour]:not(:disabled)")
    boxes.evaluate_all("all => all.forEach((one) => { one.checked = true; })")
    page.get_by_role("button", name="Save my free hours").click()
    page.locator("summary", has_text="Change my free hours").wait_for()


@pytest.mark.req("ONL-24", "ONL-12")
def test_two_in_two_zones_agree_start_and_report(hall):
    hall.open(NAMES, online=True)
    one, two = hall.seen["tables"]["1"]["players"]
    here = hall.phone(one, timezone_id="Europe/Berlin", bypass_csp=True)
    there = hall.phone(two, timezone_id="Europe/London", bypass_csp=True)
    found = []

    arrange(here)
    arrange(there)
    here.reload()
    found += looked_at(here, "arrange", measured=True)
    here.get_by_role("button", name="Propose", exact=False).first.click()
    here.get_by_text("has not answered yet").wait_for()
    there.reload()
    found += looked_at(there, "answer")
    there.get_by_role("button", name="Accept").first.click()
    there.locator("h2", has_text="You play").wait_for()
    there.get_by_role("link", name="My match").first.click()
    there.get_by_role("button", name="Start our game").click()
    waits(there, "time is up at")
    fill(there, 100, 40)
    send(there)
    here.goto(there.url)
    confirms(here)
    director = hall.laptop()
    director.goto(f"{hall.address}/events/{hall.seen['event']}/run/open-games/")
    director.get_by_text("No open games").wait_for()
    found += looked_at(director, "open games")

    assert found == []
    assert hall.count("table.appointment-set") == 1
