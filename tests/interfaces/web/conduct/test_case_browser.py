"""From a disqualification to the decision, in a real browser."""

import subprocess
import sys
from pathlib import Path

import pytest
from headquarters import sign_in
from tests.databases import installation

pytestmark = [pytest.mark.browser, pytest.mark.req("COND-31", "COND-63", "GOV-15")]
SEED = Path(__file__).with_name("seeded_case.py")


@pytest.fixture
def case(headquarters, monkeypatch):
    """Disqualify somebody on the server; return the case and its event."""
    monkeypatch.setenv("PADD_ACCOUNTS", "yes")
    environment = installation(headquarters.data)
    done = subprocess.run(
        [sys.executable, str(SEED)],
        env={**environment, "PYTHONPATH": str(SEED.parents[4])},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_a_disqualification_is_reported_decided_and_closed(somebody, case):
    found, event = case
    director, desk, player = somebody("laptop"), somebody("laptop"), somebody("phone")
    page = sign_in(director, "ada")
    page.goto(f"{director.address}/events/{event}/run/penalties/")
    page.get_by_role("link", name="Open the case").click()
    page.get_by_role("button", name="Send the letter").click()
    page.get_by_text("Letter to the coordinator and the Director sent").wait_for()
    barriers = director.barriers()

    page = sign_in(desk, "coordinator")
    page.goto(f"{desk.address}/desk/cases/")
    barriers += desk.barriers()
    page.locator(f"a[href='/cases/{found}/']").click()
    page.get_by_text("No further action").click()
    page.get_by_label("Reason, read by all parties").fill("The penalty stands.")
    page.get_by_role("button", name="Send the decision").click()
    page.get_by_role("button", name="Close the case").click()
    page.get_by_text("Nothing more to do").wait_for()
    barriers += desk.barriers()

    page = sign_in(player, "pia")
    page.goto(f"{player.address}/me/standing/")
    barriers += player.barriers()
    page.get_by_role("link", name="Case").click()
    page.get_by_text("The penalty stands.").wait_for()
    seen = page.locator("main").inner_text()
    barriers += player.barriers()

    assert "Letter to the coordinator" not in seen
    assert barriers == []
