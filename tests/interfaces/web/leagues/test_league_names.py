"""What people are called on the pages and papers of leagues, before different eyes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from tests.interfaces.web.leagues.league_world import played
from tests.interfaces.web.page_source import one_line

from padd.interfaces.printing import pdf
from padd.interfaces.web.cached_pages import cacheable_request
from padd.platform.page_cache import CACHE_HEADER, PageCache
from padd.store.models.leagues import LeagueEvent, PointsWon, Season
from padd.store.models.people import Person

Send = Callable[[Any], Awaitable[None]]

pytestmark = pytest.mark.django_db

HIDDEN, CHILD, OPEN, ERASED = "Odo Ital", "Jake Sisko", "Kira Nerys", "Vedek Bareil"
SECRET = (HIDDEN, CHILD)
SEES, SEES_NOT = ("head", "laptop"), ("visitor", "member", "other", "director")
TABLES = ("first-half", "season", "playoff", "lifetime")


@pytest.fixture
def world(db, shared_world):
    """Return a played league: a hidden adult, a child, a name for all, one erased."""
    world = shared_world.as_made()
    played(world)
    people = {
        "member": {"name": HIDDEN, "hides_name": True},
        "second": {"name": CHILD, "birth_year": world.now.year - 12},
        "director": {"name": OPEN},
        "third": {"name": ERASED, "anonymised_at": world.now},
    }
    for handle, details in people.items():
        Person.objects.filter(handle=handle).update(**details)
    champion = Person.objects.get(handle="member")
    Season.objects.update(champion=champion, crowned_at=world.now)
    in_league = LeagueEvent.objects.get(event__public_id=world.ids["event"])
    for handle in people:
        person = Person.objects.get(handle=handle)
        in_league.missions.create(person=person, title="Relief", at=world.now)
    return world


@pytest.fixture
def _papers_in_words(monkeypatch):
    """Answer with the words of a paper in place of the PDF."""

    def words(_, inputs, *__):
        return [inputs["content"].encode()]

    monkeypatch.setattr(pdf, "_compile", words)


def tables_and_lists(world):
    """Yield where everybody stands whose points count."""
    league = f"/leagues/{world.ids['league']}"
    yield "/leagues/"
    yield "/leagues/champions/"
    yield f"{league}/missions/"
    yield f"{league}/missions.pdf"
    for table in TABLES:
        yield f"{league}/?table={table}"
        yield f"{league}/table.pdf?table={table}"


def text_of(world, address, who):
    answer = world.ask(who, "GET", address)
    assert answer.status_code == 200, (who, address)
    return one_line(answer.content.decode())


@pytest.mark.usefixtures("_papers_in_words")
@pytest.mark.parametrize("points", [12, 500])
def test_hidden_names_and_those_of_minors_stand_in_tables_before_officials_alone(world, points):
    PointsWon.objects.update(points=points)

    for address in tables_and_lists(world):
        for who in SEES:
            text = text_of(world, address, who)
            assert all(name in text for name in (*SECRET, OPEN)), (who, address)
            assert ERASED not in text, (who, address)
        for who in SEES_NOT:
            text = text_of(world, address, who)
            assert not any(name in text for name in (*SECRET, ERASED)), (who, address)
            shown = ("member", "second", OPEN, "Former player")
            assert all(name in text for name in shown), (who, address)


@pytest.mark.usefixtures("_papers_in_words")
def test_a_champion_who_hides_the_name_is_crowned_by_handle(world):
    league = f"/leagues/{world.ids['league']}"
    certificate = f"{league}/champion.pdf"

    for address in ("/leagues/", f"{league}/", certificate):
        before_all, before_few = (text_of(world, address, who) for who in ("visitor", "head"))
        assert HIDDEN not in before_all, address
        assert HIDDEN in before_few, address
    assert "member" in text_of(world, certificate, "visitor")
    assert "League Director other Somebody" in text_of(world, certificate, "visitor")
    Person.objects.filter(handle="member").update(hides_name=False)
    assert f"Champion {HIDDEN}" in text_of(world, "/leagues/", "visitor")


@pytest.mark.usefixtures("_papers_in_words")
def test_a_league_director_without_an_office_reads_no_hidden_name(world):
    league = f"/leagues/{world.ids['league']}"
    Season.objects.update(champion=None, crowned_at=None, schemes=["headquarters"])

    for address in (f"{league}/run/", f"{league}/bonus.pdf"):
        own, official = (text_of(world, address, who) for who in ("other", "laptop"))
        assert not any(name in own for name in (*SECRET, ERASED)), address
        assert all(name in own for name in ("member", "second", OPEN)), address
        assert all(name in official for name in (*SECRET, OPEN)), address
    assert f"Enter the headquarters {HIDDEN} played" in text_of(world, f"{league}/run/", "laptop")


def test_the_report_of_an_event_names_its_league_points_by_the_same_rules(world):
    def panel(who):
        text = text_of(world, f"/events/{world.ids['event']}/report/", who)
        return text[text.index('id="league-bonus"') :].partition("</section>")[0]

    own, official = panel("director"), panel("laptop")

    assert not any(name in own for name in (*SECRET, ERASED))
    assert all(name in own for name in ("member", "second", OPEN))
    assert all(name in official for name in (*SECRET, OPEN))


def test_files_of_a_league_name_nobody(world):
    PointsWon.objects.update(points=500)

    for file in (f"/leagues/{world.ids['league']}/league.ics", "/leagues/champions.csv"):
        for who in ("head", "visitor"):
            text = text_of(world, file, who)
            assert not any(name in text for name in (*SECRET, OPEN)), (who, file)


@pytest.mark.usefixtures("_papers_in_words")
def test_no_kept_page_hands_a_hidden_name_to_a_visitor(world):
    for address in tables_and_lists(world):
        answers = {who: world.ask(who, "GET", address) for who in ("head", "visitor")}
        assert CACHE_HEADER not in answers["head"].headers, address
        read = asyncio.run(_asked_by_turns(address, answers))
        assert [HIDDEN in text for text in read] == [True, False, True, False], address


async def _asked_by_turns(address, answers):
    """Return what an official and a visitor read by turns through the page cache."""

    async def application(scope, _, send):
        signed_in = b"cookie" in dict(scope["headers"])
        made = answers["head" if signed_in else "visitor"]
        headers = [(name.encode(), text.encode()) for name, text in made.items()]
        head = {"type": "http.response.start", "status": made.status_code}
        await send({**head, "headers": headers})
        await send({"type": "http.response.body", "body": made.content})

    front = PageCache(application, cacheable=cacheable_request, current_version=lambda _: "1")
    read = []
    path, _, query = address.partition("?")
    for headers in ([(b"cookie", b"sessionid=1")], [], [(b"cookie", b"sessionid=1")], []):
        said: list[Any] = []

        async def send(message, said=said):
            said.append(message)

        asked = {"type": "http", "method": "GET", "path": path, "headers": headers}
        await front({**asked, "query_string": query.encode()}, _nothing, send)
        read.append(b"".join(one.get("body", b"") for one in said).decode())
    return read


async def _nothing():
    return {"type": "http.request"}


@pytest.mark.usefixtures("_papers_in_words")
def test_tables_ask_as_many_questions_for_many_players_as_for_four(world):
    addresses = [*tables_and_lists(world), f"/leagues/{world.ids['league']}/run/"]

    def questions():
        asked: dict[str, int] = {}
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                text_of(world, address, "laptop")
            asked[address] = len(queries)
        return asked

    questions()
    few = questions()
    in_league = LeagueEvent.objects.get(event__public_id=world.ids["event"])
    for number in range(5, 30):
        person = Person.objects.create(
            public_id=f"p{number}",
            handle=f"player{number}",
            outline=f"player{number}",
            name=f"Player {number}",
            hides_name=bool(number % 2),
            created_at=world.now,
            revision=1000 + number,
        )
        in_league.points_won.create(person=person, place=number, points=500)
        in_league.missions.create(person=person, title=f"Relief {number}", at=world.now)

    assert questions() == few
