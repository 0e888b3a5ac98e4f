"""The pages of reports: final check, players, contesting, desk, import, refresh."""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from tests.rate_limits import forget_requests
from tests.services.eventlog.table_driver import AtTheTable, entered
from tests.world import World

from padd.core.eventlog.actions.finish import EventFinished, PrizeGiven
from padd.core.model import PlayerId
from padd.interfaces.web.reports import intake
from padd.services import eventlog, reports
from padd.services.access import api_tokens, rate_limit
from padd.services.access.actors import SYSTEM
from padd.store.models.events import Event
from padd.store.models.people import Account, Person
from padd.store.models.ratings import RatingRun
from padd.store.models.reports import PlayerMatch, Report
from padd.store.writes import rating_generations

pytestmark = pytest.mark.django_db
NAMES = ("kirk", "khan", "spock", "gorn")
HERE = {"HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture(autouse=True)
def _surroundings(data_folder):
    forget_requests()


@pytest.fixture
def world():
    made = World()
    made.now = datetime.now(UTC)
    return made


def as_(account_id):
    client = Client(headers={"host": "localhost"})
    if account_id is not None:
        client.force_login(
            Account.objects.get(pk=account_id),
            backend="allauth.account.auth_backends.AuthenticationBackend",
        )
    return client


def at_the_laptop(world):
    return as_(world.laptop().account_id)


def finished(days=0):
    starts = datetime.now(UTC) - timedelta(days=days, hours=6)
    day = AtTheTable(
        NAMES,
        players=entered(*NAMES),
        starts=starts.isoformat(timespec="seconds"),
        registered=(starts - timedelta(days=9)).isoformat(timespec="seconds"),
    )
    day.now = starts
    for _ in range(3):
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)
    return day


def text_of(answer):
    return str(answer.content.decode())


@pytest.mark.req("RATE-5")
def test_the_director_checks_totals_reports_and_names_the_players(world):
    day = finished()
    laptop = at_the_laptop(world)
    page = laptop.get(f"/events/{day.id}/report/")
    assert "Final check" in text_of(page)
    assert "<td><bdi>Kirk</bdi>" in text_of(page), "names keep their hyphens"
    assert '<td class="n"><bdi>1</bdi>' in text_of(page)

    done = laptop.post(f"/events/{day.id}/report/", {"do": "submit"})

    assert done.status_code == 302
    report = Report.objects.get()
    asked = laptop.get(f"/reports/{report.public_id}/players/")
    assert "A new player" in text_of(asked)
    answers = {f"who-{name}": "new" for name in NAMES}
    last = laptop.post(f"/reports/{report.public_id}/players/", answers)
    assert last.status_code == 302
    assert "Processed" in text_of(laptop.get(f"/events/{day.id}/report/"))
    again = laptop.post(f"/events/{day.id}/report/", {"do": "submit"})
    assert "already" in text_of(again)
    day.do(PrizeGiven(player=PlayerId("kirk"), what="Play mat"))
    assert 'value="submit"' not in text_of(laptop.get(f"/events/{day.id}/report/"))


def test_a_player_sees_own_games_and_contests_one(world):
    day = finished(days=9)
    player = world.member("Jim")
    person = Person.objects.get(pk=player.person_id)
    PlayerMatch.objects.create(
        event=Event.objects.get(public_id=day.id), player="kirk", person=person, how="answer"
    )
    reports.submit_report(event_id=day.id, by=SYSTEM, now=world.now, create=True)
    client = as_(player.account_id)

    page = client.get(f"/events/{day.id}/report/check/")
    assert "Your games" in text_of(page)
    wrong = client.post(f"/events/{day.id}/report/check/", {"round": "9", "words": "I won"})
    assert wrong.status_code == 422
    done = client.post(f"/events/{day.id}/report/check/", {"round": "1", "words": "I won"})
    assert done.status_code == 302
    assert "An official will review it" in text_of(client.get(f"/events/{day.id}/report/check/"))
    laptop = at_the_laptop(world)
    assert "contested round 1" in text_of(laptop.get("/desk/reports/"))
    assert as_(None).get(f"/events/{day.id}/report/check/").status_code == 200


