"""What is kept of one state of an event looks in the next as if it were made anew."""

import re

import pytest
from django.test import Client
from tests.services.eventlog.table_driver import AtTheTable, p, timed

from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.finish import NoteAdded
from padd.core.eventlog.actions.players import PlayerAmended
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.log.undo import ActionUndone
from padd.presentation.eventlog.event_view import MEMO
from padd.store.models.people import Account

pytestmark = pytest.mark.django_db

PAGES = ("", "?open=1", "rounds/", "pairings/", "players/", "check-in/", "standings/")
OF_ONE_ANSWER = re.compile(r'name="(?:key|csrfmiddlewaretoken)" value="[^"]*"')


def steps(day):
    """Go through two rounds, and stop after every act."""
    day.draw()
    yield "drafted"
    day.do(RoundPublished(number=1))
    yield "published"
    day.enter(1, 1, timed(50, 40))
    yield "entered"
    day.enter(1, 2, timed(60, 60))
    day.do(NoteAdded(text="Lunch is at one."))
    day.do(ResultCorrected(number=1, table=1, outcome=timed(10, 90)), reason="Misread")
    yield "corrected"
    day.do(RoundClosed(number=1))
    day.publish()
    yield "the next one"
    day.do(PlayerAmended(player=p("khan"), name="Noonien Singh"))
    yield "renamed"
    day.enter(2, 1, timed(30, 20))
    yield "entered again"
    day.do(ActionUndone(sequences=(day.sequence,)), reason="The wrong table")
    yield "undone"
    day.do(Dropped(player=p("gorn")))
    yield "dropped"


def test_after_every_act_pages_show_what_pages_made_anew_show():
    day, client = AtTheTable(rounds_planned=3), Client()
    client.force_login(Account.objects.create(email="", local=True))

    def shown():
        run = {page: client.get(f"/events/{day.id}/run/{page}") for page in PAGES}
        room = client.get(f"/events/{day.id}/standings/")
        answers = {**run, "the room": room}
        assert {answer.status_code for answer in answers.values()} == {200}
        return {
            page: OF_ONE_ANSWER.sub("", answer.content.decode()) for page, answer in answers.items()
        }

    shown()
    for step in steps(day):
        kept = shown()
        MEMO.clear()
        anew = shown()
        for page, content in anew.items():
            assert kept[page] == content, (step, page)
