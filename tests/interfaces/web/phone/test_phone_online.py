"""An online game on a phone: play by when, and the two start their own timer."""

from __future__ import annotations

import pytest
from tests.interfaces.web.phone.phone_user import pair
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.eventlog.action_kinds import RoundPublished

pytestmark = pytest.mark.django_db
DEADLINE = "2026-12-24T20:00:00+00:00"


@pytest.fixture
def day() -> AtTheTable:
    """Return an online event whose first round has a deadline."""
    made = AtTheTable(online=True)
    made.draw()
    made.do(RoundPublished(number=1, deadline=DEADLINE))
    return made


def test_the_deadline_stands_on_the_page_of_both_players(day: AtTheTable) -> None:
    pages = [phone.text() for phone in pair(day)]

    for page in pages:
        assert f'<time datetime="{DEADLINE}" data-local>' in page
        assert "Thu 24 Dec" in page


def test_the_two_start_their_game_once(day: AtTheTable) -> None:
    one, two = pair(day)
    before = one.text()

    started = one.post("start/", one.place(key="k-1"))
    again = two.post("start/", two.place(key="k-2"))

    assert "Start our game" in before
    assert started.status_code == 302
    assert again.status_code == 422
    assert day.round.tables[1].started_at is not None
    assert "Start our game" not in two.text()
    assert "time is up at" in two.text()


def test_no_game_in_a_room_is_started_by_its_players() -> None:
    room = AtTheTable()
    room.publish()
    one, _ = pair(room)

    assert "Start our game" not in one.text()
