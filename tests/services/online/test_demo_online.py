"""The online event of the demo, and its round sheet."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from padd.core.online.open_games import open_games
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import state
from padd.services.installation.demo_online import add_online_event
from padd.services.online.game_records import unanswered
from padd.store.models import Event

pytestmark = pytest.mark.django_db


def test_the_demo_has_online_games_in_every_state() -> None:
    now = datetime(2026, 11, 17, 12, 34, tzinfo=UTC)

    add_online_event(by=SYSTEM, now=now)

    event = Event.objects.get(name="Subspace Open").public_id
    waiting = unanswered(event_id=event, by=SYSTEM)
    games = open_games(state(event_id=event), now=now, proposed=waiting)
    assert {(game.round, str(game.standing)) for game in games} == {
        (2, "delayed"),
        (3, "overdue"),
        (3, "agreed"),
        (3, "proposed"),
        (3, "running"),
        (3, "silent"),
    }
