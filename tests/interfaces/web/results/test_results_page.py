"""An event after its end: what everybody sees of it, and what can be taken along."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from season import NAMES, event_files, fill_season
from tests.hostile_text import HOSTILE, runs_script

from padd.core.event_file import read_event
from padd.core.formats.registry import ranking_of
from padd.presentation.rulebooks import book_for, rulebook_named
from padd.presentation.spreadsheet.csv_text import read_csv
from padd.presentation.spreadsheet.reader import SheetSettings, read_sheet
from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.reports import finished_event_import
from padd.services.reports.outcome import finished_event_view
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.events import Event, EventState
from padd.store.models.people import Person
from padd.store.queries.ratings.careers import event_changes
from world import make_world

pytestmark = [pytest.mark.django_db, pytest.mark.req("RATE-5")]

TAILS = (*("", "event.json", "results.csv", "standings.csv"), *("standings.pdf", "results.pdf"))
COUNT = 6
REGIONAL = 5


@pytest.fixture(scope="module")
def season(django_db_setup, django_db_blocker):
    """Play one season for all tests of this file."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield fill_season(COUNT)
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def world(season, django_db_blocker):
    """Let one of every kind of visitor in."""
    with django_db_blocker.unblock():
        return make_world()


def test_every_address_of_a_finished_event_is_tried_here():
    from padd.interfaces.web.results import urls

    assert urls.__name__ == "padd.interfaces.web.results.urls"
    patterns = [str(one.pattern) for one in urls.urlpatterns]
    tails = {one.removeprefix(urls.RESULTS) for one in patterns if one.startswith(urls.RESULTS)}
    assert tails == {*TAILS, "why/<slug:line>/"}


def shown(event, tail="", **headers):
    return Client(headers={"host": "localhost", **headers}).get(  # type: ignore[return-value]
        f"/events/{event}/results/{tail}"
    )


def page(event):
    return shown(event).content.decode()


def test_the_final_standings_are_those_of_the_event_file(season):
    event = read_event(event_files(COUNT)[0], book_of=rulebook_named)
    names = {player.id: player.name for player in event.players}

    text = page(season[0])

    rows = re.findall(r'<th scope="row">\s*<a class="player"[^>]*><bdi>(.*?)</bdi>', text)
    order = [names[player] for player in ranking_of(event, book_for(event)).order]
    assert rows[: len(order)] == order
    assert "Why" in text
    assert "Rating ±" in text


def test_every_round_and_the_cross_table_are_there(season):
    text = page(season[0])

    assert [f'id="round-{number}"' in text for number in range(1, 6)] == [*[True] * 4, False]
    assert text.count('data-label="R4"') == 8
    assert ">k-value</abbr> 16" in text


@pytest.mark.req("RATE-18")
def test_the_k_of_a_regional_is_named_with_its_section(season):
    text = page(season[REGIONAL])

    assert ">k-value</abbr> 28" in text
    assert "OPG5 §11.1.1" in text


def reasons_of(text):
    """Return the addresses of the reasons on a page of results."""
    return re.findall(r'<td class="ask">\s*<a href="([^"#]+)"', text)


def test_everybody_reads_the_reason_of_every_place(season, world):
    text = shown(season[0]).content.decode()
    links = reasons_of(text)
    reasons = [world.ask("visitor", "GET", link) for link in links]

    assert "why-panel" not in text
    assert len(links) == text.count('<td class="ask">') > 2
    assert all(b'class="why-panel"' in reason.content for reason in reasons)
    assert len({reason.content for reason in reasons}) == len(links)
    for who in world.clients:
        assert world.ask(who, "GET", links[0]).status_code == 200
    assert world.ask("laptop", "POST", links[0]).status_code == 405
    assert shown(season[0], "why/nobody/").status_code == 404


def test_a_hidden_event_has_no_reasons_for_strangers(season, world):
    (link, *_) = reasons_of(shown(season[0]).content.decode())
    with transaction.atomic():
        Event.objects.filter(public_id=season[0]).update(state=EventState.DRAFT)
        found = {who for who in world.clients if world.ask(who, "GET", link).status_code == 200}
        transaction.set_rollback(True)

    assert found == {"head", "laptop"}


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("state", [EventState.DRAFT, EventState.AWAITING_APPROVAL])
def test_a_hidden_event_has_no_results_for_strangers(season, world, tail, state):
    place = f"/events/{season[0]}/results/{tail}"
    open_to = {"coordinator", "head", "laptop"}
    with transaction.atomic():
        Event.objects.filter(public_id=season[0]).update(state=state)
        told = {
            who: world.ask(who, "GET", place).status_code
            for who in ("visitor", "member", "other", "far", "head", "laptop")
        }
        transaction.set_rollback(True)

    assert told == {who: 200 if who in open_to else 404 for who in told}