def test_officials_void_correct_and_reinstate_with_a_reason(world):
    day = finished()
    reports.submit_report(event_id=day.id, by=SYSTEM, now=world.now, create=True)
    laptop = at_the_laptop(world)
    address = f"/events/{day.id}/report/"

    assert laptop.post(address, {"do": "void", "reason": ""}).status_code == 422
    laptop.post(address, {"do": "void", "reason": "Nobody came"})
    assert "Voided" in text_of(laptop.get(address))
    laptop.post(address, {"do": "reinstate", "reason": "They came late"})
    first, second = Person.objects.order_by("pk").values_list("public_id", flat=True)[:2]
    laptop.post(
        address,
        {
            "do": "correct",
            "round": "1",
            "first": first,
            "second": second,
            "score": "0.5",
            "reason": "Agreed",
        },
    )
    assert "rated as 0.5" in text_of(laptop.get(address))
    assert laptop.post(address, {"do": "correct", "round": "x"}).status_code == 422
    assert laptop.post(address, {"do": "anything"}).status_code == 404


def test_a_laptop_sends_with_a_token_and_a_stranger_does_not(world):
    day = finished()
    file = eventlog.export_event_file(event_id=day.id)
    by = world.member("Riker")
    made = api_tokens.create_token(by=by, now=world.now, label="Laptop", scopes=["report"], days=9)
    other = api_tokens.create_token(by=by, now=world.now, label="Read", scopes=["read"], days=9)
    client = Client(headers={"host": "localhost"}, enforce_csrf_checks=True)

    def send(secret, data=file):
        return client.post(
            "/report/in/",
            data,
            content_type="application/json",
            headers={"authorization": f"Bearer {secret}"},
        )

    assert send("padd_guess").status_code == 401
    assert send(other.secret).status_code == 401
    assert send(made.secret, b"{").status_code == 422
    # The event is another director's here.
    assert send(made.secret).status_code == 404
    assert not Report.objects.exists()


@pytest.mark.req("R20")
def test_who_sends_or_guesses_too_fast_is_told_to_wait(world, monkeypatch):
    monkeypatch.setattr("time.time", partial(float, time.time()))
    made = api_tokens.create_token(
        by=world.member("Riker"), now=world.now, label="L", scopes=["report"], days=9
    )
    client = Client(headers={"host": "localhost"})

    def answers(secret, times):
        sent = {"authorization": f"Bearer {secret}"}
        return [
            client.post("/report/in/", b"{", content_type="application/json", headers=sent)
            for _ in range(times)
        ]

    good = answers(made.secret, rate_limit.REPORTING.amount + 1)
    bad = answers("padd_guess", rate_limit.WRONG_TOKENS.amount + 1)

    assert {one.status_code for one in good[:-1]} == {422}
    assert {one.status_code for one in bad[:-1]} == {401}
    assert [good[-1].status_code, bad[-1].status_code] == [429, 429]
    assert int(good[-1]["Retry-After"]) > 0
    assert good[-1].json()["code"] == "too-many"


@pytest.mark.req("R10")
def test_only_the_import_takes_many_files(world):
    laptop = at_the_laptop(world)

    def files(count):
        return [SimpleUploadedFile(f"{n}.csv", b"Round\n") for n in range(count)]

    many = laptop.post("/import/", {"files": files(40)})
    few = laptop.post("/report/file/", {"file": files(5)})

    assert many.status_code == 200
    assert text_of(many).count("There is no column") == 40
    assert few.status_code == 400


def test_a_held_report_is_decided_at_the_desk(world):
    day = finished(days=9)
    reports.submit_report(event_id=day.id, by=SYSTEM, now=world.now, create=True)
    report = Report.objects.get()
    Report.objects.update(state="held", reasons=[{"code": "x", "message": "Odd", "rule": "PADD"}])
    laptop = at_the_laptop(world)
    address = f"/desk/reports/{report.public_id}/decide/"
    assert "Odd" in text_of(laptop.get("/desk/reports/"))

    assert laptop.post(address, {"do": "release", "reason": ""}).status_code == 422
    laptop.post(address, {"do": "release", "reason": "Seen"})

    report.refresh_from_db()
    assert (report.state, report.decision) == ("processed", "Seen")


