"""The clock of the computer is set during a round: the director is told by how much."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.interfaces.web.console.console_requests import in_round_one

from padd.core.eventlog.actions.clock import resumed_clock
from padd.core.eventlog.state.event_state import Clock
from padd.interfaces.cli.installation import background
from padd.services.eventlog import clock_watch
from padd.services.eventlog.clock_watch import ClockWatch, running_clocks
from padd.services.eventlog.log_cache import clear_logs

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)
ROUND = ("abc", "2026-11-17T11:50:00+00:00")


def looked(*minutes):
    """Return a watch whose clock was set by so many minutes, one look after another."""
    watch, wall = ClockWatch(), NOON
    watch.look(now=wall, steady=1000.0, running=[ROUND])
    for turn, by in enumerate(minutes, 1):
        wall += timedelta(seconds=5, minutes=by)
        watch.look(now=wall, steady=1000.0 + 5 * turn, running=[ROUND])
    return watch


@pytest.mark.req("R16")
@pytest.mark.parametrize("by", [-65, 3, 600])
def test_a_clock_that_was_set_is_noticed_with_how_far(by):
    assert looked(0, by).moved(*ROUND) == timedelta(minutes=by)


@pytest.mark.req("R16")
def test_a_clock_that_was_put_right_again_is_no_trouble():
    assert looked(-65, 0, 65).moved(*ROUND) == timedelta()
    assert looked(-65, 0, 65.25).moved(*ROUND) == timedelta()


@pytest.mark.req("R16")
def test_a_clock_that_is_set_right_bit_by_bit_is_no_jump():
    watch = ClockWatch()

    found = [
        watch.look(now=NOON + timedelta(seconds=turn * 5.5), steady=turn * 5.0, running=[ROUND])
        for turn in range(200)
    ]

    assert set(found) == {None}


@pytest.mark.req("R16")
def test_a_round_that_was_started_after_the_jump_is_not_touched_by_it():
    assert looked(-65).moved(ROUND[0], "2026-11-17T11:56:00+00:00") == timedelta()


@pytest.mark.req("R16")
@pytest.mark.parametrize("at", ["12:25", "13:30", "11:20", "12:20"])
def test_a_pause_takes_and_gives_no_time_whatever_the_clock_is_set_to(at):
    clock = Clock(
        minutes=60, started_at="2026-11-17T12:00:00+00:00", paused_at="2026-11-17T12:20:00+00:00"
    )
    now = f"2026-11-17T{at}:00+00:00"

    ends = resumed_clock(clock, now).ends_at()

    assert ends is not None
    assert ends - datetime.fromisoformat(now) == timedelta(minutes=40)


@pytest.mark.django_db
@pytest.mark.req("R16")
def test_a_clock_that_stands_is_not_moved_by_a_jump():
    clear_logs()
    desk = in_round_one()
    desk.act("clock.started", number=1)
    runs = running_clocks()

    desk.act("clock.paused", number=1)

    assert len(runs) == 1
    assert running_clocks() == ()


@pytest.mark.django_db
@pytest.mark.req("R16")
def test_the_console_tells_the_director_and_another_round_is_left_alone(monkeypatch):
    clear_logs()
    watch = ClockWatch()
    monkeypatch.setattr(clock_watch, "watch", watch)
    monkeypatch.setattr("padd.interfaces.web.console.rounds.watch", watch)
    desk = in_round_one()
    desk.act("clock.started", number=1)
    assert background.watch_clock() is False
    assert "clock was set" not in desk.page()

    monkeypatch.setattr(clock_watch, "steady_seconds", lambda: 65 * 60 + 10**9)
    monkeypatch.setattr(watch, "_began", None)
    background.watch_clock()
    monkeypatch.setattr(clock_watch, "steady_seconds", lambda: 130 * 60 + 10**9)

    assert background.watch_clock() is True
    assert len(running_clocks()) == 1
    page = " ".join(desk.page().split())
    assert "This computer’s clock was set back by 65 minutes during this round." in page
    assert "call time yourself" in page
