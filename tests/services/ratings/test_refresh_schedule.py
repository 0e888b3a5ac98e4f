"""The refresh that servers do by themselves: at its hour, once, after an outage."""

from datetime import datetime, time, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from tests.services.reports.report_builder import finished, took
from tests.world import NOW

from padd.config.options import Holding, holding, refresh_at
from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.ratings import recalculation
from padd.services.reports import ReportState, refresh_if_due
from padd.store.models.ratings import RatingRun
from padd.store.models.reports import Report
from padd.store.writes import rating_generations

pytestmark = pytest.mark.usefixtures("data_folder")

AT = time(3, 0)
LATER = NOW + timedelta(days=9)


def awaiting():
    """Report an event so late that it waits for the refresh."""
    day = finished()
    done = took(reports.submit_report(event_id=day.id, by=SYSTEM, now=LATER, create=True))
    assert done.state is ReportState.AWAITING
    return done.report


def state_of(report):
    return Report.objects.get(public_id=report).state


def look(now, **more):
    """Let a server look at the clock."""
    return refresh_if_due(clock=lambda: now, at=AT, **more)


@pytest.mark.parametrize(
    ("now", "hour"),
    [
        ("2026-11-16T02:59", "2026-11-15T03:00"),
        ("2026-11-16T03:00", "2026-11-16T03:00"),
        ("2026-11-16T23:59", "2026-11-16T03:00"),
    ],
)
def test_the_hour_before_now_is_today_or_yesterday(now, hour):
    moment, wanted = (datetime.fromisoformat(one + "Z") for one in (now, hour))

    assert recalculation.hour_before(moment, AT) == wanted
    assert recalculation.hour_before(moment.astimezone(), AT) == wanted


@pytest.mark.req("RATE-7", "AMB-60")
def test_a_server_refreshes_once_a_day_by_itself(world):
    report = awaiting()
    morning = LATER.replace(hour=3, minute=1) + timedelta(days=1)

    first = look(morning)

    assert first is not None
    assert state_of(report) == "processed"
    assert look(morning + timedelta(minutes=1)) is None, "another server, a moment later"
    assert look(morning + timedelta(hours=23, minutes=58)) is None
    assert look(morning + timedelta(hours=23, minutes=59)) is not None
    times = recalculation.refresh_timetable(now=morning + timedelta(days=1), at=AT)
    assert times.next == morning.replace(minute=0) + timedelta(days=2)
    assert not times.late


def test_what_an_outage_left_undone_is_done_when_a_server_starts(world):
    look(NOW)
    report = awaiting()
    after = NOW + timedelta(days=20, hours=5)
    assert recalculation.refresh_timetable(now=after, at=AT).late

    assert look(after) is not None

    assert state_of(report) == "processed"
    assert look(after + timedelta(minutes=1)) is None
    assert RatingRun.objects.filter(cause="refresh").count() == 2


@pytest.mark.req("R14")
def test_while_one_server_is_at_it_the_other_leaves_it_and_comes_again(world):
    other = rating_generations.take_lease(token="another server", now=NOW)
    assert other is not None

    assert look(NOW) is None
    rating_generations.release_lease(other)

    assert look(NOW) is not None


def test_a_refresh_by_hand_or_timer_counts(world):
    reports.refresh(by=SYSTEM, clock=lambda: NOW)

    assert look(NOW + timedelta(minutes=1)) is None


def test_a_refresh_that_broke_off_is_done_again(world):
    look(NOW)
    RatingRun.objects.update(ended_well=False)

    assert look(NOW + timedelta(minutes=1)) is not None


def test_a_laptop_refreshes_only_what_awaits_it(world):
    assert look(NOW, only_if_awaited=True) is None
    report = awaiting()

    assert look(LATER, only_if_awaited=True) is not None

    assert state_of(report) == "processed"


def test_it_can_be_left_to_a_timer_elsewhere(world):
    assert refresh_if_due(clock=lambda: NOW, at=None) is None
    assert recalculation.refresh_timetable(now=NOW, at=None).next is None


def test_an_installation_says_its_hour_and_what_it_holds():
    assert refresh_at("") == time(3, 0)
    assert refresh_at(" 04:30 ") == time(4, 30)
    assert refresh_at("off") is None
    assert holding("") == Holding()
    assert holding("first-events=0, concessions=5") == Holding(first_events=0, concessions=5)
    for said in ("soon", "25:00"):
        with pytest.raises(ImproperlyConfigured, match="PADD_REFRESH_AT"):
            refresh_at(said)
    for said in ("first-events", "first-events=-1", "fist-events=1", "concessions=²"):
        with pytest.raises(ImproperlyConfigured, match="PADD_HOLD"):
            holding(said)
