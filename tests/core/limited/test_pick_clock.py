"""The clock of picks from real boosters: turns called one after the other."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.limited.pick_clock import PickClock, timed_turn
from padd.core.limited.plan import LimitedPlan, plan_faults
from padd.rulebooks.loader import rulebook

START = datetime(2026, 11, 16, 10, 0, tzinfo=UTC)
PLAN = LimitedPlan(
    format="draft", real_packs=(15,), directions=("left",), seconds=40, build_minutes=30
)


def later(seconds):
    return START + timedelta(seconds=seconds)


def clock():
    return PickClock(pack=1, started_at=START.isoformat())


@pytest.mark.req("FMT-64")
@pytest.mark.parametrize(
    ("seconds", "turn", "due"),
    [(0, 1, 40), (39, 1, 40), (40, 2, 80), (599, 15, 600), (600, 15, None)],
)
def test_the_clock_calls_one_turn_after_the_other(seconds, turn, due):
    now = timed_turn(clock(), PLAN, later(seconds))

    assert (now.turn, now.due) == (turn, None if due is None else later(due))
    assert now.over == (due is None)


@pytest.mark.req("FMT-64")
@given(before=st.integers(0, 590), held=st.integers(0, 7200), after=st.integers(0, 700))
def test_time_on_hold_is_given_back(before, held, after):
    stopped = clock().paused(later(before).isoformat())
    on = stopped.resumed(later(before + held).isoformat())

    standing = timed_turn(stopped, PLAN, later(before + held))
    running = timed_turn(on, PLAN, later(before + held + after))
    never_held = timed_turn(clock(), PLAN, later(before + after))

    assert standing.due is None
    assert standing.turn == timed_turn(clock(), PLAN, later(before)).turn
    assert (running.turn, running.over) == (never_held.turn, never_held.over)


@pytest.mark.req("FMT-62", "FMT-64")
def test_the_program_picks_at_random_from_no_real_booster():
    plan = LimitedPlan(
        format="draft",
        real_packs=(15,),
        directions=("left",),
        seconds=40,
        late="random",
        build_minutes=30,
    )

    found = [one.code for one in plan_faults(plan, rulebook("opg-5"), {})]

    assert found == ["no-random-picks"]
