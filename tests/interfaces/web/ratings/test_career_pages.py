"""Rating lists, careers, head to head, seasons and their news."""

from __future__ import annotations

import json
import re
import struct
from datetime import UTC, datetime
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from season import HANDLES, NAMES, event_files, fill_season
from tests.hostile_text import HOSTILE, runs_script
from tests.interfaces.web.page_source import one_line

from padd.presentation.ratings.figures import exact_change, round_to_sum, whole_change
from padd.services.ratings import careers
from padd.store.models.people import Account, Person, Region
from padd.store.models.ratings import Rating
from padd.store.queries.ratings.career_results import head_to_head
from padd.store.queries.ratings.careers import rating_changes
from padd.store.queries.ratings.lists import ratings_of_person
from world import make_world

pytestmark = [pytest.mark.django_db, pytest.mark.req("RATE-22")]

COUNT = 14
NOOR, IVO = NAMES[0], NAMES[1]
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def season(django_db_setup, django_db_blocker):
    """Play one season for all tests of this file."""
    with django_db_blocker.unblock(), transaction.atomic():
        events = fill_season(COUNT, now=datetime(2025, 1, 10, 12, tzinfo=UTC))
        germany = Region.objects.get(slug="germany")
        Person.objects.filter(handle__in=HANDLES[:4]).update(region=germany)
        yield events
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def world(season, django_db_blocker):
    """Let one of every kind of visitor in."""
    with django_db_blocker.unblock():
        return make_world()


def person(name):
    return Person.objects.get(name=name).public_id


def read(place):
    answer = Client(headers={"host": "localhost"}).get(place)
    assert answer.status_code == 200, (place, answer.status_code)
    return one_line(answer.content.decode())


def listed(text):
    """Return names and ratings of a rating list."""
    names = re.findall(r'<th scope="row"><a class="player"[^>]*><bdi>(.*?)</bdi>', text)
    figures = re.findall(r'<td class="n points">(\d+)</td>', text)
    return list(zip(names, figures, strict=True))


def places(noor, ivo):
    return (
        "/ratings/",
        "/ratings/news.atom",
        "/ratings/results.atom",
        "/seasons/",
        "/seasons/2024/",
        "/seasons/2024/picture.svg",
        "/seasons/2024/picture.png",
        f"/players/{noor}/",
        f"/players/{noor}/against/",
        f"/players/{noor}/against/{ivo}/",
        f"/players/{noor}/season/2024/",
        f"/players/{noor}/season/2024/picture.svg",
        f"/players/{noor}/season/2024/picture.png",
        f"/players/{noor}/news.atom",
    )


def test_every_address_of_ratings_and_careers_is_tried_here(world):
    tried = {resolve(place).url_name for place in places(person(NOOR), person(IVO))}

    from padd.interfaces.web.ratings import urls

    assert urls.__name__ == "padd.interfaces.web.ratings.urls"
    names = {one.name for one in urls.urlpatterns}
    assert names <= tried, names - tried


def test_everybody_reads_all_of_it_and_nobody_changes_anything(world):
    wrong = [
        (place, who)
        for place in places(person(NOOR), person(IVO))
        for who in ("visitor", "network", "closed", "member", "director", "laptop")
        if world.ask(who, "GET", place).status_code != 200
    ]
    changed = [
        place
        for place in places(person(NOOR), person(IVO))
        if world.ask("laptop", "POST", place).status_code != 405
    ]

    assert wrong == []
    assert changed == []


@pytest.mark.parametrize(
    "place",
    [
        "/seasons/1901/",
        "/seasons/1901/picture.svg",
        "/players/zzzzzzzzzz/season/2024/",
        "/players/zzzzzzzzzz/against/zzzzzzzzzy/",
        "/players/zzzzzzzzzz/news.atom",
    ],
)
def test_what_is_not_there_is_not_found(season, place):
    assert Client(headers={"host": "localhost"}).get(place).status_code == 404


def test_nobody_plays_against_themselves(season):
    noor = person(NOOR)
    answer = Client(headers={"host": "localhost"}).get(f"/players/{noor}/against/{noor}/")

    assert answer.status_code == 404


def test_a_list_is_in_order_and_shows_the_ratings_on_record(season):
    lines = listed(read("/ratings/?game=2E&list=constructed"))
    held = Rating.objects.filter(series__edition="2E", series__list="constructed").order_by(
        "-rating"
    )

    assert lines == [
        (row.person.name, str(round(row.rating))) for row in held.select_related("person")
    ]
    assert len(lines) == len(NAMES)