def test_files_and_spreadsheets_are_imported_with_a_report(world):
    laptop = at_the_laptop(world)
    sheet = b"Round;Player 1;Player 2;Score 1;Score 2\n1;A;B;100;0\n1;C;D;100;5\n"
    files = [
        SimpleUploadedFile("day.csv", sheet),
        SimpleUploadedFile("bad.csv", b"Round;Player 1\n1;\n"),
        SimpleUploadedFile("bad.json", json.dumps({"schema": "x"}).encode()),
    ]

    page = laptop.post("/import/", {"files": files, "name": "Day", "date": "2026-11-01"})

    text = text_of(page)
    assert page.status_code == 200
    assert "Line 2: Who played?" in text
    assert text.count("Refused") == 2
    assert Event.objects.get().name == "Day"


@pytest.mark.req("AMB-61", "RATE-12")
def test_an_official_corrects_the_facts_of_an_imported_event(world):
    laptop = at_the_laptop(world)
    sheet = b"Round;Player 1;Player 2;Score 1;Score 2\n1;A;B;100;0\n1;C;D;100;5\n"
    day = SimpleUploadedFile("day.csv", sheet)
    laptop.post("/import/", {"files": day, "name": "Day", "date": "2026-11-01"})
    page = f"/events/{Event.objects.get().public_id}/correct/"
    kept = laptop.get(f"{page}event.json").content
    listing = text_of(laptop.get(page.removesuffix("correct/")))
    report = text_of(laptop.get(page.replace("correct", "report")))
    right = json.loads(kept)
    right["rounds"][0]["matches"][0]["scores"] = [100, 95]
    other = json.dumps({**right, "starts": right["starts"].replace("2026", "2025")}).encode()

    strange = laptop.post(page, {"file": SimpleUploadedFile("e.json", other)})
    upload = SimpleUploadedFile("e.json", json.dumps(right).encode())
    shown = laptop.post(page, {"file": upload})
    data = json.dumps(right)
    silent = laptop.post(page, {"data": data, "sure": "yes"})
    before = laptop.get(f"{page}event.json").content
    done = laptop.post(page, {"data": data, "sure": "yes", "reason": "A typing error"})

    after = json.loads(laptop.get(f"{page}event.json").content)
    assert "Decks and figures" not in listing
    assert "Save the event file" not in report
    assert "it is another event" in text_of(strange)
    assert re.search(r"\+5\b", text_of(shown))
    assert re.search(r"\+100\b", text_of(shown))
    assert silent.status_code == 422
    assert before == kept
    assert done.status_code == 302
    assert after["rounds"] == right["rounds"]
    assert as_(world.member("stranger").account_id).get(page).status_code == 404
    assert Report.objects.order_by("-pk")[0].state == "processed"


def test_a_file_is_brought_by_hand(world):
    day = finished()
    file = eventlog.export_event_file(event_id=day.id)
    laptop = at_the_laptop(world)

    assert laptop.post("/report/file/", {}).status_code == 422
    broken = SimpleUploadedFile("event.json", b"{}")
    assert laptop.post("/report/file/", {"file": broken}).status_code == 422
    done = laptop.post("/report/file/", {"file": SimpleUploadedFile("event.json", file)})
    assert done.status_code == 302
    assert Report.objects.count() == 1


def test_the_refresh_runs_beside_the_pages(world, monkeypatch, django_capture_on_commit_callbacks):
    started: list[object] = []
    monkeypatch.setattr(intake, "start_refresh", started.append)
    laptop = at_the_laptop(world)

    with django_capture_on_commit_callbacks(execute=True):
        assert laptop.post("/desk/ratings/").status_code == 302

    assert len(started) == 1
    assert "Refresh started" in text_of(laptop.get("/desk/ratings/?asked=yes"))
    reports.refresh(by=SYSTEM, clock=lambda: world.now)
    assert "Done" in text_of(laptop.get("/desk/ratings/"))


def test_the_page_follows_a_refresh_and_offers_no_second_one(world):
    work = rating_generations.take_lease(token="at work", now=datetime.now(UTC))
    assert work is not None
    run = RatingRun.objects.create(
        generation=1, cause="refresh", by="x", started_at=world.now, events=40, done=10
    )
    laptop = at_the_laptop(world)

    during = text_of(laptop.get("/desk/ratings/"))
    rating_generations.release_lease(work)
    broken = text_of(laptop.get("/desk/ratings/"))

    assert '<progress id="far" max="40" value="10">' in during
    assert 'http-equiv="refresh"' in during
    assert 'aria-disabled="true"' in during
    assert "Interrupted" not in during
    assert not run.ended_well
    assert "Interrupted; not used" in broken
    assert 'http-equiv="refresh"' not in broken
    assert '<button class="button primary">' in broken
