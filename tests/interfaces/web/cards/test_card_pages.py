"""Pages of cards, card data and the deck check, as people use them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.interfaces.web.page_source import one_line

from padd.services.access.actors import SYSTEM
from padd.services.cards import card_import
from padd.services.cards.card_lists import card_list_lines
from padd.services.cards.catalogue import current_catalogue
from padd.store.models.cards import CardDataFile

pytestmark = pytest.mark.django_db

CARDS = b"""\
title,set,number,rarity,type,points,virtual_file,uniqueness
Scan,premiere,,C,Interrupt,,,
Far Outpost,premiere,7,R,Mission,40,,univ
<b>Bold</b>,premiere,8,R,Event,,,
New Wave,wave,3,V,Event,,Y,
"""


@pytest.fixture
def world(db, shared_world):
    made = shared_world.as_made()
    file = card_import.upload_card_file(by=SYSTEM, now=made.now, name="cards.csv", data=CARDS)
    card_import.activate_card_file(by=SYSTEM, now=made.now, file=file)
    return made


def test_a_query_finds_cards_and_is_read_back_in_words(world):
    answer = world.ask("visitor", "GET", "/cards/?q=type:mission+points>%3D40+-is:unique")
    page = one_line(answer.content.decode())

    assert "Far Outpost" in page
    assert "Scan" not in page
    assert "<code>type:mission</code> of type Mission" in page
    assert "points at least 40" in page
    assert "<code>-is:unique</code> not unique" in page


def test_the_page_begins_with_an_edition_that_has_cards_and_keeps_it(shared_world):
    made = shared_world.as_made()
    CardDataFile.objects.all().delete()
    data = b"title,set,number,type,cost\nScout,alpha,1,Ship,3\n"
    file = card_import.upload_card_file(by=SYSTEM, now=made.now, name="cards.csv", data=data)
    card_import.activate_card_file(by=SYSTEM, now=made.now, file=file)

    page = made.ask("visitor", "GET", "/cards/").content.decode()
    other = made.ask("visitor", "GET", "/cards/?edition=1E").content.decode()

    assert '<input type="hidden" name="edition" value="2E">' in page
    assert '<input type="hidden" name="edition" value="1E">' in other
    assert "No card data" not in page
    assert "No card data" in other


def test_a_query_that_cannot_be_read_says_so(world):
    answer = world.ask("visitor", "GET", "/cards/?q=colour:red")

    assert answer.status_code == 422
    assert "is not a field" in answer.content.decode()


def test_a_legal_search_leaves_banned_cards_out(world):
    query = "/cards/?q=legal:otf-beta-1/complete@2026-03-14"
    page = world.ask("visitor", "GET", query).content.decode()

    banned = world.ask("visitor", "GET", query.replace("legal:", "-legal:"))

    assert "Far Outpost" in page
    assert ">Scan<" not in page
    assert "legal in OTF Beta 1, Complete pool, on Saturday 14 March 2026" in page
    assert "Scan is banned." in banned.content.decode()


@pytest.mark.req("FMT-13")
def test_a_card_shows_every_pool_and_rules_set_with_its_why(world):
    found = current_catalogue().catalogue.find("Scan", "1E").card
    assert found is not None
    page = one_line(world.ask("visitor", "GET", f"/cards/{found.slug}/").content.decode())

    assert "Scan is banned." in page
    assert "OTFB §6" in page
    assert "OPG5 §4.2.4" in page


def test_a_deck_is_checked_and_nothing_of_it_is_markup(world):
    data = {"list": "1 Scan\n2 <b>Bold</b>\n1 Nothing", "rules": "otf-beta-1"}
    data |= {"edition": "1E", "on": "2026-03-14"}
    page = one_line(world.ask("visitor", "POST", "/decks/new/", data).content.decode())

    assert "Not legal on 14 March 2026" in page
    assert "Scan is banned." in page
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page
    assert "<b>Bold</b>" not in page


def test_a_list_that_cannot_be_read_says_why(world):
    answer = world.ask("visitor", "POST", "/decks/new/", {"list": "0 Scan"})

    assert answer.status_code == 422
    assert "from 1 to 99" in answer.content.decode()


def test_card_data_is_brought_looked_at_and_used_in_two_presses(world):
    upload = SimpleUploadedFile("new.csv", CARDS + b"Omega,wave,4,V,Event,,Y,\n")

    brought = world.ask("head", "POST", "/desk/cards/", {"file": upload})
    seen = world.ask("head", "GET", brought["Location"]).content.decode()
    used = world.ask("head", "POST", brought["Location"])

    assert "Omega (wave 4V)" in seen
    assert used.status_code == 302
    assert current_catalogue().catalogue.find("Omega", "1E").card is not None


def test_others_do_not_see_the_desk_of_card_data(world):
    assert world.ask("member", "GET", "/desk/cards/").status_code == 404


def test_officers_join_and_part_printings_and_imports_leave_it_so(world):
    catalogue = current_catalogue().catalogue
    scan = catalogue.find("Scan", "1E").cards[0].slug
    outpost = catalogue.find("Far Outpost", "1E").cards[0].slug
    asked = {"act": "join", "printing": "0", "other": f"https://x.example/cards/{scan}/"}

    joined = world.ask("head", "POST", f"/cards/{outpost}/correct/", asked)
    file = card_import.upload_card_file(by=SYSTEM, now=world.now, name="again.csv", data=CARDS)
    card_import.activate_card_file(by=SYSTEM, now=world.now, file=file)
    page = one_line(world.ask("head", "GET", joined["Location"]).content.decode())
    both = joined["Location"]
    parted = world.ask("head", "POST", f"{both}correct/", {"act": "part", "printing": "0"})
    back = world.ask(
        "head", "POST", f"{parted['Location']}correct/", {"act": "forget", "printing": "0"}
    )

    assert "Far Outpost" in page
    assert "Scan" in page
    assert "set by hand" in page
    assert len(current_catalogue().catalogue.find("Scan", "1E").cards[0].printings) == 1
    assert back.status_code == 302
    assert world.ask("member", "POST", f"/cards/{scan}/correct/").status_code == 404


@pytest.mark.req("DECK-58")
def test_officers_put_a_card_on_a_list_end_it_and_remove_it(world):
    line = {
        "act": "add",
        "list": "banned",
        "edition": "1E",
        "rules": "open",
        "title": "Far Outpost",
        "announced": "2026-01-01",
        "in_force": "2026-01-02",
        "source": "<b>Article</b>",
    }

    wrong = world.ask("head", "POST", "/desk/cards/lists/", {**line, "title": "Farr"})
    bad = world.ask("head", "POST", "/desk/cards/lists/", {**line, "in_force": "soon"})
    added = world.ask("head", "POST", "/desk/cards/lists/", line)
    page = one_line(world.ask("head", "GET", "/desk/cards/lists/").content.decode())
    key = card_list_lines()[0].key
    ended = world.ask(
        "head", "POST", "/desk/cards/lists/", {"act": "end", "line": key, "until": "2026-02-01"}
    )
    key = card_list_lines()[0].key
    gone = world.ask("head", "POST", "/desk/cards/lists/", {"act": "remove", "line": key})

    assert (wrong.status_code, bad.status_code) == (422, 422)
    assert "The nearest: Far Outpost" in one_line(wrong.content.decode())
    assert 'value="Farr"' in wrong.content.decode()
    assert added.status_code == ended.status_code == gone.status_code == 302
    assert "announced 1 Jan 2026" in page
    assert "&lt;b&gt;Article" in page
    assert card_list_lines() == ()
    assert world.ask("member", "GET", "/desk/cards/lists/").status_code == 404
