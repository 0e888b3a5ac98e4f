"""A whole small event on eight phones in a real browser, with all that goes wrong."""

from __future__ import annotations

import pytest
from tests.axe import EVERYTHING, barriers, faint
from tests.interfaces.web.phone.layout_measures import LONG_NAMES, misfits
from tests.interfaces.web.phone.served_event import NAMES, ServedEvent, confirms, fill, send, waits
from tests.interfaces.web.served_pages import Served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def served(browser, tmp_path_factory):
    data = tmp_path_factory.mktemp("phones")
    server = Served(data, "--port", "0")
    made = ServedEvent(server, data, browser)
    yield made
    made.director.rest()
    assert server.stop() == 0


@pytest.fixture
def hall(served):
    yield served
    for context in served.contexts:
        served.browser.end(context)
    served.contexts.clear()
    assert served.complaints == []


def lose_the_answer(page):
    """Let the next report reach the server, and its answer get lost."""
    lost = []

    def carry(route):
        if lost:
            route.continue_()
            return
        lost.append(route.fetch())
        route.abort("connectionreset")

    page.route("**/report/", carry)


def director_of(hall):
    """Open the director's page of the results, at the laptop."""
    page = hall.page(viewport={"width": 1280, "height": 800})
    words = " ".join(hall.server.said).split()
    page.goto(next(word for word in words if "/enter/" in word))
    page.wait_for_url(lambda url: "/enter/" not in url)
    page.goto(f"{hall.address}/events/{hall.seen['event']}/run/")
    return page


def double_tap(one, two):
    """Tap three times; then the other agrees."""
    fill(one, 75, 45)
    one.evaluate(
        "() => { const b = document.querySelector('#report [data-press]');"
        " b.click(); b.click(); b.click(); }"
    )
    waits(one, "You sent: You won")
    waits(two, "Yours to confirm")
    confirms(two)
    waits(one, "Confirmed")


def dispute(hall, director, one, two):
    """Both say something else; the director's page shows it, and decides."""
    fill(one, 70, 20)
    send(one)
    waits(two, "Yours to confirm")
    two.get_by_text("I disagree").click()
    fill(two, 60, 50)
    send(two)
    waits(one, "The director decides")
    waits(two, "The director decides")
    director.get_by_text("Disputed").first.wait_for()
    hall.say("decide", number=1, table=2, scores=[70, 50])
    waits(one, "The director decided it")
    waits(two, "Asked both")


def lost_answer(one, two):
    """The answer gets lost; two tabs and the back button see what counts."""
    lose_the_answer(one)
    fill(one, 65, 35)
    send(one)
    waits(one, "You sent: You won")
    tab = two.context.new_page()
    tab.goto(two.url)
    waits(tab, "Yours to confirm")
    two.get_by_role("link", name="Scorecard").click()
    two.get_by_role("heading", name="Scorecard").wait_for()
    confirms(tab)
    two.go_back()
    waits(two, "Confirmed")
    waits(one, "Confirmed")


def stale_page(one, two):
    """A page that hears nothing is told before it contradicts anybody."""
    two.route("**/live", lambda route: route.abort())
    two.reload()
    fill(one, 55, 25)
    send(one)
    waits(one, "You sent: You won")
    fill(two, 99, 1)
    send(two)
    waits(two, "reported: You lost")
    two.reload()
    confirms(two)
    waits(one, "Confirmed")


@pytest.mark.req("R6", "R8", "SWISS-39")
def test_a_whole_event_is_reported_from_eight_phones(hall):
    hall.open()
    director = director_of(hall)
    pairs = {table: hall.pair(table) for table in range(1, 5)}

    double_tap(*pairs[1])
    dispute(hall, director, *pairs[2])
    lost_answer(*pairs[3])
    stale_page(*pairs[4])

    seen = hall.say("look")
    assert all(table["settled"] for table in seen["tables"].values())
    assert seen["kinds"].count("result.reported") == 5
    assert seen["kinds"].count("result.confirmed") == 3
    director.get_by_text("4 of 4").first.wait_for()
    hall.say("next", number=1)
    everybody = [page for pair in pairs.values() for page in pair]
    for page in everybody:
        page.get_by_role("heading", name="How did it end?").wait_for()
    for table in range(1, 5):
        one, two = hall.pair(table)
        fill(one, 60 + table, 30)
        send(one)
        waits(two, "Yours to confirm")
        confirms(two)
    hall.say("finish", number=2)
    everybody[0].goto(f"{hall.address}/play/{hall.seen['event']}/")
    everybody[0].get_by_role("heading", name="You came").wait_for()


