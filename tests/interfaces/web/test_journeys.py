"""A season's first steps in a real browser: register, list, come, confirm, approve."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from headquarters import sign_in
from tests.hostile_text import Watcher
from tests.interfaces.web.page_reader import SMALL_TARGETS

pytestmark = pytest.mark.browser


def fill_in(page, name, venue):
    day = datetime.now(UTC) + timedelta(days=30)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Date", exact=True).fill(f"{day:%Y-%m-%d}")
    page.get_by_label("Starts").fill("10:00")
    page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.get_by_label("Where").fill(venue)
    page.locator(".new-venue summary").click()
    page.get_by_label("Town").fill("Mainz")
    page.locator("#f-venue_region").select_option("germany")


def follow_the_adviser(page, screen):
    """Try too few rounds, take the advice, and change the game there and back."""
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_text("Will not be sanctioned").wait_for()
    page.get_by_label("Rounds", exact=True).fill("4")
    page.get_by_label("Players you expect").fill("24")
    if screen == "phone":
        page.get_by_role("button", name="Reasons").click()
    page.get_by_role("button", name="Make it 5 rounds").click()
    if screen == "phone":
        page.get_by_role("button", name="Reasons").click()
    assert page.get_by_label("Rounds", exact=True).input_value() == "5"
    page.get_by_label("Tribbles", exact=True).check()
    page.locator("#f-pairing_style option[value=tribbles]").wait_for(state="attached")
    page.get_by_label("Second Edition", exact=True).check()
    page.locator("#f-pairing_style option[value=swiss]").wait_for(state="attached")


@pytest.mark.req("REG-1", "REG-20", "REG-23", "REG-24", "REG-26", "REG-16")
@pytest.mark.parametrize("screen", ["laptop", "phone"])
def test_an_event_is_registered_entered_and_its_venue_approved(somebody, headquarters, screen):
    name, venue = f"Lantern Open {screen}", f"The Lantern {screen}"
    barriers: list[str] = []

    director = somebody(screen)
    page = sign_in(director, "ada")
    page.goto(f"{director.address}/events/new/")
    barriers += director.barriers()
    fill_in(page, name, venue)
    follow_the_adviser(page, screen)
    page.get_by_role("button", name="Review").dblclick()
    page.get_by_role("button", name="List this event").dblclick()
    page.get_by_text("Who is coming").wait_for()
    place = page.url.removeprefix(director.address)
    small = page.evaluate(SMALL_TARGETS)

    guest = somebody(screen)
    page = guest.open(place)
    page.get_by_label("Your name").fill("Gus")
    page.get_by_label("Your e-mail address").fill(f"gus-{screen}@example.org")
    page.get_by_role("button", name="I’m coming").click()
    page.get_by_text("Check your e-mail").wait_for()
    link = headquarters.link_mailed_to(f"gus-{screen}@example.org")
    page.goto(guest.address + link)
    barriers += guest.barriers()
    page.get_by_role("button", name="Yes, I’m coming").click()
    page.get_by_text("You are on the list").wait_for()
    guest.open(place)
    barriers += guest.barriers()
    came = guest.page.locator(".coming li").count()

    desk = somebody(screen)
    page = sign_in(desk, "coordinator")
    page.goto(f"{desk.address}/desk/")
    barriers += desk.barriers()
    asked = page.locator(".question", has_text=venue)
    asked.get_by_role("button", name="Approve").click()
    page.locator("#decided").wait_for()

    assert came == 1
    assert barriers == []
    assert small == []
    assert director.complaints + guest.complaints + desk.complaints == []


def press(page, name):
    """Press a button and wait for the answer."""
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()


def test_the_core_forms_work_without_scripts(somebody, headquarters):
    read = somebody("laptop", scripts=False)
    page = sign_in(read, "ada")
    page.goto(f"{read.address}/events/new/")
    fill_in(page, "Quiet Cup", "The Quiet Room")
    page.get_by_label("Rounds", exact=True).fill("2")
    press(page, "Check")
    checked = page.get_by_text("Will not be sanctioned").is_visible()
    page.get_by_label("Rounds", exact=True).fill("3")
    press(page, "Review")
    press(page, "List this event")
    place = page.url
    press(page, "I’m coming")
    coming = page.get_by_text("You are coming.").is_visible()
    page.goto(place)
    press(page, "I can’t come")

    assert checked
    assert coming
    assert not page.get_by_text("You are coming.").is_visible()


@pytest.mark.req("R22")
def test_hostile_words_are_shown_and_never_run(somebody, headquarters):
    read = somebody("laptop")
    sign_in(read, "coordinator")
    watch = Watcher(read.page)
    events = headquarters.hostile
    tried = "%22%3E%3Csvg%20onload=%27alert(1)%27%3E"

    for place in (
        "/",
        "/calendar/",
        *(f"/events/{event}/" for event in events),
        *(f"/events/{event}/edit/" for event in events[::6]),
        f"/events/new/?copy={events[0]}",
        f"/search/?q={tried}",
        f"/players/?q={tried}",
        "/players/?q=hostile",
        f"/players/merge/?keep={tried}&duplicate=hostile",
        "/venues/",
        "/desk/",
    ):
        read.open(place)
        watch.nothing_ran()

    assert len(events) > 20
    assert read.complaints == []


@pytest.mark.parametrize(("screen", "theme"), [("laptop", "light"), ("phone", "dark")])
def test_the_new_pages_have_no_barrier_and_never_scroll_sideways(
    somebody, headquarters, screen, theme
):
    read = somebody(screen)
    sign_in(read, "ada")
    event = headquarters.hostile[0]
    found = []

    for place in (
        "/",
        "/calendar/?when=past",
        f"/events/{event}/",
        f"/events/{event}/edit/",
        f"/events/{event}/players/",
        f"/events/{event}/helpers/",
        "/players/?q=ada",
        "/players/new/",
        "/venues/new/",
        "/mine/",
        "/accounts/2fa/",
    ):
        page = read.open(place)
        found += [f"{place} {barrier}" for barrier in read.barriers()]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{place} is too wide")

    assert found == []
    assert read.complaints == []
