"""Every change is followed by a sentence that says what was done."""

import re
from pathlib import Path

import pytest

from padd.interfaces import web
from padd.store.models.events import Event
from world import make_world

ROOT = Path(web.__file__).parent
OWN_WORDS = {
    "account/laptop.py": "signing in and out",
    "championships/dashboard.py": "shows the next step",
    "championships/rights.py": "leads to the own profile",
    "championships/check_in.py": "the console's own words",
    "championships/views.py": "leads to the latest year",
    "decks/views.py": "shows the new deck",
    "events/helpers.py": "whoever takes an invite up",
    "events/registrations.py": "guests, who have no session",
    "leagues/champions.py": "leads to the console",
    "notice.py": "the way itself",
    "limited/views.py": "shows what was added",
    "people/views.py": "leads to the own page; a handle typed wrongly",
    "printing/views.py": "leads to the console",
    "ratings/profiles.py": "leads to who somebody was merged into",
    "reports/intake.py": "the page says what became of it",
    "reports/views.py": "the page says what became of it",
    "request_actor.py": "leads to the sign-in",
    "rulebooks/rulings_desk.py": "shows the preview",
    "layout/public.py": "shows the theme",
    "wall/views.py": "shows the wall",
}
"""Where a redirect needs no sentence, and why."""


def test_no_other_redirect_goes_without_words():
    silent = {
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] not in {"console", "phone"}
        and re.search(r"\bHttpResponseRedirect\(", path.read_text(encoding="utf-8"))
    }

    assert silent - set(OWN_WORDS) == set()


@pytest.mark.django_db
def test_the_next_page_says_what_was_done_and_says_it_once():
    world = make_world()
    details = {"name": "Quark’s", "town": "Mainz", "region": "germany"}
    client = world.clients["member"]

    added = client.post("/venues/new/", details)
    first = client.get(added["Location"]).content.decode()
    second = client.get(added["Location"]).content.decode()

    assert "Venue added." in first
    assert "Venue added." not in second


@pytest.mark.django_db
def test_a_page_that_is_kept_for_others_never_says_what_one_of_them_did():
    world = make_world()
    client = world.clients["director"]
    running = world.ids["running"] if "running" in world.ids else world.ids["event"]
    details = {"name": "Quark’s", "town": "Mainz", "region": "germany"}

    client.post("/venues/new/", details)
    kept = client.get(f"/events/{running}/pairings/").content.decode()
    own = client.get("/venues/").content.decode()

    assert "Venue added." not in kept
    assert "Venue added." in own


@pytest.mark.django_db
def test_moments_of_online_events_are_marked_for_the_readers_clock():
    world = make_world()
    event = world.ids["event"]
    Event.objects.filter(public_id=event).update(online=True, venue=None)

    page = world.ask("visitor", "GET", f"/events/{event}/").content.decode()
    table = world.ask("visitor", "GET", "/calendar/").content.decode()

    assert " data-local>" in page
    assert 'data-local="short"' in table
    assert "js/local" in page
