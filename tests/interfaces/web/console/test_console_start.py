"""The first minutes: an event from one form, or brought from another laptop."""

from contextlib import contextmanager

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from padd.services import eventlog
from padd.services.eventlog import log_cache
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db

NAMES = "\n".join(f"Player {letter}" for letter in "ABCDEFGH")
FORM = {"name": "Shop league", "game": "2E", "list": NAMES, "key": "one"}


def send(world, who="laptop", **more):
    return world.ask(who, "POST", "/events/quick/", FORM | more)


def opened(answer):
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"]).split("/")[2]


def test_one_form_leads_to_check_in_with_everybody_here(world):
    event = opened(send(world, zone="Europe/Berlin"))

    state = eventlog.event_state(event_id=event)
    assert len(state.players) == 8
    assert all(entrant.presence == "here" for entrant in state.players.values())
    assert state.settings.rounds_planned == 4  # OPG5 §3, table 3.0.1
    assert Event.objects.get(public_id=event).time_zone == "Europe/Berlin"
    drawn = world.ask("laptop", "POST", f"/events/{event}/run/draw/", {"key": "d"})
    assert drawn.status_code == 302


def test_a_form_that_is_sent_twice_opens_one_event(world):
    first = opened(send(world))

    assert opened(send(world)) == first
    assert len(eventlog.event_state(event_id=first).players) == 8


@pytest.mark.parametrize(
    ("form", "rounds", "kind"),
    [
        ({"game": "TR"}, 5, "tribbles"),
        ({"style": "single-elimination"}, 3, "bracket"),
        ({"rounds": "6", "game": "1E"}, 6, "swiss"),
        ({"book": "decipher-1998", "game": "1E"}, 4, "swiss"),
    ],
)
def test_every_game_starts_so(form, rounds, kind, world):
    event = opened(send(world, **form))

    settings = eventlog.event_state(event_id=event).settings
    assert (settings.rounds_planned, settings.kind) == (rounds, kind)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"name": "x" * 121},
        {"game": "4E"},
        {"style": "chess"},
        {"rounds": "0"},
        {"rounds": "999"},
        {"book": "none"},
        {"book": "decipher-1996", "game": "2E"},
    ],
)
def test_a_form_with_something_wrong_comes_back_as_it_was(wrong, world):
    answer = send(world, **wrong)

    assert answer.status_code == 422
    assert "Player H" in answer.content.decode()
    assert not EventAction.objects.exists()


@pytest.mark.req("R14")
def test_another_laptop_goes_on_from_the_file(world):
    with elsewhere():
        event = opened(send(world))
        file = eventlog.export_event_file(event_id=event)
        world.ask("laptop", "POST", f"/events/{event}/run/draw/", {"key": "d"})
        newer = eventlog.export_event_file(event_id=event)

    first = brought(world, file)
    again = brought(world, newer)

    assert first["Location"] == again["Location"]
    there = str(first["Location"]).split("/")[2]
    assert eventlog.export_event_file(event_id=there) == newer


def test_a_file_that_was_changed_is_not_taken_over(world):
    with elsewhere():
        event = opened(send(world))
        file = eventlog.export_event_file(event_id=event).replace(b"Player A", b"Player Z")

    for data in (file, b"", b"{}", b"\xff\xfe"):
        answer = brought(world, data)
        assert answer.status_code == 422, data
        assert "Not imported" in answer.content.decode()
    assert not EventAction.objects.exists()


@contextmanager
def elsewhere():
    """Run an event that this laptop knows nothing of."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    log_cache.clear_logs()


def brought(world, data):
    client = world.clients["laptop"]
    return client.post("/events/bring/", {"file": SimpleUploadedFile("x.event.json", data)})


def test_an_event_started_on_the_day_does_not_invent_a_venue(world):
    form = {"name": "League", "game": "2E", "list": "Ada\nBen\nCleo", "key": "place"}
    answer = world.ask("laptop", "POST", "/events/quick/", form)
    event = str(answer["Location"]).split("/")[2]

    page = world.ask("visitor", "GET", f"/events/{event}/").content.decode()
    venues = world.ask("visitor", "GET", "/venues/").content.decode()

    assert "Not named yet" in page
    assert "<bdi>Not named</bdi>" not in page
    assert "Not named" not in venues


def test_an_event_that_is_not_open_shows_how_to_open_it(world):
    world.put("listed")
    console = f"/events/{world.ids['event']}/run/"

    before = world.ask("director", "GET", console).content.decode()
    opened = world.ask("director", "POST", f"{console}open/", {"key": "k"})
    after = world.ask("director", "GET", console).content.decode()

    assert "Open the event" in before
    assert opened.status_code == 302
    assert "Check-in" in after


def test_tribbles_has_no_pairing_to_choose_so_none_is_in_the_way(world):
    event = opened(send(world, game="TR", style="round-robin"))

    settings = eventlog.event_state(event_id=event).settings
    assert settings.pairing_style == "tribbles"
    assert len(eventlog.event_state(event_id=event).players) == 8