@pytest.mark.req("RATE-17")
def test_each_game_and_list_has_ratings_of_its_own(season):
    shown = {
        (game, name): dict(listed(read(f"/ratings/?game={game}&list={name}")))
        for game, name in (("2E", "constructed"), ("2E", "sealed"), ("1E", "overall"))
    }

    assert len({tuple(sorted(one.items())) for one in shown.values()}) == 3
    assert all(shown.values())


@pytest.mark.parametrize(
    "asked",
    [
        *("game=9E", "list=none", "page=9999999999999", "page=-1", "page=x"),
        *("region=nowhere", "area=moon", "keeper=me", "active=maybe", "q=%01"),
    ],
)
def test_nonsense_asks_for_nothing(season, asked):
    assert "Noor Haddad" in read(f"/ratings/?{asked}")


def test_a_region_leaves_its_own_players(season):
    names = {name for name, _ in listed(read("/ratings/?region=germany"))}

    assert names == set(NAMES[:4])
    assert {name for name, _ in listed(read("/ratings/?area=europe"))} == names


def test_who_has_not_played_for_a_year_is_left_out_if_asked(season):
    text = read("/ratings/?active=yes")

    assert listed(text) == []
    assert "No one is on this list with these filters" in text


def test_ones_own_line_is_marked_and_can_be_found(world):
    noor = Person.objects.get(name=NOOR)
    with transaction.atomic():
        Account.objects.filter(email="member@example.org").update(person=noor)
        text = world.ask("member", "GET", "/ratings/").content.decode()
        transaction.set_rollback(True)

    assert '<tr class="own" id="me">' in text
    assert "Show my place" in text


def test_a_misspelt_name_is_found_with_its_rating(season):
    text = read("/ratings/?q=Marusik&game=2E&list=constructed")

    start = text.index("Results for")
    found = text[start : text.index("</section>", start)]
    assert "Ivo Marušić" in found
    assert re.search(r'<b class="figures">\d{4}</b>', found)


@pytest.mark.req("RATE-14", "RATE-18")
def test_every_change_shows_its_sum_and_the_figures_add_up(season):
    text = read(f"/players/{person(NOOR)}/?game=2E&list=constructed&show=all")

    sums = re.findall(
        r'<table class="sum">.*?<tbody>(.*?)</tbody>.*?<td class="n">(.*?)</td>'
        r"</tr></tfoot>",
        text,
        re.DOTALL,
    )
    assert len(sums) == len(
        rating_changes(person(NOOR), edition="2E", list_="constructed", limit=99)
    )
    for games, total in sums:
        parts = re.findall(r'<td class="n">([+−]?\d+\.\d\d)</td></tr>', games)
        assert round(sum(map(figure, parts)), 2) == figure(total)
    assert "28 × difference" in text
    assert "40 × difference" in text


def figure(text):
    return float(text.replace("−", "-"))


def test_the_chart_ends_at_the_rating_of_the_list(season):
    noor = person(NOOR)
    text = read(f"/players/{noor}/")

    held = {one.series: one.rating for one in ratings_of_person(noor)}
    rating = next(
        value
        for series, value in held.items()
        if (series.edition, series.list) == ("2E", "constructed")
    )
    last = re.findall(r'<g class="last">.*?<text[^>]*>(\d+)</text>', text)
    assert last == [str(round(rating))] * 2
    assert text.count('<g class="dot national" data-x') == 2
    assert "style=" not in text


def test_a_career_comes_to_what_the_season_holds(season):
    text = read(f"/players/{person(NOOR)}/")
    numbers = dict(
        re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", text[text.index("In numbers") :])
    )

    assert numbers["Events"] == str(COUNT)
    assert numbers["Games"] == str(4 * COUNT)
    won, tied, lost = map(int, numbers["Won, tied, lost"].split(", "))
    assert won + tied + lost == 4 * COUNT
    assert int(numbers["Longest run of wins"]) >= 1


def test_head_to_head_is_the_same_from_both_sides(season):
    noor, ivo = person(NOOR), person(IVO)
    record = head_to_head(noor, ivo)

    one, other = (
        re.search(r'<span class="unseen">won </span>(\d+).*?lost </span>(\d+)', read(place))
        for place in (f"/players/{noor}/against/{ivo}/", f"/players/{ivo}/against/{noor}/")
    )
    assert one is not None
    assert other is not None
    assert one.groups() == (str(record.won), str(record.lost))
    assert other.groups() == (str(record.lost), str(record.won))
    assert record.won + record.lost + record.tied == len(record.meetings) > 0


