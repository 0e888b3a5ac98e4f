"""A set-up with a mistake in it is put right; nobody starts again."""

import re
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.interfaces.web.page_source import one_line

from padd.services import eventlog
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db
FOUR = "Ada Feld\nBen Roy\nCleo Ito\nDee Marsh"


@pytest.fixture
def event(world):
    """Return an event that was started with the wrong game."""
    form = {"name": "League", "game": "2E", "list": FOUR, "key": "one"}
    answer = world.ask("laptop", "POST", "/events/quick/", form)
    return str(answer["Location"]).split("/")[2]


def save(world, event, **changed):
    """Send the form of the settings as its page has it, with some fields changed."""
    page = world.ask("laptop", "GET", f"/events/{event}/run/settings/").content.decode()
    form = page[page.index("act/event.amended/") : page.index("Save the settings")]
    fields = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', form))
    for name, options in re.findall(
        r'<select[^>]* name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL
    ):
        fields[name] = re.findall(r'value="([^"]+)" selected', options)[0]
    fields["key"] = str(changed)[:60]
    address = f"/events/{event}/run/act/event.amended/"
    return world.ask("laptop", "POST", address, fields | changed)


def test_the_wrong_game_is_put_right_in_log_and_calendar(world, event):
    answer = save(world, event, edition="1E", name="First League")

    settings = eventlog.event_state(event_id=event).settings
    listing = Event.objects.get(public_id=event)
    assert answer.status_code == 302
    assert (settings.edition, settings.rounds_planned) == ("1E", 3)
    assert eventlog.event_state(event_id=event).minutes == 75
    assert (listing.edition, listing.name) == ("1E", "First League")


def test_swiss_becomes_a_bracket_with_seeds_and_back(world, event):
    save(world, event, pairing_style="single-elimination")

    state = eventlog.event_state(event_id=event)
    assert (state.settings.kind, state.settings.rounds_planned) == ("bracket", 2)
    assert [entrant.seed for entrant in state.players.values()] == [1, 2, 3, 4]
    drawn = world.ask("laptop", "POST", f"/events/{event}/run/draw/", {"key": "d"})
    assert drawn.status_code == 302


def test_saving_an_unchanged_form_changes_nothing_but_the_log(world, event):
    before = eventlog.event_state(event_id=event).settings

    save(world, event)

    assert eventlog.event_state(event_id=event).settings == before


def test_the_start_is_put_right(world, event):
    save(world, event, starts="2026-03-14T10:30")

    assert Event.objects.get(public_id=event).starts_at.isoformat() == ("2026-03-14T10:30:00+00:00")


def test_place_and_prizes_are_put_right(world, event):
    form = {"venue": world.ids["venue"], "prizes": "Three boosters", "key": "p"}
    address = f"/events/{event}/run/settings/place/"

    assert world.ask("laptop", "POST", address, form).status_code == 302
    wrong = world.ask("laptop", "POST", address, form | {"prizes": "x" * 501})

    listing = Event.objects.get(public_id=event)
    assert wrong.status_code == 422
    assert listing.venue is not None
    assert (listing.venue.public_id, listing.prizes) == (world.ids["venue"], "Three boosters")


def delete(world, event, **form):
    address = f"/events/{event}/run/settings/delete/"
    return world.ask("laptop", "POST", address, form)


def test_a_test_event_is_deleted_once_it_is_said_twice(world, event):
    before = EventAction.objects.filter(event__public_id=event).count()

    asked = delete(world, event)
    done = delete(world, event, sure="yes")

    assert asked.status_code == 422
    assert done["Location"] == "/mine/"
    for address in (f"/events/{event}/", f"/events/{event}/run/", f"/w/{event}/"):
        assert world.ask("laptop", "GET", address).status_code == 404, address
    for address in ("/", "/calendar/", "/mine/", "/calendar/?when=live"):
        assert event not in world.ask("laptop", "GET", address).content.decode()
    assert EventAction.objects.filter(event__public_id=event).count() == before


