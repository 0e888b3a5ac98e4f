"""The pack creator: anybody with the address gets the same packs."""

import html
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from tests.interfaces.web.world import make_world
from tests.services.limited.draft_day import DraftDay

from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.limited import BuildingEnded, BuildingStarted
from padd.core.limited.certificate import differing_packs, read_certificate

pytestmark = pytest.mark.django_db
ASKED = {"product": "frontier/booster", "packs": "3", "seed": "tea"}


@pytest.mark.req("FMT-11", "FMT-59")
def test_one_address_makes_the_same_packs_for_everybody():
    first = Client().get("/packs/", ASKED).content.decode()
    second = Client().get("/packs/", ASKED).content.decode()
    other = Client().get("/packs/", ASKED | {"seed": "coffee"}).content.decode()

    def cards(page):
        return page[page.index('class="pack-list"') : page.index('id="certificate"')]

    assert "Pack 3" in first
    assert cards(first) == cards(second)
    assert cards(first) != cards(other)


@pytest.mark.req("FMT-59")
def test_the_link_of_a_certificate_verifies_the_packs_and_shows_others():
    page = Client().get("/packs/", ASKED).content.decode()
    found = re.search(r'href="(/packs/[^"#]+print=[0-9a-f]{16})#check"', page)
    assert found is not None
    link = html.unescape(found[1])

    same = Client().get(link).content.decode()
    other = Client().get(link.replace("packs=3", "packs=4")).content.decode()

    assert "and match." not in page
    assert "All 3 packs were generated again just now and match." in same
    assert "These are not the packs from the link." in other
    assert 'aria-label="QR code of these packs"' in page


@pytest.mark.req("FMT-59")
def test_the_file_is_a_certificate_that_verifies():
    told = Client().get("/packs/file/json/", ASKED | {"packs": "2"})
    lackey = Client().get("/packs/file/lackey/", ASKED | {"product": "frontier/starter"})

    assert differing_packs(read_certificate(told.content)) == ()
    assert len(json.loads(told.content)["packs"]) == 2
    assert b"6\tJunior Engineer" in lackey.content


@pytest.mark.parametrize(
    "asked", [{"product": "x/booster"}, {"product": "frontier/x"}, {"seed": ""}, {"product": ""}]
)
def test_what_is_not_there_is_not_found(asked):
    assert Client().get("/packs/file/json/", ASKED | asked).status_code == 404


@pytest.mark.req("FMT-59")
def test_a_product_is_added_by_its_file_and_a_wrong_one_is_refused_with_its_place():
    world = make_world()
    head = b'id="cube"\ntitle="Cube"\nedition="1E"\nversion=2026-11-16\nsource="Me"\n'
    sheet = b'[sheets.s]\ncards=[{title="A <b>card</b>"}]\n'
    pack = b'[packs.p]\ntitle="Pack"\nvariants=[{slots=[{sheet="s",count=%d}]}]\n'

    def send(count):
        file = SimpleUploadedFile("cube.toml", head + sheet + pack % count)
        told = world.ask("member", "POST", "/packs/products/", {"file": file})
        return told.status_code, told.content.decode()

    assert send(2)[0] == 422
    assert "packs.p.variants[0].slots[0]" in send(2)[1]
    assert send(1)[0] == 302
    page = Client().get("/packs/", ASKED | {"product": "cube/p"}).content.decode()
    assert "A &lt;b&gt;card&lt;/b&gt;" in page


@pytest.mark.req("FMT-59", "FMT-61")
def test_every_pack_is_shown_after_the_end_and_not_before():
    day = DraftDay(("data", "troi", "worf"), rounds_planned=1)
    day.seal()
    day.deal()
    day.draft(("data", "troi", "worf"))
    day.do(BuildingStarted())
    day.do(BuildingEnded(), reason="All are ready")
    address = f"/events/{day.id}/packs/"

    before = Client().get(address).status_code
    unlinked = Client().get(f"/events/{day.id}/").content.decode()
    day.play_round()
    day.do(EventFinished())
    after = Client().get(address)
    linked = Client().get(f"/events/{day.id}/").content.decode()

    assert before == 404
    assert after.status_code == 200
    assert address not in unlinked
    assert address in linked
    page = after.content.decode()
    assert "All 3 packs were generated again just now and match." in page
    seat = day.seat("data")
    assert all(card.title in page for card in seat.table.cards[1, seat.number])


@pytest.mark.req("FMT-59")
def test_every_player_gets_a_pack_besides_and_the_address_keeps_it():
    asked = ASKED | {"players": "2", "also": "frontier/starter"}

    page = Client().get("/packs/", asked).content.decode()
    told = Client().get("/packs/file/json/", asked)
    certificate = read_certificate(told.content)
    without = Client().get("/packs/", asked | {"players": ""}).content.decode()

    kinds = [pack.kind for pack in certificate.packs]
    assert kinds == ["booster"] * 3 + ["starter"] * 2
    assert differing_packs(certificate) == ()
    assert "<b>Pack 3</b>" in page
    assert "<b>Player 2</b>" in page
    assert "players=2&amp;also=frontier%2Fstarter" in page
    assert "Enter the number of players." in without
