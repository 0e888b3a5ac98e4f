"""The limited events of the demo stand where a director can go on."""

from __future__ import annotations

import pytest
from tests.world import NOW

from padd.presentation.limited.products import shipped_products
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.installation.demo_drafts import add_drafts
from padd.services.limited import drafts
from padd.store.models import Event

pytestmark = pytest.mark.django_db


def test_a_draft_stands_at_pack_two_and_a_sealed_event_in_building() -> None:
    add_drafts(products=shipped_products(), by=SYSTEM, now=NOW)

    draft = Event.objects.get(name="Frontier Draft").public_id
    sealed = Event.objects.get(name="Frontier Sealed").public_id

    (group,) = drafts.groups_of(event_id=draft, by=SYSTEM, now=NOW)
    assert (group.table.pack, group.table.turn) == (2, 4)
    building = eventlog.state(event_id=sealed).limited
    assert building is not None
    assert building.building_at is not None
    assert building.built_at is None