def test_a_deleted_event_can_be_taken_over_from_its_file(world, event):
    file = eventlog.export_event_file(event_id=event)
    delete(world, event, sure="yes")

    sent = SimpleUploadedFile("league.event.json", file)
    again = world.ask("laptop", "POST", "/events/bring/", {"file": sent})

    there = str(again["Location"]).split("/")[2]
    assert len(eventlog.event_state(event_id=there).players) == 4


def test_what_is_sanctioned_or_reported_stays(world, event):
    rows = Event.objects.filter(public_id=event)
    rows.update(state="awaiting-processing")
    reported = delete(world, event, sure="yes")
    rows.update(state="running", registered_at=datetime(2020, 1, 1, tzinfo=UTC))
    sanctioned = delete(world, event, sure="yes")

    assert "is reported" in reported.content.decode()
    assert "is sanctioned" in sanctioned.content.decode()
    assert rows.exists()


def test_four_friends_start_a_round_robin_and_go_back_to_swiss(world):
    form = {"name": "Friends", "game": "2E", "list": FOUR, "style": "round-robin"}
    answer = world.ask("laptop", "POST", "/events/quick/", form | {"key": "circle"})
    circle = str(answer["Location"]).split("/")[2]
    chosen = eventlog.event_state(event_id=circle).round_robin
    world.ask("laptop", "POST", f"/events/{circle}/run/draw/", {"key": "draw"})
    drawn = eventlog.event_state(event_id=circle)
    page = world.ask("laptop", "GET", f"/events/{circle}/run/pairings/")

    save(world, circle, pairing_style="swiss")

    assert chosen
    assert drawn.settings.rounds_planned == 3
    assert "the rotation of the round robin" in page.content.decode()
    assert not eventlog.event_state(event_id=circle).round_robin


def test_a_save_of_the_settings_keeps_the_round_robin(world, event):
    save(world, event, pairing_style="round-robin")
    save(world, event, name="Friends")

    assert eventlog.event_state(event_id=event).round_robin


def test_the_next_step_stands_on_every_page_without_one_of_its_own(world, event):
    places = ("run/", "run/check-in/", "run/players/", "run/players/ada-feld/")
    more = ("run/standings/", "run/log/", "run/settings/", "phones/", "paper/")

    for place in (*places, *more):
        page = world.ask("laptop", "GET", f"/events/{event}/{place}").content.decode()
        assert page.count("Pair round 1") >= 2, place
        assert page.count('class="button primary"') == 1, place


def test_game_and_pairing_are_shown_as_fixed_once_they_cannot_change(world, event):
    run, place = f"/events/{event}/run/", f"/events/{event}/run/settings/"
    before = world.ask("laptop", "GET", place).content.decode()
    world.ask("laptop", "POST", f"{run}draw/", {"key": "d"})
    published = {"key": "p", "number": "1"}
    world.ask("laptop", "POST", f"{run}act/round.published/", published)
    out = world.ask("laptop", "GET", place).content.decode()
    score = {"ending": "complete", "a": "100", "b": "20", "number": "1", "table": "1"}
    world.ask("laptop", "POST", f"{run}act/result.entered/", score | {"key": "r"})
    entered = world.ask("laptop", "GET", place).content.decode()

    assert all(f'name="{one}"' in before for one in ("edition", "pairing_style", "starts"))
    assert 'name="edition"' in out
    assert 'name="pairing_style"' not in out
    assert "Round 1 is published. Undo publishing it in the log first." in one_line(out)
    assert not any(f'name="{one}"' in entered for one in ("edition", "pairing_style", "starts"))
    assert "Game and pairing are fixed. A result has been entered" in one_line(entered)
    answer = save(world, event, name="Still a league")
    assert answer.status_code == 302
    assert eventlog.event_state(event_id=event).settings.name == "Still a league"
