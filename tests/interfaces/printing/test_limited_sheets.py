"""Paper of drafts and sealed play: seats, slips and pool checks; never a pool."""

import pytest
from django.test import Client
from tests.services.limited.draft_day import DraftDay

from padd.interfaces.printing.catalogue import BY_NAME, print_document
from padd.interfaces.printing.event_view import print_view
from padd.interfaces.printing.limited import own_pool, pack_slips
from padd.services.eventlog.log_cache import cached_log
from padd.services.limited import pools
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db
THREE = ("data", "troi", "worf")
NAMES = ("draft-seats", "pack-slips", "pool-check")


def paper(day):
    known = cached_log(Event.objects.get(public_id=day.id))
    assert known.book is not None
    return print_view(known.state, known.book)


@pytest.mark.req("FMT-6", "FMT-7", "FMT-64")
def test_seats_and_slips_are_printed_once_the_seats_are_drawn():
    day = DraftDay(THREE)
    day.seal(packs=2)
    before = paper(day)
    day.deal()
    view = paper(day)

    seats = BY_NAME["draft-seats"].content(view)[1]  # type: ignore[arg-type]
    slips = pack_slips(view)["tags"]  # type: ignore[arg-type]

    assert [BY_NAME[name].fits(before) for name in NAMES] == [False, False, True]  # type: ignore[arg-type]
    assert [BY_NAME[name].fits(view) for name in NAMES] == [True, True, True]  # type: ignore[arg-type]
    assert [row[0] for row in seats["parts"][0]["rows"]] == ["1", "2", "3"]
    assert len(slips) == 6
    assert slips[1]["handle"].endswith("9 cards, pass to the right.")
    for name in NAMES:
        assert print_document(BY_NAME[name], view).pdf.startswith(b"%PDF")  # type: ignore[arg-type]


@pytest.mark.req("FMT-60", "FMT-61")
def test_a_pool_check_lists_what_a_pool_can_have_and_the_own_pool_what_it_has():
    day = DraftDay(THREE)
    day.seal(packs=1)
    day.deal()
    day.draft(THREE)
    pool = pools.own_pool(event_id=day.id, by=day.player("data"))

    check = BY_NAME["pool-check"].content(paper(day))[1]  # type: ignore[arg-type]
    own = own_pool("Pool", pool.cards, {}, "")

    every = {row[2] for row in check["parts"][0]["rows"]}
    mine = {row[2] for row in own["parts"][0]["rows"] if row[2]}
    assert mine == {card.title for card in pool.cards}
    assert mine < every
    for sheet in (check, own):
        assert all(column["head"] for column in sheet["parts"][0]["columns"])
    assert all(row[:2] == ("", "") for row in check["parts"][0]["rows"])


@pytest.mark.req("FMT-11")
def test_packs_of_the_creator_come_as_pdf():
    asked = {"product": "frontier/booster", "packs": "3", "seed": "tea"}

    told = Client().get("/packs/file/pdf/", asked)

    assert told["Content-Type"] == "application/pdf"
    assert told.content.startswith(b"%PDF")
