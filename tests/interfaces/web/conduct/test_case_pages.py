"""Cases by the pages: from the report to the appeal, for each who has a part in it."""

import re
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from padd.core.conduct.case import APPEAL_DAYS
from padd.store.models.conduct import Case, CaseFile
from padd.store.models.events import Event
from padd.store.models.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db, shared_world, settings):
    """Return a world whose member is reported by the director of the event."""
    settings.HOUSE_PROCEDURE = True
    return shared_world.as_made()


def page(world, who, address):
    answer = world.ask(who, "GET", address)
    assert answer.status_code == 200
    return answer.content.decode()


def do(world, who, act, **fields):
    address = f"/cases/{world.ids['case']}/do/"
    return world.ask(who, "POST", address, {"do": act, **fields}).status_code


@pytest.mark.req("COND-63", "COND-64", "COND-66", "COND-67")
def test_a_case_goes_from_the_report_to_the_appeal_by_the_pages(world):
    case = f"/cases/{world.ids['case']}/"
    soon = (date.today() + timedelta(days=7)).isoformat()  # noqa: DTZ011 -- a form's day

    assert "Take the case" in page(world, "coordinator", case)
    assert do(world, "coordinator", "open") == 302
    assert do(world, "coordinator", "ask", until="tomorrow") == 422
    assert do(world, "coordinator", "ask", until=soon, question="Why?") == 302
    assert "Your answer" in page(world, "member", case)
    assert do(world, "member", "answer", text="It was added up wrong.") == 302
    assert do(world, "coordinator", "decide", outcome="warning", reason="") == 422
    assert do(world, "coordinator", "decide", outcome="warning", reason="No.") == 302
    assert do(world, "coordinator", "close") == 422
    assert "Once, until" in page(world, "member", case)
    assert do(world, "member", "appeal", text="I had asked.") == 302
    assert do(world, "coordinator", "decide", outcome="warning", reason="No.") == 422
    assert do(world, "head", "decide", outcome="no-action", reason="Fine.") == 302
    assert do(world, "head", "close") == 302
    assert "Nothing more to do" in page(world, "head", case)
    assert "this site’s own procedure" in page(world, "head", case)
    assert Case.objects.get(public_id=world.ids["case"]).outcome == "no-action"


def test_a_case_offers_no_appeal_once_its_time_is_over(world, monkeypatch):
    case = f"/cases/{world.ids['case']}/"
    soon = (date.today() + timedelta(days=7)).isoformat()  # noqa: DTZ011 -- a form's day
    do(world, "coordinator", "open")
    do(world, "coordinator", "ask", until=soon, question="Why?")
    do(world, "member", "answer", text="It was added up wrong.")
    do(world, "coordinator", "decide", outcome="warning", reason="No.")

    in_time = page(world, "member", case)
    later = datetime.now(UTC) + timedelta(days=APPEAL_DAYS + 1)
    monkeypatch.setattr(
        "padd.interfaces.web.conduct.cases.timezone", SimpleNamespace(now=lambda: later)
    )
    too_late = page(world, "member", case)

    assert "You may appeal, once" in in_time
    assert "You may appeal" not in too_late
    assert "Nothing for you to do right now" in too_late
    assert "Only you can see this page" not in too_late


def test_the_desk_and_the_parties_find_their_cases(world):
    desk = page(world, "coordinator", "/desk/cases/")
    elsewhere = page(world, "far", "/desk/cases/")

    assert f"/cases/{world.ids['case']}/" in desk
    assert "No cases" in elsewhere
    for who in ("member", "director"):
        assert f"/cases/{world.ids['case']}/" in page(world, who, "/me/standing/")
    assert "No cases" in page(world, "other", "/me/standing/")
    assert "/desk/cases/" in page(world, "coordinator", "/desk/")


def test_files_are_sent_to_keep_and_never_shown(world):
    picture = SimpleUploadedFile("slip <b>.html", b"\x89PNG\r\n\x1a\n<script>alert(1)</script>")

    assert do(world, "director", "file", file=picture, audience="all") == 302
    file = CaseFile.objects.get()
    address = reverse("case-file", args=(world.ids["case"], file.public_id))
    answer = world.ask("member", "GET", address)

    assert answer["Content-Type"] == "image/png"
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"
    for who in ("admin", "far", "second", "laptop"):
        assert world.ask(who, "GET", address).status_code == 404
    assert do(world, "director", "file", audience="all") == 422


@pytest.mark.req("GOV-12")
def test_a_complaint_becomes_a_case_with_one_press(world):
    address = f"/concerns/{world.ids['concern']}/case/"

    made = world.ask("coordinator", "POST", address)

    assert made.status_code == 302
    assert "complaint" in page(world, "coordinator", made["Location"])
    # The director it is about does not read who wrote it.
    assert not re.search(r"reported by .{0,40}member", page(world, "director", made["Location"]))


@pytest.mark.req("COND-58", "GOV-24")
def test_a_breach_is_reported_from_the_page_of_the_event(world, settings):
    settings.ACCOUNTS = True
    address = f"/events/{world.ids['event']}/breach/"
    about = Person.objects.get(handle="member").public_id
    given = {"person": about, "text": "The video shows it."}

    Event.objects.filter(public_id=world.ids["event"]).update(state="processed")
    assert address in page(world, "other", f"/events/{world.ids['event']}/")
    form = page(world, "other", address)
    empty = world.ask("other", "POST", address, {**given, "text": ""})
    sent = world.ask("other", "POST", address, given)

    assert "The result of a match stands" in form
    assert (empty.status_code, sent.status_code) == (422, 302)
    assert page(world, "other", sent["Location"])


@pytest.mark.req("COND-1", "COND-4", "COND-10", "COND-61")
def test_the_page_for_players_says_how_to_behave_with_its_sections(world):
    info = page(world, "visitor", f"/events/{world.ids['event']}/info/")

    assert "If an opponent asks, count your hand" in info
    assert "Fair play" in info
