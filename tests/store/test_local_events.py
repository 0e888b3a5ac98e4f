"""Events that begin at the table have a place only once somebody names one."""

import pytest

from padd.store.writes.local_events import NOWHERE, named_place


@pytest.mark.parametrize(
    ("place", "shown"), [("Leeds", "Leeds"), (NOWHERE, ""), (f"{NOWHERE}, Leeds", "")]
)
def test_a_place_that_nobody_named_is_left_out(place, shown):
    assert named_place(place) == shown