@pytest.mark.parametrize("tail", TAILS)
def test_everybody_reads_a_finished_event_and_nobody_posts_to_it(season, world, tail):
    place = f"/events/{season[0]}/results/{tail}"

    assert {(who, world.ask(who, "GET", place).status_code) for who in world.clients} == {
        (who, 200) for who in world.clients
    }
    assert world.ask("laptop", "POST", place).status_code == 405


def test_an_event_that_is_not_over_looks_like_one_that_is_not_there(world):
    event = world.ids["event"]

    assert shown(event).status_code == 404
    assert shown("zzzzzzzzzz").status_code == 404


@pytest.mark.req("RATE-24")
def test_the_event_file_is_read_back_as_the_same_event(season):
    for number, data in enumerate(event_files(COUNT)):
        event = read_event(data, book_of=rulebook_named)
        again = read_event(shown(season[number], "event.json").content, book_of=rulebook_named)

        was = [event.players[0].name, event.name, len(event.rounds)]
        handles = {player.id: player.handle for player in again.players}
        ours = {player.id: player.handle for player in event.players}
        assert [again.players[0].name, again.name, len(again.rounds)] == was
        assert [handles[one] for one in ranking_of(again, book_for(again)).order] == [
            ours[one] for one in ranking_of(event, book_for(event)).order
        ]


def test_the_tables_hold_every_game_and_every_place(season):
    event = read_event(event_files(COUNT)[0], book_of=rulebook_named)

    header, rows = read_csv(shown(season[0], "results.csv").content)
    _, places = read_csv(shown(season[0], "standings.csv").content)

    games = [match for round_ in event.rounds for match in round_.matches]
    told = [dict(zip(header, row, strict=True)) for row in rows]
    players, told = told[len(games) :], told[: len(games)]
    assert [one["Player 1"] for one in players] == [one.name for one in event.players]
    assert [(one["Score 1"], one["Score 2"]) for one in told] == [
        tuple(map(str, match.scores or ())) for match in games
    ]
    assert [row[0] for row in places] == [str(n + 1) for n in range(8)]


@pytest.mark.req("RATE-4")
def test_the_table_of_results_is_read_back_as_the_same_event(season):
    for number, data in enumerate(event_files(COUNT)):
        event = read_event(data, book_of=rulebook_named)
        table = shown(season[number], "results.csv").content

        (again,) = read_sheet(table, SheetSettings())

        assert (again.name, again.edition, again.format, again.level) == (
            *(event.name, event.edition, event.format, event.level),
        )
        assert [told(again, round_) for round_ in again.rounds] == [
            told(event, round_) for round_ in event.rounds
        ]
        handles, ours = by_handle(again), by_handle(event)
        assert [handles[one] for one in ranking_of(again, book_for(again)).order] == [
            ours[one] for one in ranking_of(event, book_for(event)).order
        ]


def by_handle(event):
    return {player.id: player.handle for player in event.players}


def told(event, round_):
    """Return the games of a round by handle: who, scores, how it ended, who won."""
    handles = by_handle(event)
    return [
        (
            *(handles[one] for one in match.players),
            *(match.scores, match.ending, handles.get(match.winner)),
        )
        for match in round_.matches
    ]


@pytest.mark.req("R23")
def test_two_erased_players_stay_two_in_every_table(season, world):
    from padd.services.access.actors import SYSTEM
    from padd.services.people import personal_data

    with transaction.atomic():
        placed = Person.objects.filter(placings__finished__event__public_id=season[0]).order_by(
            "placings__place"
        )
        for one in placed[:2]:
            personal_data.erase_person(by=SYSTEM, now=world.now, person=one.public_id)
        (again,) = read_sheet(shown(season[0], "results.csv").content, SheetSettings())
        transaction.set_rollback(True)

    assert len(again.players) == 8


