"""What the core tests share: events from a few words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from padd.core.event_file import read_event
from padd.rulebooks.loader import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from padd.core.model import Event


@pytest.fixture
def event_of() -> Callable[..., Event]:
    """Return a maker of events: ids of players, rounds as in a file, settings."""

    def make(
        players: list[str | dict[str, Any]], rounds: list[dict[str, Any]], **settings: Any
    ) -> Event:
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
