"""Desks of offices that do one thing for every area: venues, and held reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from padd.store.models import Approval, Event, Grant, Office
from world import BACKEND, account, make_world

if TYPE_CHECKING:
    from world import World

pytestmark = [pytest.mark.django_db, pytest.mark.req("GOV-11")]


def holder(world: World, office: Office) -> Client:
    owner = account(office.value)
    Grant.objects.create(account=owner, office=office, since=world.now.date())
    client = Client()
    client.force_login(owner, backend=BACKEND)
    return client


def test_a_venue_verifier_decides_on_venues_and_sees_nothing_else() -> None:
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


def test_a_data_processor_sees_held_reports_and_no_questions() -> None:
    world = make_world()
    processor = holder(world, Office.DATA_PROCESSOR)

    desk = processor.get("/desk/").content.decode()
    held = processor.get("/desk/reports/")

    assert "Held reports" in desk
    assert 'id="q-' not in desk
    assert held.status_code == 200
    assert processor.get("/desk/cases/").status_code == 404
