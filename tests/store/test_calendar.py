"""The calendar: filtered, searched, paged, in a number of queries that stays."""

from copy import copy
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from tests.world import World

from padd.services.access.actors import SYSTEM
from padd.services.events import registrations
from padd.store.models.events import Event
from padd.store.queries.events.calendar import CalendarFilter, list_events, nearest_events
from padd.store.queries.events.facts import event_facts
from padd.store.queries.events.venues import list_regions
from padd.store.queries.people import search
from padd.store.queries.people.facts import office_holders, own_registrations, person_events

ALL_BEFORE = 100
"""More than anybody has added whom all tests share."""


def names(world, **wanted):
    page = list_events(CalendarFilter(**wanted), now=world.now)
    return [line.name for line in page.lines]


@pytest.fixture
def world(world):
    world.made = ALL_BEFORE
    return world


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """Make a season once for all tests; each takes back what it did."""
    with django_db_blocker.unblock(), transaction.atomic():
        search.clear_people_index()
        yield made_season(World())
        transaction.set_rollback(True)


@pytest.fixture
def season(made, world):
    """Return a world with one event of every kind."""
    return copy(made)


def made_season(world):
    berlin = world.venue(name="Würfelwerk")
    leeds = world.venue(
        name="Ninth Die", town="Leeds", region="united-kingdom", time_zone="Europe/London"
    )
    madison = world.venue(
        name="Lakeside", town="Madison", region="united-states", time_zone="America/Chicago"
    )
    world.event(name="Berlin Open", venue=berlin)
    world.event(name="Leeds Sealed", venue=leeds, region="", format="sealed",
                card_pool="limited", starts=datetime(2026, 12, 5, 10))  # fmt: skip
    world.event(name="Madison OTF", venue=madison, region="", edition="1E",
                time_zone="",
                starts=datetime(2026, 12, 6, 10))  # fmt: skip
    world.event(name="Subspace", online=True, region="", time_zone="UTC",
                starts=datetime(2026, 12, 7, 10))  # fmt: skip
    world.event(name="Long ago", venue=berlin, starts=datetime(2026, 11, 1, 10))
    live = world.event(name="Right now", venue=berlin)
    Event.objects.filter(public_id=live).update(state="running")
    world.event(by=world.member(), name="Hidden", venue=berlin, kind="regional",
                directors=())  # fmt: skip
    return world


def test_upcoming_live_and_past_events_are_apart(season):
    coming = ["Berlin Open", "Leeds Sealed", "Madison OTF", "Subspace"]

    assert names(season) == coming
    assert names(season, when="live") == ["Right now"]
    assert names(season, when="past") == ["Long ago"]
    assert len(names(season, when="all")) == 6


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"area": "europe"}, ["Berlin Open", "Leeds Sealed"]),
        ({"area": "north-america"}, ["Madison OTF"]),
        ({"area": "online"}, ["Subspace"]),
        ({"region": "germany"}, ["Berlin Open"]),
        ({"edition": "1E"}, ["Madison OTF"]),
        ({"format": "sealed"}, ["Leeds Sealed"]),
        ({"online": False, "edition": "2E"}, ["Berlin Open", "Leeds Sealed"]),
        ({"text": "ninth"}, ["Leeds Sealed"]),
        ({"text": "LEEDS sealed"}, ["Leeds Sealed"]),
        ({"text": "kingdom"}, ["Leeds Sealed"]),
        ({"text": "nowhere"}, []),
        ({"text": "100%"}, []),
    ],
)
def test_events_are_found_by_what_they_are(season, wanted, found):
    assert names(season, **wanted) == found


def test_a_player_finds_what_they_enter_and_direct(season):
    kira = season.person("Kira")
    season.event(name="Directed", directors=(kira,))
    entered = season.event(name="Entered")
    registrations.enter_person(by=SYSTEM, now=season.now, event=entered, person=kira)

    assert sorted(names(season, person=kira)) == ["Directed", "Entered"]


def test_a_line_shows_the_clock_of_the_place(season):
    (line,) = list_events(CalendarFilter(edition="1E"), now=season.now).lines

    assert line.local_start.isoformat() == "2026-12-06T10:00:00-06:00"
    assert line.starts_at.isoformat() == "2026-12-06T16:00:00+00:00"
    assert (line.region, line.town, line.area) == ("United States", "Madison", "north-america")


def test_an_event_that_was_never_begun_is_past_after_a_day(season):
    later = season.now + timedelta(days=16)

    page = list_events(CalendarFilter(when="past"), now=later)

    assert [line.name for line in page.lines] == ["Berlin Open", "Long ago"]


@pytest.mark.parametrize("size", [2, 5])
def test_pages_cost_two_queries_whatever_their_size(season, size, django_assert_num_queries):
    with django_assert_num_queries(2):
        page = list_events(CalendarFilter(when="all"), now=season.now, page=1, size=size)

    assert len(page.lines) == size
    assert (page.total, page.pages) == (6, -(-6 // size))


def test_a_page_beyond_the_end_is_the_last_one(season):
    page = list_events(CalendarFilter(), now=season.now, page=99, size=3)

    assert (page.number, page.pages, len(page.lines)) == (2, 2, 1)


@pytest.mark.parametrize("players", [1, 12])
def test_an_event_costs_the_same_queries_with_any_number_of_players(
    world, players, django_assert_num_queries
):
    event = world.event()
    for _ in range(players):
        registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=world.person())

    with django_assert_num_queries(4):
        facts = event_facts(event, now=world.now)

    assert facts is not None
    assert facts.line.coming == players


def test_own_entries_and_events_are_listed(world):
    by = world.member()
    directed = world.event(by=by, name="Directed", directors=())
    registrations.enter_person(by=by, now=world.now, event=directed)

    (own,) = own_registrations(person_id=by.person_id or 0)
    lines = person_events(person_id=by.person_id, account_id=by.account_id)

    assert (own.event.name, own.state) == ("Directed", "going")
    assert [line.name for line in lines] == ["Directed"]
    assert person_events(person_id=None, account_id=None) == ()


def test_regions_and_offices_are_plain_values(world):
    holder = world.official("coordinator", "europe")

    assert ("Germany", "europe") in [(region.name, region.area) for region in list_regions()]
    (held,) = office_holders()
    assert (held.office, held.area, held.until) == ("coordinator", "europe", None)
    assert holder.person_id is not None


def test_last_results_are_of_processed_events_that_have_been_held(world):
    names = ("held", "ahead", "counts", "counts longer")
    ids = {name: world.event(name=name) for name in names}
    for name, state, days in (
        ("held", "held", -2),
        ("ahead", "processed", 2),
        ("counts", "processed", -2),
        ("counts longer", "processed", -9),
    ):
        Event.objects.filter(public_id=ids[name]).update(
            state=state, starts_at=world.now + timedelta(days=days)
        )

    shown = nearest_events(CalendarFilter(when="results"), now=world.now, most=9)

    assert [line.name for line in shown] == ["counts", "counts longer"]
