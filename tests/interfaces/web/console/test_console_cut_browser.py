"""A Swiss of nine with a top-4 cut by clicks, from set-up to report."""

import json
import re

import pytest
from tests.interfaces.web.console.console_director import NINE, Director, play_round, spread

pytestmark = pytest.mark.browser


@pytest.mark.req("AMB-151")
def test_nine_play_swiss_and_a_top_four_cut_up_to_the_report(laptop, tmp_path, padd):
    director = set_up(laptop)
    page = director.page
    for number in (1, 2):
        play_round(director, spread(4, number))

    # The best four play on in the same event; the start can be undone.
    start_the_cut(director)
    with page.expect_navigation():
        page.keyboard.press("z")
    start_the_cut(director)
    play_round(director, ((100, 20), (35, 100)))
    play_round(director, ((15, 100),))

    see_the_room(director)
    page = director.go("finish/")
    director.press("Finish the event")
    director.press("Finish the event")
    assert "The final standings are set" in page.locator("main").inner_text()
    check_the_file(director, tmp_path, padd)
    page = director.go("finish/")
    page.get_by_role("link", name="Check the totals and report").click()
    page.get_by_role("heading", level=1).wait_for()
    assert "Lantern Cut" in page.locator("main").inner_text()
    with page.expect_navigation() as reported:
        page.locator("button[name=do][value=submit]").click()
    assert reported.value is not None
    assert reported.value.ok
    assert laptop.complaints == []


def set_up(laptop):
    """Start the event from the quick form, with everybody here."""
    page = laptop.page()
    page.goto(f"{laptop.address}/events/quick/")
    page.locator("input[name=name]").fill("Lantern Cut")
    page.locator("details:has(#q-rounds) > summary").click()
    page.locator("#q-rounds").fill("2")
    page.locator("textarea[name=list]").fill("\n".join(NINE))
    with page.expect_navigation():
        page.locator("form:has(textarea[name=list]) button.primary").click()
    found = re.search(r"/events/([\w-]+)/run/", page.url)
    assert found is not None, page.url
    return Director(page, laptop.address, found[1])


def start_the_cut(director):
    page = director.go("finish/")
    while page.locator("form[action$='tie.tossed/']").count():
        with page.expect_navigation():
            page.locator("form[action$='tie.tossed/'] button[value=chance]").click()
    page.locator(".segmented label", has_text="Top 4").click()
    director.press("Start the cut")
    assert "Start the cut?" in page.locator("main").inner_text()
    director.press("Start the cut")


def see_the_room(director):
    """Look at what the room sees: the bracket, both standings, the wall."""
    event = director.home.removesuffix("run/")
    page = director.page
    page.goto(f"{event}bracket/")
    assert page.locator("svg.bracket").count() == 1
    page.goto(f"{event}standings/")
    heads = page.locator("thead th").all_inner_texts()
    assert {"Cut", "Swiss", "VP"} <= {head.strip() for head in heads}
    page.goto(f"{event}projector/")
    page.locator("body").wait_for()


def check_the_file(director, tmp_path, padd):
    """Let the command line say of the exported file what the pages say."""
    page = director.go("log/")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Save the event file").first.click()
    file = tmp_path / "cut.event.json"
    loading.value.save_as(file)
    facts = json.loads(file.read_text())
    names = {one["id"]: one["name"] for one in facts["players"]}
    final = facts["stages"][0]["rounds"][-1]["matches"][0]
    told = json.loads(padd("standings", str(file), "--json"))["standings"]
    page = director.go("standings/")
    shown = page.locator("tr.row th bdi").all_inner_texts()

    assert told[0]["player"] == final["winner"]
    assert [name.strip().split("\n")[0] for name in shown] == [names[row["player"]] for row in told]
    assert json.loads(padd("verify", str(file), "--json"))["log_intact"] is True
