"""The limited events of the demo stand where a director can go on."""

import pytest
from django.db import transaction
from django.test import Client
from tests.world import NOW

from padd.presentation.limited.products import shipped_products
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.installation.demo_drafts import add_drafts
from padd.services.limited import drafts
from padd.services.limited.replays import draft_replay
from padd.store.models.events import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker):
    """Add the limited events of the demo once for all tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        add_drafts(products=shipped_products(), by=SYSTEM, now=NOW)
        yield
        transaction.set_rollback(True)


@pytest.mark.req("FMT-64")
def test_a_draft_stands_at_pack_two_a_sealed_event_in_building_boosters_ready():
    draft = Event.objects.get(name="Frontier Draft").public_id
    sealed = Event.objects.get(name="Frontier Sealed").public_id

    (group,) = drafts.draft_groups(event_id=draft, by=SYSTEM, now=NOW)
    assert (group.table.pack, group.table.turn) == (2, 4)
    building = eventlog.event_state(event_id=sealed).limited
    assert building is not None
    assert building.building_at is not None
    assert building.built_at is None
    boosters = Event.objects.get(name="Booster Draft").public_id
    on_tables = eventlog.event_state(event_id=boosters).limited
    assert on_tables is not None
    assert (on_tables.dealt, on_tables.plan.real_packs) == (True, (15, 15, 15))


@pytest.mark.req("FMT-59", "FMT-61")
def test_a_finished_draft_can_be_replayed_and_its_packs_made_again():
    event = Event.objects.get(name="Frontier Draft, last week").public_id

    told = draft_replay(event_id=event, state=eventlog.event_state(event_id=event), group=1)
    packs = Client().get(f"/events/{event}/packs/").content.decode()

    assert len(told.steps) == 18
    assert len(told.agreed) == 6
    assert "All 12 packs were generated again just now and match." in packs
