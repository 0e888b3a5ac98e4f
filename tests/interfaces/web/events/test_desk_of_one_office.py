"""Desks of offices that do one thing for every area: venues, and held reports."""

import pytest
from django.test import Client

from padd.interfaces.web.events.inbox import APPROVAL_KINDS
from padd.services.access.actors import SYSTEM
from padd.services.people import people
from padd.services.people.people import PersonDetails
from padd.store.models.events import Approval, ApprovalKind, Event
from padd.store.models.people import Account, Grant, Office, Person
from world import BACKEND, account, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.req("GOV-11")]


def holder(world, office):
    owner = account(office.value)
    Grant.objects.create(account=owner, office=office, since=world.now.date())
    client = Client()
    client.force_login(owner, backend=BACKEND)
    return client


def test_a_venue_verifier_decides_on_venues_and_sees_nothing_else():
    world = make_world()
    venue = Approval.objects.get(kind="venue")
    other = Approval.objects.create(
        kind="director",
        area="europe",
        event=Event.objects.get(public_id=world.ids["event"]),
        asked=venue.asked,
        created_at=world.now,
    )
    verifier = holder(world, Office.VENUE_VERIFIER)

    page = verifier.get("/desk/").content.decode()
    done = verifier.post(f"/desk/{venue.public_id}/decide/", {"do": "approve"})
    refused = verifier.post(f"/desk/{other.public_id}/decide/", {"do": "approve"})

    assert f"q-{venue.public_id}" in page
    assert f"q-{other.public_id}" not in page
    assert "Complaints" not in page
    assert (done.status_code, refused.status_code) == (302, 404)
    venue.refresh_from_db()
    other.refresh_from_db()
    assert (venue.state, other.state) == ("approved", "open")
    assert verifier.get("/desk/cases/").status_code == 404


def test_a_data_processor_sees_held_reports_and_no_questions():
    world = make_world()
    processor = holder(world, Office.DATA_PROCESSOR)

    desk = processor.get("/desk/").content.decode()
    held = processor.get("/desk/reports/")

    assert "Held reports" in desk
    assert 'id="q-' not in desk
    assert held.status_code == 200
    assert processor.get("/desk/cases/").status_code == 404


def player(world, handle):
    details = PersonDetails(handle=handle)
    return Person.objects.get(
        public_id=people.add_person(by=SYSTEM, now=world.now, details=details)
    )


def test_every_kind_of_question_has_its_words_at_the_desk():
    assert set(APPROVAL_KINDS) == set(ApprovalKind.values)


def test_a_claimed_record_is_shown_with_both_records_and_decided_once():
    world = make_world()
    record = player(world, "Old Wolf")
    asker = account("claims")
    asker.person = player(world, "New Wolf")
    asker.save()
    claimer = Client()
    claimer.force_login(asker, backend=BACKEND)
    chief = world.clients["head"]
    claim = f"/players/{record.public_id}/claim/"

    claimer.post(claim, {"words": "I won in Mainz"})
    twice = claimer.post(claim, {"words": "I won in Mainz"})
    desk = chief.get("/desk/").content.decode()
    decide = f"/desk/{Approval.objects.get(kind='claim').public_id}/decide/"
    chief.post(decide, {"do": "approve"})
    late = chief.post(decide, {"do": "refuse"})

    assert "You have already claimed this record" in twice.content.decode()
    for person in (record, asker.person):
        assert f'href="/players/{person.public_id}/"' in desk
    assert Account.objects.get(pk=asker.pk).person == record
    assert late.status_code == 422
    assert "Not decided" in late.content.decode()


def test_an_officer_without_a_second_factor_is_told_why_the_desk_is_closed(settings):
    settings.OFFICES_NEED_SECOND_FACTOR = True
    asleep = holder(make_world(), Office.DIRECTOR)

    answer = asleep.get("/desk/")

    assert answer.status_code == 404
    assert "inactive until you add a second factor" in answer.content.decode()
