"""Real boosters on the tables: the clock on console, wall and phones, and no cards."""

import re
from datetime import timedelta

import pytest
from tests.answers import answer
from tests.interfaces.web.laptop_client import laptop
from tests.interfaces.web.phone.phone_user import hand
from tests.services.limited.draft_day import DraftDay

from padd.core.eventlog.actions.limited import PickClockSet
from padd.core.refusal import Refusal
from padd.services.eventlog import record_action
from padd.services.limited import drafts

pytestmark = pytest.mark.django_db
THREE = ("data", "troi", "worf")


def with_boosters(**values):
    day = DraftDay(THREE)
    ways = ("left", "right")
    day.seal(packs=0, real_packs=(15, 15), directions=ways, **values)
    day.deal()
    return day


def turn_clock(day, *, runs):
    action = PickClockSet(runs=runs)
    done = answer(record_action, event_id=day.id, action=action, by=day.by, now=day.now)
    return done.code if isinstance(done, Refusal) else "done"


@pytest.mark.req("FMT-62", "FMT-64")
def test_a_pack_is_timed_held_and_closed_and_the_next_waits_for_its_start():
    day = with_boosters(seconds=60)

    early = turn_clock(day, runs=False)
    started = turn_clock(day, runs=True)
    twice = turn_clock(day, runs=True)
    day.now += timedelta(seconds=61)
    held = turn_clock(day, runs=False)
    drafts.open_next_real_pack(event_id=day.id, by=day.by, now=day.now)
    limited = day.state.limited

    assert (early, started, twice, held) == ("clock-so", "done", "clock-so", "done")
    assert limited is not None
    assert limited.clock is None
    assert limited.pack_open == 2


@pytest.mark.req("FMT-64")
def test_without_seconds_in_the_plan_and_with_picks_on_phones_no_such_clock_runs():
    untimed = with_boosters()
    phones = DraftDay(THREE)
    phones.seal(packs=1, seconds=60)
    phones.deal()

    assert turn_clock(untimed, runs=True) == "no-clock"
    assert turn_clock(phones, runs=True) == "no-boosters"


@pytest.mark.req("FMT-7", "FMT-64")
def test_console_wall_and_phone_show_seat_way_and_clock():
    day = with_boosters(seconds=86_400)
    desk, player = laptop(), hand(day, "data")
    console = f"/events/{day.id}/run/limited/"

    waiting = desk.get(console).content.decode()
    pressed = desk.post(f"{console}clock/")
    running = desk.get(console).content.decode()
    phone = player.text("draft/")
    wall = desk.get(f"/wall/?event={day.id}").content.decode()
    first = player.text("draft/state/")
    desk.post(f"{console}hold/")
    second = player.text("draft/state/")

    assert "Start the clock" in waiting
    assert pressed.status_code == 302
    assert "Pause the clock" in running
    assert "data-due=" in running
    assert "data-due=" in wall
    assert "left for pick 1 of 15" in phone
    names = re.findall(r"(?:from|to) <bdi>(\w+)", phone)
    assert sorted(map(str.lower, names)) == ["troi", "worf"]
    assert "rest to the left" in phone
    assert first != second


@pytest.mark.req("FMT-63", "FMT-64")
def test_a_director_runs_a_draft_of_real_boosters_from_the_console():
    day, desk = DraftDay(THREE), laptop()
    console = f"/events/{day.id}/run/limited/"
    plan = {"how": "real", "real": "11", "pack": "frontier/booster", "packs": "2"}
    times = {"seconds": "45", "late": "random", "build": "30"}
    acts = ("clock", "hold", "clock", "next-pack", "next-pack", "build", "built")
    words = {"reason": "All are ready"}

    sealed = desk.post(f"{console}plan/", plan | times)
    dealt = desk.post(f"{console}deal/")
    seen = [(desk.post(f"{console}{act}/", words), desk.get(console)) for act in acts]
    limited = day.state.limited

    assert (sealed.status_code, dealt.status_code) == (302, 302)
    assert {(done.status_code, page.status_code) for done, page in seen} == {(302, 200)}
    assert limited is not None
    assert limited.plan.real_packs == (11, 11)
    assert limited.plan.late == "director"
    assert limited.built_at is not None
