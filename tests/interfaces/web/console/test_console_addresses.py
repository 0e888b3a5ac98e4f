"""Every address of the console for every kind of person, and every form of it."""

import pytest
from django.db import transaction
from django.urls import reverse
from tests.interfaces.web.console.console_requests import PLAYERS, act, at, post, round_one

from padd.interfaces.web.console.commands import FORM_ACTIONS
from padd.interfaces.web.console.urls import urlpatterns

pytestmark = pytest.mark.django_db

RUNNING = {"director", "second", "third", "laptop"}
STAFF = RUNNING | {"scorekeeper"}
STRANGERS = {"visitor", "network", "closed"}
POSTED = {
    *("console-open", "console-draw", "console-enter", "console-act"),
    *("console-heats", "console-seed", "console-place"),
    *("console-limited-plan", "console-limited-deal", "console-limited-act"),
    "console-delete",
}
DIRECTING = {
    *("console-limited", "console-limited-state", "console-open-games"),
    *("console-penalties", "console-settings", "console-finish", "console-disputes"),
    "console-decks",
}
OPEN = {200, 302, 409, 422}
NOT_HERE = {404}
ABSENT = {
    *("console-bracket", "console-scenario", "console-deck", "console-open-games"),
    "console-card-notes",
    *("console-bracket", "console-scenario", "console-deck"),
    *("console-open-games", "console-round-sheet"),
    "console-deck-paper",
    *("console-limited", "console-limited-state"),
    *("console-limited-plan", "console-limited-deal", "console-limited-act"),
}
"""The events of these tests are constructed and Swiss, without a scenario."""


@pytest.fixture(scope="module")
def playing(shared_world, django_db_blocker):
    """Publish round one once for all tests."""
    with django_db_blocker.unblock():
        shared_world.put("listed")
        post(shared_world, "open", key="open")
        post(shared_world, "enter", list=PLAYERS, here="yes", key="list")
        round_one(shared_world)
    return shared_world


@pytest.fixture
def world(db, playing):
    """Return a world whose event is in its first round."""
    return playing.as_made()


def filled(name, world):
    """Return the address of a route with what it needs."""
    needs = {
        "console-table": (1, 1),
        "console-derived": (1, 1),
        "console-player": ("ada-feld",),
        "console-deck": ("ada-feld",),
        "console-act": ("round.closed",),
        "console-limited-act": ("pause",),
        "console-reason": ("ada-feld",),
    }
    return reverse(name, args=(world.ids["event"], *needs.get(name, ())))


@pytest.mark.parametrize("name", sorted(str(one.name) for one in urlpatterns))
def test_only_the_staff_of_an_event_finds_its_console(name, world):
    method = "POST" if name in POSTED else "GET"
    found = {}

    for who in world.clients:
        with transaction.atomic():
            answer = world.ask(who, method, filled(name, world), {"number": "1"})
            found[who] = answer.status_code
            transaction.set_rollback(True)

    directing = POSTED - {"console-enter"} | DIRECTING
    allowed = RUNNING if name in directing else STAFF
    for who, status in found.items():
        if who in allowed:
            assert status in (NOT_HERE if name in ABSENT else OPEN), (who, status)
        else:
            strange = who in STRANGERS and who != "network"
            assert status == (403 if strange else 404), (who, status)


@pytest.mark.parametrize("kind", sorted(FORM_ACTIONS))
def test_no_form_breaks_the_console_whatever_is_in_it(kind, world):
    names = (
        *("round", "table", "player", "ending", "a", "b", "minutes", "level"),
        *("rounds", "sequences", "into", "until", "role", "one", "other", "way"),
    )
    strange = dict.fromkeys(names, "²3\u202e,-9e9999")
    huge = dict.fromkeys(strange, "9" * 5000)
    right = {"number": "1", "table": "1", "player": "ada-feld", "minutes": "999999999"}

    for at_all, data in enumerate(({}, strange, huge, right)):
        for back in ("", "//evil.example/", "/nowhere/", at(world, "log/")):
            with transaction.atomic():
                answer = act(world, kind, key=f"{at_all}", back=back, reason="why", **data)
                transaction.set_rollback(True)
            assert answer.status_code in OPEN
            assert "evil" not in answer.headers.get("Location", "")
