"""Products of this installation: their searches follow the cards in use."""

from datetime import UTC, datetime

import pytest
from tests.services.limited.draft_day import DraftDay

from padd.core.limited.plan import LimitedPlan, PackChoice
from padd.core.model import Edition
from padd.core.refusal import RefusalError
from padd.presentation.limited.products import known_products
from padd.services.access.actors import SYSTEM
from padd.services.cards import card_import
from padd.services.limited import deals
from padd.services.limited.products import add_product

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 16, 10, tzinfo=UTC)
CUBE = b"""
id = "cube"
title = "Cube"
edition = "2E"
version = 2026-11-16
source = "Me"
[sheets.missions]
search = {set = ["AA"], type = ["Mission, space", "Mission, planet"]}
[sheets.homes]
search = {type = ["headquarters"]}
[packs.missions]
title = "Missions"
variants = [{slots = [{sheet = "homes"}, {sheet = "missions", count = 2}]}]
"""
CARDS = b"""title,set,number,rarity,type,mission_or_dilemma_type,points
Home,AA,1,C,Mission,H,
Rift,AA,2,C,Mission,S,35
Moon,AA,3,C,Mission,P,30
Other Moon,BB,4,C,Mission,P,30
Crew,AA,5,C,Personnel,,
"""


def bring(data):
    file = card_import.upload_card_file(
        by=SYSTEM, now=NOW, name="cards.csv", data=data, edition="2E"
    )
    card_import.activate_card_file(by=SYSTEM, now=NOW, file=file)


def sealed(day):
    """Seal a plan of three packs of the cube, as the console does."""
    plan = LimitedPlan(
        format="sealed", packs=(PackChoice(product="cube", kind="missions"),) * 3, build_minutes=30
    )
    return deals.seal_plan(
        event_id=day.id, plan=plan, products=known_products(), by=day.by, now=day.now
    )


@pytest.mark.req("FMT-11", "FMT-15", "FMT-59")
def test_an_event_is_dealt_from_a_product_that_searches_the_catalogue():
    day = DraftDay(("data", "worf"), format_="sealed")
    add_product(content=CUBE, name="cube", edition=Edition.SECOND, by=SYSTEM, now=NOW)

    with pytest.raises(RefusalError) as without:
        sealed(day)
    bring(CARDS.replace(b",AA,3", b",BB,3"))
    with pytest.raises(RefusalError) as too_few:
        sealed(day)
    bring(CARDS)
    sealed(day)
    day.deal()

    assert without.value.refusal.code == "no-catalogue"
    assert str(too_few.value.refusal.message) == (
        "Missions, slot 2: 2 cards are needed, but sheet missions has 1."
    )
    pool = day.seat("data").table.pool(1)
    assert sorted({card.title for card in pool}) == ["Home", "Moon", "Rift"]


@pytest.mark.req("FMT-59")
def test_newer_card_data_does_not_change_packs_of_a_sealed_plan():
    day = DraftDay(("data", "worf"), format_="sealed")
    add_product(content=CUBE, name="cube", edition=Edition.SECOND, by=SYSTEM, now=NOW)
    bring(CARDS)
    sealed(day)

    bring(CARDS.replace(b"Rift", b"Gulf"))
    day.deal()

    assert "Rift" in {card.title for card in day.seat("data").table.pool(1)}