@pytest.mark.req("R8")
def test_what_cannot_be_sent_is_kept_until_the_server_is_there_again(hall):
    hall.open()
    one, two = hall.pair(1)
    one.context.set_offline(True)
    fields = one.locator("#report .score input")
    fields.nth(0).fill("75")
    fields.nth(1).fill("45")
    one.get_by_label("Time", exact=True).check()
    face = one.locator("[data-face]").inner_text()
    send(one)
    waits(one, "Not sent yet")
    one.wait_for_function(
        "(before) => document.querySelector('[data-face]').textContent !== before", arg=face
    )

    one.context.set_offline(False)

    waits(one, "You sent: You won")
    waits(two, "Yours to confirm")
    assert one.evaluate("Object.values(localStorage).every((one) => one === '[]')")
    assert hall.count("result.reported") == 1


def test_a_pod_keeps_its_score_on_one_phone(hall):
    hall.open(NAMES[:4], edition="TR", style="tribbles", rounds=5)
    one, two, three, _ = (hall.phone(player) for player in hall.seen["tables"]["1"]["players"])
    for at, field in enumerate(one.locator(".pad input[inputmode]").all()):
        field.fill(str(1000 * at))
    one.locator(".pad input[type=checkbox]").nth(3).check()

    one.get_by_role("button", name="Send round 1").click()
    waits(one, "Waiting for your pod")
    waits(two, "wrote")
    two.get_by_role("button", name="Yes, that is right").click()

    for page in (one, two, three):
        waits(page, "Confirmed")
        waits(page, "3,000")
    assert hall.say("look")["tables"]["1"]["settled"]


def test_two_phones_sign_by_a_code(hall):
    hall.open()
    one, two = hall.pair(1)
    fill(one, 75, 45)
    send(one)
    code = one.locator(".big-code").inner_text()
    waits(two, "Yours to confirm")

    two.get_by_text("Sign with the code").click()
    two.get_by_label("Code").fill(code)
    two.get_by_role("button", name="Check", exact=True).click()
    two.get_by_role("button", name="Sign it").click()

    waits(two, "Confirmed")
    waits(one, "Confirmed")
    assert (hall.count("result.reported"), hall.count("result.confirmed")) == (1, 1)


def test_pages_of_a_phone_are_open_to_everybody(hall):
    hall.open()
    small = {"viewport": {"width": 320, "height": 640}, "color_scheme": "light"}
    wrong: list[str] = []

    def look(page, name):
        found = barriers(page, EVERYTHING) + faint(page, "dark")
        wrong.extend(f"{name}: {one}" for one in found)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 320:
            wrong.append(f"{name}: {width} px wide")

    one, two = hall.pair(1, **small)
    look(one, "open")
    fill(one, 75, 45)
    look(one, "typed")
    send(one)
    waits(one, "You sent")
    waits(two, "Yours to confirm")
    look(one, "mine")
    look(two, "theirs")
    for name in ("card", "standings", "day", "drop"):
        two.goto(f"{hall.address}/play/{hall.seen['event']}/{name}/")
        look(two, name)
    visitor = hall.page(**small)
    for name in ("", f"{hall.seen['event']}/join/"):
        visitor.goto(f"{hall.address}/play/{name}")
        look(visitor, name or "door")
    assert wrong == []


def test_without_scripts_one_comes_in_reads_and_reports(hall):
    hall.open()
    one, two = hall.seen["tables"]["1"]["players"]
    pages = {}
    for player in (one, two):
        page = pages[player] = hall.page(java_script_enabled=False)
        page.goto(f"{hall.address}/play/{hall.seen['event']}/join/")
        page.get_by_label("Your name").select_option(player)
        page.get_by_label("PIN").fill(hall.seen["passes"][player][1])
        page.get_by_role("button", name="Sign in").click()
    page = pages[one]
    page.locator("#report .score input").nth(0).fill("75")
    page.locator("#report .score input").nth(1).fill("45")
    page.get_by_label("Time", exact=True).check()
    page.get_by_role("button", name="Preview").click()
    page.locator("#derived b", has_text="You won").wait_for()
    page.locator("#report [data-press]").click()
    page.get_by_text("You sent: You won").wait_for()

    pages[two].reload()
    confirms(pages[two])

    assert hall.say("look")["tables"]["1"]["settled"]


