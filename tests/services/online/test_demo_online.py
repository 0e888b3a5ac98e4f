"""The online event of the demo, and its round sheet."""

from datetime import UTC, datetime

import pytest

from padd.core.eventlog.actions.online import AppointmentSet
from padd.core.online.open_games import open_games
from padd.presentation.eventlog.action_text import action_sentence
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import event_state
from padd.services.installation.demo import DemoLoader
from padd.services.online.game_records import unanswered_proposals
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db


def load_online_event(now):
    """Load the online event of the sample community."""
    loader = DemoLoader(by=SYSTEM, now=now)
    loader.load_running_event("subspace-open.event.json")
    loader.run_steps("online")


def test_the_demo_has_online_games_in_every_state():
    now = datetime(2026, 11, 17, 12, 34, tzinfo=UTC)

    load_online_event(now)

    event = Event.objects.get(name="Subspace Open").public_id
    waiting = unanswered_proposals(event_id=event, by=SYSTEM)
    games = open_games(event_state(event_id=event), now=now, proposed=waiting)
    assert {(game.round, str(game.standing)) for game in games} == {
        (2, "delayed"),
        (3, "overdue"),
        (3, "agreed"),
        (3, "proposed"),
        (3, "running"),
        (3, "silent"),
    }


def test_the_log_names_the_moment_of_an_appointment_as_people_read_it():
    now = datetime(2026, 11, 17, 12, 34, tzinfo=UTC)
    load_online_event(now)
    played = event_state(event_id=Event.objects.get(name="Subspace Open").public_id)
    agreed = AppointmentSet(number=3, table=2, at="2026-11-18T02:00:00+01:00")

    assert action_sentence(agreed, played) == ("set the game at table 2 for 18 November, 01:00 UTC")