@pytest.mark.req("R22")
def test_no_cell_is_evaluated_and_no_name_runs(season):
    names = [text[:100] for text in HOSTILE]
    people = Person.objects.filter(placings__finished__event__public_id=season[0])
    for start in range(0, len(names), 8):
        with transaction.atomic():
            for person, name in zip(people, names[start:], strict=False):
                Person.objects.filter(pk=person.pk).update(name=name.replace("\0", ""))
            text = page(season[0])
            tables = [shown(season[0], tail).content for tail in ("results.csv", "standings.csv")]
            file = json.loads(shown(season[0], "event.json").content)
            printed = shown(season[0], "standings.pdf").content
            transaction.set_rollback(True)

        assert not runs_script(text)
        assert printed.startswith(b"%PDF")
        assert len(file["players"]) == 8
        for table in tables:
            for row in csv.reader(io.StringIO(table.decode("utf-8-sig"), newline="")):
                for cell in row:
                    number = cell.lstrip("-").isdecimal()
                    assert number or not re.match(r"[=+\-@\t\r]", cell), cell


@pytest.mark.req("R23")
def test_an_erased_player_keeps_the_place_and_loses_the_name(season, world):
    from padd.services.access.actors import SYSTEM
    from padd.services.people import personal_data

    with transaction.atomic():
        noor = Person.objects.get(name=NAMES[0])
        before = page(season[0])
        personal_data.erase_person(by=SYSTEM, now=world.now, person=noor.public_id)
        after = page(season[0])
        taken = b"".join(shown(season[0], tail).content for tail in TAILS[1:4])
        transaction.set_rollback(True)

    assert "Noor Haddad" in before
    assert "Former player" in after
    for known in ("Noor", "noor_h", f"/players/{noor.public_id}/"):
        assert known not in after
    assert b"Noor" not in taken
    assert b"noor_h" not in taken


@pytest.mark.req("R23")
def test_a_minor_is_called_by_the_handle_except_by_those_concerned(season, world):
    with transaction.atomic():
        Person.objects.filter(name=NAMES[0]).update(birth_year=world.now.year - 12)
        public = world.ask("visitor", "GET", f"/events/{season[0]}/results/")
        official = world.ask("head", "GET", f"/events/{season[0]}/results/")
        transaction.set_rollback(True)

    assert "Noor Haddad" not in public.content.decode()
    assert "noor_h" in public.content.decode()
    assert "Noor Haddad" in official.content.decode()


def test_penalties_and_notes_stay_with_the_staff(season, world):
    made = FinishedEvent.objects.get(event__public_id=season[0])
    facts = made.facts
    match = facts["rounds"][0]["matches"][0]
    first, second = match["players"]
    kept = dict(match)
    match["note"] = "spilled tea"
    match["penalties"] = [
        {"player": first, "level": 1, "infraction": "slow-play", "note": "a warning"},
        {"player": second, "level": 4, "infraction": "cheating", "note": "secret"},
    ]
    with transaction.atomic():
        FinishedEvent.objects.filter(pk=made.pk).update(facts=facts)
        told = page(season[0]) + "".join(
            shown(season[0], tail).content.decode("latin-1") for tail in TAILS[1:4]
        )
        found = finished_event_view(event=season[0], by=_visitor(), now=world.now)
        transaction.set_rollback(True)
    facts["rounds"][0]["matches"][0] = kept

    for secret in ("spilled tea", "slow-play", "cheating", "secret", "a warning"):
        assert secret not in told
    assert "Disqualified" in told
    given = found.event.rounds[0].matches[0].penalties
    assert [penalty.level for penalty in given] == [4]


def _visitor():
    from padd.services.access.actors import VISITOR

    return VISITOR


def test_a_file_that_has_not_changed_is_not_sent_again(season):
    first = shown(season[0], "results.csv")

    again = shown(season[0], "results.csv", **{"if-none-match": first["ETag"]})

    assert again.status_code == 304
    assert again.content == b""


def test_a_large_field_costs_no_more_queries_than_a_small_one(season):
    counts = set()
    for event in season[:4]:
        with CaptureQueriesContext(connection) as asked:
            page(event)
        counts.add(len(asked))

    assert len(counts) == 1


EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"


@pytest.fixture(scope="module")
def played_otherwise(season, django_db_blocker):
    """Take in a bracket of sixteen and a day of Tribbles with heats and finals."""
    names = ("championship/sunday", "tribbles-day")
    files = [EXAMPLES / f"{name}.event.json" for name in names]
    with django_db_blocker.unblock():
        done = finished_event_import.import_events(
            files=[
                finished_event_import.EventUpload(name=f.name, data=f.read_bytes()) for f in files
            ],
            by=SYSTEM,
            now=datetime.now(UTC),
        )
        reports.refresh(by=SYSTEM, clock=lambda: datetime.now(UTC))
    return dict(zip(("bracket", "tribbles"), (one.event for one in done), strict=True))


