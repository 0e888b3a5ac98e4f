"""Random days: whatever is done in whatever order, the event stays sound."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from tests.core.eventlog.event_builder import SCOTTY, p
from tests.core.eventlog.state_machine import BEGINNING, AnyDay

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.log.preview import preview_action

AnyDay.TestCase.settings = settings(
    max_examples=100, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.req("SWISS-37", "SWISS-9", "COND-30", "COND-31", "ONL-25")
class TestAnyDay(AnyDay.TestCase):  # type: ignore[misc,valid-type]
    """A hundred days of fifty acts each."""


def test_a_preview_changes_nothing():
    day = AnyDay()
    day.open(players=6, rounds=3)
    day.the_next_round_is_played(seed=1)
    before = day.log
    entry = LogEntry(
        sequence=before.sequence + 1,
        at=BEGINNING.isoformat(),
        by=SCOTTY,
        action=Dropped(player=p("p0")),
    )

    preview_action(before, entry, day.book)

    assert day.log == before
