"""Cards, lists and decks in a real browser: by keyboard, on phones, no barriers."""

import subprocess
import sys
from pathlib import Path

import pytest
from headquarters import sign_in
from tests.databases import installation

pytestmark = [pytest.mark.browser, pytest.mark.req("DECK-56", "DECK-60", "DECK-61")]
SEED = Path(__file__).with_name("seeded_decks.py")
SMALL = """() => [...document.querySelectorAll(
    "main :is(a.button, button, select, summary, input:not([type=hidden]))"
  )].filter((one) => one.offsetParent)
  .map((one) => [one.outerHTML.slice(0, 80), one.closest("label") || one])
  .filter(([, one]) => one.getBoundingClientRect().height < 43.5).map(([one]) => one)"""
"""What is harder to hit than a thumb needs; a label is pressed for its field."""
WIDER = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def event(headquarters, monkeypatch):
    """Bring cards to the server and list an event that pia has entered."""
    monkeypatch.setenv("PADD_ACCOUNTS", "yes")
    done = subprocess.run(
        [sys.executable, str(SEED)],
        env={**installation(headquarters.data), "PYTHONPATH": str(SEED.parents[4])},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()[-1]  # the mails of entering come before it


def looked_at(read):
    """Return what is wrong with a page: barriers, small targets, a page too wide."""
    found = read.barriers() + read.page.evaluate(SMALL)
    return found + (["wider than the screen"] if read.page.evaluate(WIDER) else [])


def test_a_deck_is_checked_kept_registered_and_banned_cards_are_told(somebody, event):
    player, officer = somebody("phone"), somebody("laptop")
    page = sign_in(player, "pia")
    player.open("/cards/?edition=2E&q=alpha")
    wrong = looked_at(player)
    page.get_by_role("link", name="Alpha Station").click()
    page.locator("details.why-cell summary").first.click()
    wrong += looked_at(player)

    player.open("/decks/new/?edition=2E")
    page.get_by_label("Name (to save it)").fill("Wave")
    page.locator("textarea[name=list]").focus()
    page.keyboard.insert_text("1 Alpha Station\n3 Beta Patrol\n1 Delta Wave\n")
    page.get_by_role("button", name="Save this deck").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Wave", level=1).wait_for()
    wrong += looked_at(player)

    player.open(f"/events/{event}/deck/")
    wrong += looked_at(player)
    page.get_by_role("button", name="Register").first.focus()
    page.keyboard.press("Enter")
    page.get_by_text("Saved.").wait_for()
    told = page.locator("main").inner_text()
    wrong += looked_at(player)

    desk = sign_in(officer, "luc")
    officer.open("/desk/cards/")
    wrong += looked_at(officer)
    officer.open("/desk/cards/lists/")
    desk.get_by_label("Edition").select_option("2E")
    desk.get_by_label("Title").fill("Beta Patrol")
    desk.get_by_label("Title").press("Enter")
    desk.get_by_text("Added to the list.").wait_for()
    wrong += looked_at(officer)
    player.open(f"/events/{event}/deck/")
    after = page.locator("main").inner_text()

    assert "Delta Wave" in told
    assert "legal from" in told
    assert "Beta Patrol is banned" in after
    assert "\n".join(wrong) == ""
    assert player.complaints == officer.complaints == []
