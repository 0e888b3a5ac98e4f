"""The calendar feed, and one bad row in it."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from padd.store.models.events import Event


@pytest.mark.parametrize("address", ["/calendar.ics", "/calendar/", "/api/v1/events"])
def test_one_event_at_the_end_of_time_breaks_no_list(bare_world, address):
    bare_world.event(name="Sound and near")
    bad = bare_world.event(name="At the end of time")
    Event.objects.filter(public_id=bad).update(starts_at=datetime(9999, 12, 31, 23, 30, tzinfo=UTC))

    answer = Client().get(address)

    assert answer.status_code == 200
    assert b"Sound and near" in answer.content