def test_a_single_hit_leads_straight_to_the_comparison(season):
    noor, ivo = person(NOOR), person(IVO)

    answer = Client(headers={"host": "localhost"}).get(f"/players/{noor}/against/?q=Marušić")

    assert answer.status_code == 302
    assert answer["Location"] == f"/players/{noor}/against/{ivo}/"


def test_a_year_counts_its_own_events(season):
    text = read("/seasons/2024/")
    own = read(f"/players/{person(NOOR)}/season/2024/")

    assert f"<dt>Events</dt><dd>{COUNT}</dd>" in text
    assert "Biggest upset" in text
    assert f"<dt>Events</dt><dd>{COUNT}</dd>" in own


def test_a_picture_can_be_taken_along_as_svg_and_png(season):
    client = Client(headers={"host": "localhost"})
    drawn = client.get("/seasons/2024/picture.svg")
    made = client.get("/seasons/2024/picture.png").content

    assert parsed(drawn.content).get("width") == "1200"
    assert made.startswith(b"\x89PNG")
    assert struct.unpack(">II", made[16:24]) == (1200, 630)
    again = client.get("/seasons/2024/picture.svg", headers={"if-none-match": drawn["ETag"]})
    assert again.status_code == 304


def parsed(document):
    return ET.fromstring(document)  # noqa: S314 -- our own document


@pytest.mark.parametrize("place", ["/ratings/news.atom", "/ratings/results.atom", ""])
def test_a_feed_is_an_atom_feed(season, place):
    feed = parsed(
        Client(headers={"host": "localhost"})
        .get(place or f"/players/{person(NOOR)}/news.atom")
        .content
    )

    assert feed.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated"):
        assert feed.findtext(f"{ATOM}{name}")
    links = {one.get("rel"): one.get("href", "") for one in feed.findall(f"{ATOM}link")}
    assert links["self"] == feed.findtext(f"{ATOM}id")
    assert links["alternate"].startswith("http://localhost/")
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    entries = feed.findall(f"{ATOM}entry")
    ids = [one.findtext(f"{ATOM}id") for one in entries]
    assert entries
    assert len(set(ids)) == len(ids)
    moments = [one.findtext(f"{ATOM}updated") or "" for one in entries]
    assert all(datetime.fromisoformat(one).tzinfo for one in moments)
    assert moments == sorted(moments, reverse=True)
    assert feed.findtext(f"{ATOM}updated") == moments[0]
    for one in entries:
        (link,) = one.findall(f"{ATOM}link")
        assert link.get("href", "").startswith("http://localhost/")
        assert one.findtext(f"{ATOM}title")
        assert one.findtext(f"{ATOM}summary")


def test_results_name_their_winners_at_home_in_searches_and_in_the_feed(season):
    from padd.store.models.eventlog import Placing

    last = Placing.objects.get(finished__event__public_id=season[-1], place=1)
    assert last.person is not None
    name = last.person.name

    assert name in read("/")[read("/").index("Latest results") :]
    assert f"Won by {name}" in read("/ratings/results.atom")
    assert name in read("/search/?q=Antwerp")
    assert "1E</span><b>" in read("/search/?q=noor")


@pytest.mark.req("R23")
def test_whoever_is_erased_is_on_no_list_and_in_no_career(season, world):
    from padd.services.access.actors import SYSTEM
    from padd.services.people import personal_data

    noor, ivo = person(NOOR), person(IVO)
    with transaction.atomic():
        personal_data.erase_person(by=SYSTEM, now=world.now, person=ivo)
        told = "".join(
            read(place)
            for place in (
                *("/ratings/", "/seasons/2024/", "/seasons/2024/picture.svg", "/"),
                *("/ratings/results.atom", f"/players/{noor}/?show=all"),
                *(f"/players/{noor}/season/2024/", f"/players/{noor}/news.atom"),
            )
        )
        gone = Client(headers={"host": "localhost"}).get(f"/players/{noor}/against/{ivo}/")
        transaction.set_rollback(True)

    assert "Ivo" not in told
    assert "ivo_m" not in told
    assert f"/players/{ivo}/" not in told
    assert gone.status_code == 404