@pytest.mark.req("BRKT-26", "RATE-11")
def test_a_bracket_shows_its_places_its_drawing_and_what_it_did_to_ratings(played_otherwise):
    event = played_otherwise["bracket"]
    facts = json.loads((EXAMPLES / "championship/sunday.event.json").read_bytes())
    text = page(event)

    moved = {one.person for one in event_changes(event)}
    assert len(moved) == len(facts["players"]) == 16
    rows = re.findall(r'<tr class="row.*?</tr>', text, re.DOTALL)
    assert len(rows) == 16
    assert all(re.search(r'<td class="n wide">[+−]?\d+</td>', row) for row in rows)
    assert sum(">FL<" in row for row in rows) == 4
    assert " MG" not in "".join(rows)
    names = [player["name"] for player in facts["players"]]
    drawn = text[text.index('<section id="bracket"') :]
    assert all(name.split()[-1] in drawn for name in names)
    assert drawn.count('<b class="match">') == 8 + 4 + 4 + 2 + 1


@pytest.mark.req("TRIB-20", "AMB-59")
def test_a_tribbles_day_shows_every_table_with_the_points_of_every_round(played_otherwise):
    event = played_otherwise["tribbles"]
    facts = json.loads((EXAMPLES / "tribbles-day.event.json").read_bytes())
    text = page(event)

    titles = re.findall(r'<h2 id="pod-\d+">(.*?)</h2>', text)
    assert titles == [f"{phase}, table {n}" for phase in ("Heats", "Finals") for n in range(1, 5)]
    by_id = {player["id"]: player for player in facts["players"]}
    heats = text[text.index("Heats, table 1") : text.index("Finals, table 1")]
    rows = re.findall(
        r'<th scope="row">.*?<bdi>(.*?)</bdi>.*?data-label="Sum"><b>([\d,]+)<', heats, re.DOTALL
    )
    points: dict[str, int] = {}
    for round_ in facts["rounds"][:5]:
        for pod in round_["pods"]:
            for player, score in pod["scores"].items():
                name = by_id[player]["name"]
                points[name] = points.get(name, 0) + score
    told = {name: int(total.replace(",", "")) for name, total in rows}
    assert set(told) == set(points)
    conceded = {
        by_id[player]["name"]
        for round_ in facts["rounds"][:5]
        for pod in round_["pods"]
        for player in pod.get("conceded", ())
    }
    started = {p["name"] for p in facts["players"] if p.get("head_start")}
    assert {name for name in told if told[name] != points[name]} <= conceded | started
    assert sum(heats.count(f'data-label="R{n}"') for n in range(1, 6)) == 5 * 27
    assert "won the round" in heats


@pytest.mark.parametrize("kind", ["bracket", "tribbles"])
@pytest.mark.parametrize("tail", TAILS[1:])
def test_every_kind_of_event_can_be_taken_along(played_otherwise, kind, tail):
    answer = shown(played_otherwise[kind], tail)

    assert answer.status_code == 200
    if tail.endswith("pdf"):
        assert answer.content.startswith(b"%PDF")
        assert answer.content.rstrip().endswith(b"%%EOF")
    elif tail.endswith("csv"):
        assert len(read_csv(answer.content)[1]) >= 16


def test_a_void_event_says_so(season):
    with transaction.atomic():
        Event.objects.filter(public_id=season[0]).update(state=EventState.VOIDED)
        text = page(season[0])
        transaction.set_rollback(True)

    assert "This event is void" in text
    assert "Sanctioned" not in text


def test_the_listing_leads_to_the_results(season):
    text = Client(headers={"host": "localhost"}).get(f"/events/{season[0]}/")

    assert f"/events/{season[0]}/results/" in text.content.decode()


@pytest.mark.parametrize("place", ["pairings", "standings"])
def test_an_event_imported_after_its_end_leads_from_its_rounds_to_its_results(season, place):
    answer = Client().get(f"/events/{season[0]}/{place}/")

    assert answer.status_code == 302
    assert answer["Location"] == f"/events/{season[0]}/results/"
