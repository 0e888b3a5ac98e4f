"""A page scores and ranks its event at most once, and reads its row once."""

from __future__ import annotations

import sys
from collections import Counter
from types import CodeType

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from tests.interfaces.web.phone.phone_user import hand
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.scoring.results import score_event
from padd.core.scoring.standings import swiss_standings
from padd.store.models.events import Event
from padd.store.models.people import Account

pytestmark = pytest.mark.django_db

SCORED, RANKED, ROWS = "scored", "ranked", "rows of the event read"
COUNTED: dict[CodeType, str] = {score_event.__code__: SCORED, swiss_standings.__code__: RANKED}


def counted(get):
    """Return how often a request scored and ranked, and read the event's row."""
    calls: Counter[str] = Counter()

    def note(frame, what, _):
        if what == "call" and frame.f_code in COUNTED:
            calls[COUNTED[frame.f_code]] += 1

    row = f'FROM "{Event._meta.db_table}"'
    with CaptureQueriesContext(connection) as queries:
        sys.setprofile(note)
        try:
            answer = get()
        finally:
            sys.setprofile(None)
    assert answer.status_code == 200, answer.status_code
    calls[ROWS] = sum(row in query["sql"] for query in queries)
    return calls


def in_the_last_round():
    """Return an event whose last round is on, with one result in."""
    day = AtTheTable(rounds_planned=2)
    day.play_round()
    day.publish()
    return day


def laptop():
    """Return the browser of whoever sits at the laptop."""
    client = Client()
    client.force_login(Account.objects.create(email="", local=True))
    return client


@pytest.mark.parametrize("page", ["standings/", "", "card/"])
def test_a_phone(page):
    day = in_the_last_round()
    phone = hand(day, "kirk")

    calls = counted(lambda: phone.get(page))

    assert calls[SCORED] <= 1, calls
    assert calls[RANKED] <= 1, calls
    assert calls[ROWS] == 1, calls


@pytest.mark.parametrize("page", ["pairings/", "pairings/?by=name", "standings/", "now/"])
def test_a_public_page(page):
    day = in_the_last_round()

    calls = counted(lambda: Client().get(f"/events/{day.id}/{page}"))

    assert calls[SCORED] <= 1, calls
    assert calls[RANKED] <= 1, calls
    assert calls[ROWS] == 1, calls


def test_the_wall():
    day = in_the_last_round()

    calls = counted(lambda: Client().get(f"/wall/?event={day.id}"))

    assert (calls[SCORED], calls[RANKED], calls[ROWS]) == (1, 1, 1)


@pytest.mark.parametrize("page", ["", "rounds/", "standings/", "players/"])
def test_the_console(page):
    day, client = in_the_last_round(), laptop()

    calls = counted(lambda: client.get(f"/events/{day.id}/run/{page}"))

    assert calls[SCORED] <= 1, calls
    assert calls[RANKED] <= 1, calls
    assert calls[ROWS] == 1, calls


def test_what_was_worked_out_for_one_serves_the_next_of_the_same_class():
    day = in_the_last_round()
    first, second = hand(day, "kirk"), hand(day, "khan")
    counted(lambda: first.get("standings/"))

    calls = counted(lambda: second.get("standings/"))

    assert (calls[SCORED], calls[RANKED]) == (0, 0)


def test_the_end_of_an_event_is_worked_out_once_for_its_staff():
    day, client = AtTheTable(rounds_planned=1), laptop()
    day.play_round()
    counted(lambda: client.get(f"/events/{day.id}/run/"))

    calls = counted(lambda: client.get(f"/events/{day.id}/run/"))

    assert (calls[SCORED], calls[RANKED], calls[ROWS]) == (0, 0, 1)


def test_a_new_entry_of_the_log_is_worked_out_anew():
    day = in_the_last_round()
    counted(lambda: Client().get(f"/events/{day.id}/standings/"))
    day.enter_all()

    calls = counted(lambda: Client().get(f"/events/{day.id}/standings/"))

    assert (calls[SCORED], calls[RANKED]) == (1, 1)
