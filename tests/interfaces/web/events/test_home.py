"""Home and the page of the department: what is on now, the months, whom to ask."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from padd.core.event_file import SCHEMA
from padd.core.eventlog.log.action_kinds import decode_action
from padd.core.model import Edition, Event
from padd.interfaces.printing.events import Flyer
from padd.interfaces.web.events import event as event_pages
from padd.interfaces.web.people.department import (
    department_contacts,
    department_decisions,
    department_posts,
)
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.store.queries.people.facts import office_holders

pytestmark = pytest.mark.django_db
PLAYERS = ("ada", "ben", "cleo", "dee", "eve")


def act(event, kind, **payload):
    done = eventlog.record_action(
        event_id=event,
        action=decode_action(kind, payload),
        by=SYSTEM,
        now=datetime.now(UTC),
        key=eventlog.new_command_key(),
    )
    assert isinstance(done, eventlog.Recorded), done


def quick_start(name="Kitchen Table Open", rounds=3):
    """Start an event at once, with five players and nobody entered beforehand."""
    now = datetime.now(UTC)
    facts = Event(
        schema=SCHEMA,
        rulebook="opg-5",
        name=name,
        edition=Edition.SECOND,
        rounds_planned=rounds,
        players=(),
        rounds=(),
        starts=now.isoformat(timespec="seconds"),
    )
    event = eventlog.open_event(facts=facts, by=SYSTEM, now=now)
    assert isinstance(event, str)
    for one in PLAYERS:
        act(event, "player.entered", player=one, name=one.title())
    return event


def publish(event, number):
    act(event, "player.checked-in", players=PLAYERS)
    eventlog.draw_round(
        event_id=event, by=SYSTEM, now=datetime.now(UTC), key=eventlog.new_command_key()
    )
    act(event, "round.published", number=number)


def home(world, asks=""):
    return world.ask("visitor", "GET", f"/{asks}").content.decode()


def test_home_counts_the_players_of_an_event_that_was_started_at_once(world):
    event = quick_start()
    coming = home(world)
    publish(event, 1)
    act(event, "player.dropped", player="ada")

    playing = home(world)

    assert "Players are coming in" in coming
    assert "5 players" in coming
    assert "Round 1 of 3" in playing
    assert "5 players" in playing
    assert "0 players" not in coming + playing


def test_home_shows_how_far_the_round_is(world):
    event = quick_start()
    publish(event, 1)
    first = eventlog.event_state(event_id=event).rounds[0].tables[1].players[0]
    outcome = {"ending": "complete", "winner": first, "scores": [100, 40]}
    act(event, "result.entered", number=1, table=1, outcome=outcome)

    page = home(world)

    assert 'aria-label="Round 1 of 3, 1 of 2 tables with a result"' in page
    assert page.count('class="now"') == 1


def test_a_drafted_round_is_not_told(world):
    event = quick_start()
    act(event, "player.checked-in", players=PLAYERS)
    eventlog.draw_round(
        event_id=event, by=SYSTEM, now=datetime.now(UTC), key=eventlog.new_command_key()
    )

    assert "Players are coming in" in home(world)


def test_home_asks_no_more_with_more_events_under_way(world):
    def asked_of_the_database():
        home(world)
        with CaptureQueriesContext(connection) as found:
            home(world)
        return len(found)

    quick_start("First")
    with_one = asked_of_the_database()
    for number in range(4):
        quick_start(f"Further {number}")

    assert asked_of_the_database() == with_one


@pytest.mark.parametrize("month", ["1994-01", "2100-12", "0001-01", "9999-12", "x"])
def test_months_lead_to_their_neighbours_as_far_as_the_calendar_goes(world, month):
    page = home(world, f"?month={month}")

    beside = len(re.findall('aria-label="(Previous|Next) month', page))
    assert beside == (1 if month in {"1994-01", "2100-12"} else 2)


@pytest.mark.req("GOV-1", "GOV-2", "GOV-4", "GOV-8", "GOV-9")
def test_everybody_reads_who_holds_which_office_and_what_it_is_for(world):
    page = world.ask("visitor", "GET", "/department/").content.decode()

    assert "The Department of Organized Play: scheduling, sanctioning and rating" in page
    assert "Oversees organized play and writes the documents." in page
    assert "Allocate events of higher levels and bring player groups together." in page
    assert "<bdi>head</bdi>" in page
    assert "<bdi>coordinator</bdi>" in page
    assert page.count("Vacant") == 2, "North America and Online"
    assert page.count("The Director of Organized Play covers it for now") == 2
    for office in ("Achievement Master", "Chief Ambassador", "Social Media Manager"):
        assert office in page
    assert "Chair of the Board" in page
    assert "Hall of Fame selection committee" in page
    assert "@example.org" not in page


@pytest.mark.req("GOV-10", "GOV-13", "GOV-17")
def test_everybody_reads_whom_to_ask_and_how(world):
    newest = {one.question: one for one in department_contacts(rulebook("opg-5"))}
    oldest = {one.question: one.answer for one in department_contacts(rulebook("decipher-1996"))}
    page = world.ask("visitor", "GET", "/department/").content.decode()

    assert newest["Questions and comments"].answer == "any member of the department"
    assert newest["Questions and comments"].cite == "OPG5 §1.3"
    assert newest["How to reach them"].answer == ("by e-mail or by private message in the forum")
    assert newest["New versions of the guide"].answer == "as needed"
    assert newest["Suggestions for them"].answer == "any member of the department"
    assert oldest["New versions of the guide"] == "after each expansion"
    assert oldest["Suggestions for them"] == "the Rules Committee"
    assert all(one.question in page and one.cite in page for one in newest.values())


@pytest.mark.req("GOV-33", "GOV-35", "GOV-36")
def test_everybody_reads_who_decides_on_leagues_challenges_and_releases():
    newest, older = (
        dict(department_decisions(rulebook("opg-5"))),
        dict(department_decisions(rulebook("opg-4.1"))),
    )

    assert newest["A league"] == "the Director of Organized Play"
    assert older["A league"] == "the Department of Organized Play"
    for found in (newest, older):
        assert found["A Chair's Challenge"] == "the Chair of the Board"
        assert found["A release tournament"] == "any tournament director"


@pytest.mark.req("GOV-3")
@pytest.mark.parametrize("name", rulebook_ids())
def test_every_rulebook_has_words_for_its_offices_and_decisions(name, world):
    book = rulebook(name)
    named = [one.title for one in department_posts(book, office_holders())]

    assert len(named) == len(book.roles.coordinators) + (book.roles.head is not None)
    assert all("-" not in text for pair in department_decisions(book) for text in pair)


def test_the_flyer_of_an_event_without_a_place_says_so_once(world, monkeypatch):
    printed: list[Flyer] = []
    monkeypatch.setattr(event_pages, "flyer_pdf", lambda one, **_: printed.append(one) or b"")

    answer = world.ask("visitor", "GET", f"/events/{quick_start()}/flyer.pdf")

    assert answer.status_code == 200
    assert [one.where for one in printed] == ["Place to be announced"]
