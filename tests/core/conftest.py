"""What the core tests share: events from a few words."""

import json

import pytest

from padd.core.event_file import read_event
from padd.rulebooks.loader import rulebook


@pytest.fixture
def event_of():
    """Return a maker of events: ids of players, rounds as in a file, settings."""

    def make(players, rounds, **settings):
        facts = {
            "schema": "padd-event/1",
            "rulebook": "opg-5",
            "edition": "2E",
            **settings,
            "players": [{"id": p} if isinstance(p, str) else p for p in players],
            "rounds": rounds,
        }
        return read_event(json.dumps(facts).encode(), book_of=rulebook)

    return make
