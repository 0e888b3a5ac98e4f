"""A whole event by clicks and keys, as a director runs it."""

import json

import pytest
from tests.interfaces.web.console.console_director import NAMES, Director, spread

pytestmark = pytest.mark.browser

LATE = "Chiara Bellandi"


@pytest.mark.req("SWISS-39", "COND-57")
def test_a_day_with_everything_ends_in_the_table_that_the_file_gives(laptop, tmp_path, padd):
    event = laptop.event("2E", "swiss", 4, final=True)
    director = Director(laptop.page(), laptop.address, event)

    # Fifteen are here; Jonas has an earned bye in round 2.
    director.enter(NAMES)
    page = director.player("Jonas Weidmann")
    page.locator("#bye-round").select_option("2")
    director.press("Use a bye")
    page.get_by_label("Reason for allowing it").fill("Won at the Regional")
    page.locator("#bye-round").select_option("2")
    director.press("Use a bye")
    assert "Gave Jonas Weidmann an earned bye" in page.locator(".toast").inner_text()

    # Round 1 is changed by hand before it is published.
    director.go()
    director.press("Pair round 1")
    swap_two(director)
    director.press("Publish round 1")
    director.press("Start the clock")

    # Chiara comes late and plays whoever has the bye.
    director.go("check-in/")
    page.fill("#late-name", LATE)
    page.locator("#late-into").select_option(index=1)
    director.press("Add player")
    assert page.locator("li.person").count() == 16
    director.results(scores=spread(8, 1))

    # An act is undone and put right.
    director.go()
    with page.expect_navigation():
        page.keyboard.press("z")
    assert "7 of 8 confirmed" in page.locator("#bar").inner_text().lower()
    director.results(scores=((100, 95),))
    director.press("Close round 1")

    # Round 2: a penalty and a drop.
    director.start(2)
    give_penalty(director, "Tess Whitcombe")
    director.results(scores=spread(7, 2))
    drop(director, "Oskar Lindemann")
    director.go()
    director.press("Close round 2")

    # Round 3, then a correction two rounds back, in the middle of the round.
    director.start(3)
    correct(director, round_=1, table=1)
    director.results(scores=spread(7, 3))
    director.go()
    director.press("Close round 3")

    director.start(4)
    director.results(scores=spread(7, 4))
    director.go()
    director.press("Close round 4")

    finish(director)
    check_the_file(director, tmp_path, padd)
    assert laptop.complaints == []


def swap_two(director):
    """Let two players of the first two tables change seats."""
    page = director.page
    page.get_by_role("link", name="Change tables by hand").click()
    seats = page.locator("[data-seat]")
    values = [seats.nth(at).input_value() for at in range(seats.count())]
    first, second = values.index("1"), values.index("2")
    seats.nth(first).fill("2")
    seats.nth(second).fill("1")
    page.fill("#why-change", "They came by one car")
    director.press("Preview changes")
    director.press("Change the tables")
    assert "They came by one car" in page.locator(".desk-side").inner_text()


def give_penalty(director, name):
    page = director.go("penalties/")
    page.locator("#p-player").select_option(label=name)
    page.locator('[name="infraction"][value="A2"]').check()
    director.press("Look it up")
    assert "Written Warning" in page.locator(".advised").inner_text()
    director.press("Give the penalty")
    director.press("Give the penalty")
    assert name in page.locator(".desk-side").inner_text()


def drop(director, name):
    page = director.player(name)
    page.get_by_text("Drop", exact=True).click()
    director.press(f"Drop {name}")
    director.press("Yes, drop the player")
    assert "Dropped after round 2" in page.locator(".desk-side").inner_text()


def correct(director, *, round_, table):
    """Turn a result round and leave the pairings."""
    page = director.go(f"rounds/{round_}/{table}/")
    first, second = page.locator("input[name=a]"), page.locator("input[name=b]")
    was = first.input_value(), second.input_value()
    first.fill(was[1])
    second.fill(was[0])
    page.locator('input[name=winner][value=""]').check(force=True)
    page.fill("#why-correct", "The card was read upside down")
    director.press("Correct the result")
    assert "This moves" in page.locator(".question").inner_text()
    assert page.locator("input[name=way]").count() >= 2
    director.press("Correct the result")
    assert page.locator("input[name=a]").input_value() == was[1]


def finish(director):
    """Toss where it must be, play the final confrontation, finish."""
    page = director.go("finish/")
    while page.get_by_role("button", name="Draw at random").count():
        director.press("Draw at random")
    director.press("Set the final confrontation")
    page.locator(".segmented label").nth(1).click()
    director.press("Save the winner")
    while page.get_by_role("button", name="Draw at random").count():
        director.press("Draw at random")
    director.press("Finish the event")
    director.press("Finish the event")
    assert "The final standings are set" in page.locator("main").inner_text()


def check_the_file(director, tmp_path, padd):
    """Compare the page with what the command line says of the exported file."""
    page = director.go("standings/")
    shown = [
        (place.strip(), name.strip().split("\n")[0])
        for place, name in zip(
            page.locator("tr.row td.place").all_inner_texts(),
            page.locator("tr.row th bdi").all_inner_texts(),
            strict=True,
        )
    ]
    director.go("log/")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Save the event file").first.click()
    file = tmp_path / "lantern.event.json"
    loading.value.save_as(file)
    names = {one["id"]: one["name"] for one in json.loads(file.read_text())["players"]}
    told = json.loads(padd("standings", str(file), "--json"))["standings"]

    assert shown == [(str(row["place"]), names[row["player"]]) for row in told]
    verdict = json.loads(padd("verify", str(file), "--json"))
    assert verdict["log_intact"] is True
    assert all(one["legal"] for one in verdict["rounds"])