def test_a_report_needs_no_pointer(hall):
    hall.open()
    one = hall.phone(hall.seen["tables"]["1"]["players"][0])
    one.locator("#report .score input").nth(0).focus()

    one.keyboard.type("75")
    one.keyboard.press("Tab")
    one.keyboard.press("Tab")
    one.keyboard.press("Tab")
    one.keyboard.type("45")
    for _ in ("five more", "I have 100", "the opponent has 100", "the game was"):
        one.keyboard.press("Tab")
    one.keyboard.press("ArrowRight")
    one.locator("#derived b", has_text="You won").wait_for()
    one.keyboard.press("Enter")

    waits(one, "You sent: You won")
    assert hall.count("result.reported") == 1


def test_long_names_fit_at_320_pixels_zoomed_and_with_enlarged_text(hall):
    hall.open(LONG_NAMES)
    event = hall.seen["event"]
    pairs = [table["players"] for table in hall.seen["tables"].values()]
    (rival,) = (one for pair in pairs if "p1" in pair for one in pair if one != "p1")
    one, two = (hall.phone(who, bypass_csp=True) for who in (rival, "p1"))
    wrong = misfits(one, "open")
    one.reload()
    fill(one, 75, 45)
    wrong += misfits(one, "typed")
    send(one)
    waits(one, "You sent")
    waits(two, "Yours to confirm")
    wrong += misfits(one, "mine") + misfits(two, "theirs")
    for name in ("card", "standings", "day", "drop"):
        two.goto(f"{hall.address}/play/{event}/{name}/")
        wrong += misfits(two, name)
    for name in (
        *("play/", f"play/{event}/join/", f"events/{event}/"),
        *(f"events/{event}/{one}/" for one in ("pairings", "standings", "info")),
        *("", "calendar/", "players/", "rulebooks/", "read/"),
    ):
        two.goto(f"{hall.address}/{name}")
        wrong += misfits(two, name or "home")
    assert wrong == []


def seconds_left(page):
    minutes, seconds = page.locator("[data-face]").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


@pytest.mark.req("R8", "R16")
def test_the_clock_is_right_on_a_wrong_phone_and_after_the_back_button(hall):
    hall.open()
    one, two = hall.pair(1)
    wrong = hall.page()
    wrong.clock.install(time="2001-01-01")
    wrong.goto(hall.address + hall.seen["passes"]["p0"][0])
    wrong.wait_for_url(f"**/play/{hall.seen['event']}/")
    assert abs(seconds_left(wrong) - seconds_left(two)) <= 2

    # The browser may bring the old page from its store: it asks what time it is.
    one.get_by_role("link", name="Scorecard").click()
    one.get_by_role("heading", name="Scorecard").wait_for()
    with one.expect_response(lambda answer: "x-live" in answer.request.headers) as got:
        one.go_back()
    assert "no-cache" in got.value.request.all_headers()["cache-control"]
    assert abs(seconds_left(one) - seconds_left(two)) <= 2


@pytest.mark.req("R8")
def test_without_storage_a_phone_reports_and_never_for_somebody_else(hall):
    hall.open()
    first, second = hall.seen["tables"]["1"]["players"]
    one = hall.page()
    one.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " { get() { throw new DOMException('none', 'SecurityError'); } })"
    )
    one.goto(hall.address + hall.seen["passes"][first][0])
    one.wait_for_url(f"**/play/{hall.seen['event']}/")
    fill(one, 75, 45)
    send(one)
    waits(one, "You sent: You won")

    # What one player could not send waits on a phone that another one uses now.
    two = hall.phone(second)
    two.evaluate(
        """([event, other]) => localStorage.setItem(`padd-unsent-${event}-${other}`,
        JSON.stringify([{ key: "left", to: `${location.pathname}report/`, tries: 1,
        words: "left", body: "number=1&table=1&ending=time&a=1&b=99&key=left" }]))""",
        [hall.seen["event"], first],
    )
    two.reload()
    waits(two, "Yours to confirm")
    confirms(two)

    assert hall.count("result.reported") == 1


def test_a_phone_that_lost_its_session_keeps_the_report_until_it_is_back(hall):
    hall.open()
    one = hall.phone("p0")
    fill(one, 75, 45)
    one.context.clear_cookies()
    send(one)
    waits(one, "saved on this phone")

    one.goto(hall.address + hall.seen["passes"]["p0"][0])
    one.wait_for_url(f"**/play/{hall.seen['event']}/")

    waits(one, "You sent: You won")
    assert hall.count("result.reported") == 1