@pytest.mark.req("R23")
def test_the_name_of_a_minor_is_on_no_public_page(season, world):
    noor, ivo = person(NOOR), person(IVO)
    with transaction.atomic():
        Person.objects.filter(name=IVO).update(birth_year=datetime.now(UTC).year - 12)
        public = "".join(
            read(place)
            for place in (
                *places(noor, ivo)[:6],
                *places(noor, ivo)[7:12],
                *(f"/players/{ivo}/", f"/players/{ivo}/news.atom", "/"),
                *("/search/?q=Antwerp", "/ratings/?q=ivo"),
            )
        )
        inside = world.ask("laptop", "GET", "/ratings/").content.decode()
        transaction.set_rollback(True)

    assert "Marušić" not in public
    assert "ivo_m" in public
    assert "Marušić" in inside


@pytest.mark.req("R23")
def test_a_line_kept_for_one_viewer_is_not_shown_to_another(world):
    noor = Person.objects.get(name=NOOR)
    with transaction.atomic():
        Person.objects.filter(name=IVO).update(birth_year=datetime.now(UTC).year - 12)
        Account.objects.filter(email="member@example.org").update(person=noor)
        pages = [
            (who, world.ask(who, "GET", "/ratings/").content.decode())
            for who in ("laptop", "visitor", "member", "visitor", "laptop")
        ]
        transaction.set_rollback(True)

    for who, text in pages:
        assert ("Marušić" in text) is (who == "laptop")
        assert ('<tr class="own" id="me">' in text) is (who == "member")


@pytest.mark.req("R22")
def test_no_hostile_name_runs_on_any_page(season):
    noor, ivo = person(NOOR), person(IVO)
    people = list(Person.objects.order_by("pk")[: len(NAMES)])
    for start in range(0, len(HOSTILE), len(people)):
        with transaction.atomic():
            for one, text in zip(people, HOSTILE[start:], strict=False):
                name = text[:100].replace("\0", "")
                Person.objects.filter(pk=one.pk).update(name=name)
            for place in (*places(noor, ivo), "/", "/search/?q=alert"):
                answer = Client(headers={"host": "localhost"}).get(place)
                kind = answer["Content-Type"]
                if "html" in kind:
                    assert not runs_script(answer.content.decode()), place
                elif "xml" in kind:
                    parsed(answer.content)
            transaction.set_rollback(True)


@pytest.mark.req("R3")
def test_a_page_is_all_old_or_all_new_when_an_event_is_voided_meanwhile(season, world, monkeypatch):
    from padd.services import reports
    from padd.services.access.actors import SYSTEM

    noor = person(NOOR)
    known = rating_changes
    voided: list[str] = []

    def meanwhile(*args, **kwargs):
        if not voided:
            voided.append(season[0])
            reports.void_event(event=season[0], by=SYSTEM, now=world.now, reason="Wrong")
        return known(*args, **kwargs)

    with transaction.atomic():
        old = shown_rating(read(f"/players/{noor}/"))
        monkeypatch.setattr(careers, "rating_changes", meanwhile)
        during = shown_rating(read(f"/players/{noor}/"))
        new = shown_rating(read(f"/players/{noor}/"))
        transaction.set_rollback(True)

    assert voided
    assert during == old
    assert new != old
    assert new[0] == new[1]


def shown_rating(text):
    """Return the rating of the chosen tile, and that at the end of the chart."""
    tile = re.search(r'aria-current="true"><span>[^<]*</span><b>(\d+)</b>', text)
    last = re.search(r'<g class="last">.*?<text[^>]*>(\d+)</text>', text)
    assert tile is not None
    assert last is not None
    return tile[1], last[1]


@pytest.mark.req("RATE-24")
def test_a_page_is_called_by_the_name_and_tells_the_handle(season):
    text = read(f"/players/{person(NOOR)}/")

    assert f"<title>{NOOR} ({HANDLES[0]}) · PADD</title>" in text
    assert f"<h1><bdi>{NOOR}</bdi></h1>" in text
    assert f'<span class="about"><bdi>{HANDLES[0]}</bdi>, since 2024</span>' in text


@pytest.mark.req("RATE-14", "AMB-55")
def test_a_change_can_be_worked_out_by_hand_from_what_is_shown(season):
    text = read(f"/players/{person(NOOR)}/?game=2E&list=constructed&show=all")

    assert "1 ÷ (1 + 10<sup>d ÷ 400</sup>)" in text
    panels = re.findall(
        r'<th scope="col" class="n">(\d+) × difference</th>.*?<tbody>(.*?)</tbody>'
        r'.*?colspan="3">([\d.]+) before',
        text,
        re.DOTALL,
    )
    assert len(panels) > 8
    for k, games, before in panels:
        for rating, expected, scored, change in re.findall(
            r'<td class="n wide">([\d.]+)</td><td class="n">([\d.]+)</td>'
            r'<td class="n">([½01])</td><td class="n">([+−]?[\d.]+)</td>',
            games,
        ):
            own = 1 / (1 + 10 ** ((float(rating) - float(before)) / 400))
            score = {"0": 0.0, "½": 0.5, "1": 1.0}[scored]
            assert abs(own - float(expected)) < 0.0006
            # What is shown adds up, so a game may be a hundredth beside its own sum.
            assert abs(int(k) * (score - own) - figure(change)) < 0.011


