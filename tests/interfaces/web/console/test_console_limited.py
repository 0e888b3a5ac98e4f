"""The page of limited play: plan, deal, groups; never a card."""

import re

import pytest
from tests.interfaces.web.laptop_client import laptop
from tests.services.limited.draft_day import SIX, DraftDay

from padd.presentation.limited.products import shipped_products
from padd.store.models.limited import DraftPick

pytestmark = pytest.mark.django_db


class Desk:
    """A director at a laptop, on the page of limited play."""

    def __init__(self, day, client):
        self.client, self.at = client, f"/events/{day.id}/run/limited/"

    def page(self):
        answer = self.client.get(self.at)
        assert answer.status_code == 200, answer.status_code
        return answer.content.decode()

    def post(self, what, **data):
        return self.client.post(f"{self.at}{what}/", data)


PLAN = {"pack": "frontier/missions", "packs": "2", "build": "30", "turns": "together"}
TITLES = {
    card.title for sheet in shipped_products()["frontier"].sheets.values() for card in sheet.cards
}


def name_of(day, seat):
    limited = day.state.limited
    assert limited is not None
    return day.view().name(limited.groups[0][seat - 1])


@pytest.mark.req("FMT-59", "FMT-61", "FMT-62", "FMT-63")
def test_a_director_plans_deals_helps_and_starts_building_without_seeing_a_card():
    day = DraftDay()
    desk = Desk(day, laptop())

    short = desk.post("plan", **PLAN | {"build": "29"})
    sealed = desk.post("plan", **PLAN)
    dealt = desk.post("deal")
    for name in SIX[1:]:
        day.pick(name)
    seat = day.seat("data").number
    page = desk.page()
    chance = desk.post("random", group=1, seat=seat)
    helped = desk.page()
    day.draft()
    built = desk.post("build")
    early = desk.post("built")

    assert short.status_code == 422
    assert "at least 30 minutes" in short.content.decode()
    assert (sealed.status_code, dealt.status_code) == (302, 302)
    assert "1 picking" in page
    assert re.search(r"segment now.*?Pack 1.*?turn 1 of 9", page, re.DOTALL)
    assert f"a random card for {name_of(day, seat)}" in helped
    assert "Group A closed turn 1 of pack 1" in helped
    assert not [title for title in TITLES if title in page]
    assert chance.status_code == 302
    assert DraftPick.objects.filter(how="random").count() == 1
    assert built.status_code == 302
    assert early.status_code == 422
    assert "Not yet" in desk.page()
