"""Hostile texts in every field of a phone: nothing runs, nothing breaks."""

import pytest
from django.test import Client
from tests.hostile_text import HOSTILE, runs_script
from tests.interfaces.web.phone.phone_user import hand
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.model import PlayerId
from padd.services import eventlog

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.req("R22", "R10")]

FIELDS = (
    *("a", "b", "ending", "winner", "planet-a", "space-b", "key", "seen", "round"),
    *("table", "outcome", "scores", "code", "pin", "scores.kirk", "went_out", "kept"),
)
FORMS = (*("report/", "late/", "confirm/", "dispute/", "sign/", "pod/", "pod/confirm/"), "drop/")


def named(name):
    """Return an event in which a player has a hostile name; none if it is refused."""
    day = AtTheTable(("kirk", "khan", "spock"))
    entered = day.say(PlayerEntered(player=PlayerId("evil"), name=name))
    if isinstance(entered, eventlog.Recorded):
        day.do(CheckedIn(players=(PlayerId("evil"),)))
    day.publish()
    return day


def test_hostile_names_run_on_no_page_of_a_phone():
    for text in HOSTILE[::2]:
        day = named(text)
        for player in ("kirk", "evil"):
            if player not in day.state.players:
                continue
            phone = hand(day, player)
            if PlayerId(player) in day.round.seats:
                phone.report(60, 40)
            for page in ("", "card/", "standings/", "day/", "drop/"):
                assert not runs_script(phone.text(page)), (text, page)
        door = Client().get(f"/play/{day.id}/join/").content.decode()
        assert not runs_script(door), text


def test_hostile_texts_in_every_field_are_refused_in_words():
    day = AtTheTable()
    day.publish()
    phone = hand(day, day.round.tables[1].players[0])
    for number, text in enumerate(HOSTILE):
        for form in FORMS:
            sent = phone.place(key="k", ending="time") | dict.fromkeys(FIELDS, text)
            if number % 2 and form != "drop/":  # a place that is right leads further
                sent |= phone.place()
            answer = phone.post(form, sent)
            assert answer.status_code in {200, 302, 400, 409, 422}, (form, text)
            assert not runs_script(answer.content.decode()), (form, text)


def test_hostile_texts_at_the_door_open_nothing():
    day = AtTheTable()
    visitor = Client()
    for text in HOSTILE:
        for answer in (
            visitor.get("/play/", {"code": text}),
            visitor.post("/play/", {"token": text}),
            visitor.post(f"/play/{day.id}/join/", {"player": text, "pin": text}),
            visitor.post(f"/play/{day.id}/join/", {"player": text, "ask": "yes"}),
            visitor.post(f"/play/{day.id}/join/", {"player": "kirk", "pin": text}),
        ):
            assert answer.status_code in {200, 400, 404, 422}, text
            assert not runs_script(answer.content.decode()), text