@pytest.mark.req("RATE-12", "AMB-61")
def test_a_game_rated_otherwise_than_played_says_so_where_it_counts(season, world):
    from padd.services import reports
    from padd.services.access.actors import SYSTEM

    noor = person(NOOR)
    game = rating_changes(noor, edition="2E", list_="constructed", limit=1)[0]
    met = game.games[0]
    with transaction.atomic():
        reports.correct_rating(
            event=game.event,
            by=SYSTEM,
            now=world.now,
            reason="Played by a friend",
            round_=met.round,
            first=noor,
            second=met.opponent,
            score=0.5,
        )
        own = read(f"/players/{noor}/?game=2E&list=constructed")
        event = read(f"/events/{game.event}/results/")
        transaction.set_rollback(True)

    told = f"Round {met.round} counts differently from how it was played: Played by a friend"
    assert own.count(told) == 1
    assert "Rated differently from how it was played" in event
    assert "scores ½ for <bdi>noor_h</bdi>" in event
    assert "Played by a friend" in event
    assert "Rated differently" not in read(f"/events/{game.event}/results/")


@pytest.mark.req("RATE-17", "AMB-58")
def test_ratings_of_two_publishers_are_told_apart(season, world):
    from padd.services import reports
    from padd.services.access.actors import SYSTEM
    from padd.services.reports import finished_event_import

    old = json.loads(event_files(1)[0]) | {
        "rulebook": "decipher-1998",
        "name": "Long ago",
        "edition": "1E",
        "starts": "1999-05-01T10:00:00Z",
        "registered": "1999-03-01T10:00:00Z",
    }
    noor = person(NOOR)
    with transaction.atomic():
        brought = finished_event_import.EventUpload(name="old", data=json.dumps(old).encode())
        finished_event_import.import_events(files=[brought], by=SYSTEM, now=world.now)
        reports.refresh(by=SYSTEM, clock=lambda: world.now)
        text = read(f"/players/{noor}/")
        (query,) = re.findall(r'class="tile" href="([^"]*keeper=[^"]*)"', text)
        theirs = read(f"/players/{noor}/{unescape(query)}")
        transaction.set_rollback(True)

    assert "1E constructed, Decipher Inc." in text
    assert "Long ago" in theirs[theirs.index("Rated events") :]
    assert theirs.count('<tr class="row">') == 1


def test_a_year_without_places_is_told_by_formats(season):
    drawn = read(f"/players/{person(NOOR)}/season/2024/picture.svg")

    assert "Formats" in drawn
    assert "2E sealed" in drawn
    assert "not on record" not in drawn


def test_a_search_shows_whom_it_found_in_place_of_the_list(season):
    found, nobody = read("/ratings/?q=Marusik"), read("/ratings/?q=zzzzqqq")

    assert listed(found) == []
    assert "The whole list" in found
    assert "No matches" in nobody
    assert len(listed(nobody)) == len(NAMES)


def test_a_long_career_costs_no_more_queries_than_a_short_one(season):
    counts = {}
    for name in (NOOR, NAMES[-1]):
        own = person(name)
        for place in ("", f"against/{person(IVO)}/", "season/2024/", "news.atom"):
            with CaptureQueriesContext(connection) as asked:
                read(f"/players/{own}/{place}")
            counts.setdefault(place.split("/")[0], set()).add(len(asked))

    assert all(len(found) == 1 for found in counts.values()), counts


def test_figures_are_rounded_so_that_they_add_up():
    assert round_to_sum([1 / 3, 1 / 3, 1 / 3], 1500.0, 1501.0) == [*("+0.34", "+0.33", "+0.33")]
    assert round_to_sum([-0.004, 0.014], 1500.0, 1500.01) == ["0.00", "+0.01"]
    assert round_to_sum([40.0], 2990.0, 3000.0) == ["+40.00"]
    assert exact_change(1734.17, 1749.94) == "+15.77"
    assert whole_change(-0.4) == "0"
