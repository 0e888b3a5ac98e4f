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


@pytest.mark.req("ONL-10", "ONL-19", "ONL-20")
def test_the_two_agree_wait_pause_and_refuse_on_their_phones(day: AtTheTable) -> None:
    one, two = pair(day)

    def press(phone: object, act: str, **typed: str) -> int:
        data = phone.place(key=f"k-{act}", do=act, **typed)  # type: ignore[attr-defined]
        return phone.post("online/", data).status_code  # type: ignore[attr-defined,no-any-return]

    agreed = press(one, "appointment", at="2026-12-20T19:00")
    here = press(two, "waiting")
    waiting = one.text()
    one.post("start/", one.place(key="k-start"))
    crashed = press(two, "crash")
    paused = one.text()
    refused = press(two, "refuse")

    table = day.round.tables[1]
    assert (agreed, here, crashed, refused) == (302, 302, 302, 302)
    assert table.appointment is not None
    assert "waits since" in waiting
    assert "You play" in waiting
    assert "Resume from the save" in paused
    assert len(table.refused_replay) == 1
    assert "The director decides." in one.text()


def test_a_time_that_is_none_is_refused_on_the_page(day: AtTheTable) -> None:
    one, _ = pair(day)

    answer = one.post(
        "online/", one.place(key="k-9", do="appointment", at="after lunch")
    )

    assert answer.status_code == 422
    assert day.round.tables[1].appointment is None
