"""The sample community: alive, and within every rule of the tables."""

from datetime import timedelta

import pytest

from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.installation import demo
from padd.services.refusal import NotAllowed
from padd.store.models.conduct import Case
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event, Venue
from padd.store.models.leagues import League
from padd.store.models.people import Area, Region
from padd.store.models.reports import Report, ReportState
from padd.store.queries.events.calendar import CalendarFilter, feed_events, list_events
from padd.store.queries.events.inbox import inbox_items

SCENARIOS = (
    *("Deck Lottery night", "No Such Thing as Luck", "Standard Orbit afternoon"),
    *("The coolest deck", "Race to the Alpha Quadrant", "Food bank evening", "Play test"),
    *("Biermeister", "Tribbles with Troubles", "Junior afternoon", "Klingon night"),
)


@pytest.mark.long
def test_a_newcomer_sees_a_season(world):
    made = demo.fill_demo(by=world.laptop(), now=world.now)

    areas = set(Event.objects.values_list("region__area", flat=True))
    assert made.people >= 200
    assert made.events >= 150
    assert areas == set(Area.values)
    for when in ("upcoming", "past"):
        assert list_events(CalendarFilter(when=when), now=world.now).total >= 30
    assert any(line.waiting for line in feed_events(CalendarFilter(), now=world.now))
    assert len(inbox_items(["elsewhere"])) == 1
    assert world.found("Jonas")
    assert Event.objects.filter(name__in=SCENARIOS).count() == len(SCENARIOS)
    assert len(world.audit("demo.fill")) == 1
    assert Case.objects.values("stage").distinct().count() >= 5
    assert Report.objects.filter(state=ReportState.HELD).count() == 1
    assert League.objects.count() >= 2


def test_an_installation_with_people_is_left_alone(world):
    world.person()

    with pytest.raises(RefusalError) as refused:
        demo.fill_demo(by=SYSTEM, now=world.now)

    assert refused.value.codes == ("not-empty",)


def test_a_visitor_fills_nothing(world):
    with pytest.raises(NotAllowed):
        demo.fill_demo(by=VISITOR, now=world.now)


@pytest.mark.django_db
@pytest.mark.parametrize("days", range(7))
def test_events_follow_the_day_on_which_they_are_loaded(world, days):
    loader = demo.DemoLoader(by=SYSTEM, now=world.now + timedelta(days=days))
    venue = Venue(time_zone="Europe/Berlin", region=Region.objects.get(slug="germany"))
    row = next(row for row in demo.read_rows("calendar.csv") if row["week"] == "1")

    event = loader._listed(row, {row["venue"]: venue}, played=False)

    assert timedelta(0) < event.starts_at - loader.now < timedelta(days=14)
    assert event.starts_at.weekday() == int(row["weekday"])


def test_a_ladder_with_a_prize_and_a_round_robin_are_under_way(world):
    loader = demo.DemoLoader(by=world.laptop(), now=world.now)

    loader.load_running_event("ladder-night.event.json")
    friends = loader.load_running_event("friends-round-robin.event.json")

    kinds = set(EventAction.objects.values_list("kind", flat=True))
    state = eventlog.event_state(event_id=friends)
    assert {"bracket.posted", "prize.given"} <= kinds
    assert state.round_robin
    assert len(state.played[0].tables) == 3


def test_the_rounds_of_a_tribbles_match_are_published_as_one(world):
    loader = demo.DemoLoader(by=world.laptop(), now=world.now)

    event = loader.load_running_event("tribbles-with-troubles.event.json")

    rounds = eventlog.event_state(event_id=event).rounds
    assert [round_.number for round_ in rounds] == [1, 2, 3, 4, 5]
    assert {round_.match_rounds for round_ in rounds} == {(1, 5)}
