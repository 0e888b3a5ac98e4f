"""An event with its log from before is taken over, and leaves as it came."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
from tests.world import NOW

from padd.services import eventlog
from padd.services.access.actors import SYSTEM

BEFORE: Final = Path(__file__).parents[2] / "fixtures" / "before"


@pytest.mark.parametrize("name", ["swiss", "bracket", "tribbles", "running"])
def test_an_event_from_before_is_taken_over(name, world):
    data = (BEFORE / f"{name}.event.json").read_bytes()

    taken = eventlog.import_event_file(data=data, by=SYSTEM, now=NOW)

    assert isinstance(taken, eventlog.ImportedEvent), taken
    assert json.loads(eventlog.export_event_file(event_id=taken.event_id)) == json.loads(data)
