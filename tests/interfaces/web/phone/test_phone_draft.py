"""The draft and the pool on phones: one's own cards, nobody else's."""

import re

import pytest
from django.utils import timezone
from tests.interfaces.web.phone.phone_user import hand
from tests.services.limited.draft_day import SIX, DraftDay

from padd.core.eventlog.actions.limited import BuildingStarted
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import player_passes

pytestmark = pytest.mark.django_db
FIELD = re.compile(r'name="(key|pack|turn)" value="(\w+)"')
TITLE = re.compile(r'data-title="([^"]+)"')


def drafting():
    day = DraftDay()
    day.seal(packs=2)
    day.deal()
    return day


def take(phone, card=0):
    fields = dict(FIELD.findall(phone.text("draft/")))
    answer = phone.post("draft/pick/", fields | {"card": card})
    return int(answer.status_code)


@pytest.mark.req("FMT-7", "FMT-61")
def test_a_phone_shows_the_own_pack_and_takes_a_card_with_two_presses():
    day = drafting()
    phones = {name: hand(day, name) for name in SIX}

    before = phones["data"].text("draft/")
    done = {name: take(phone) for name, phone in phones.items()}
    after = phones["data"].text("draft/")

    assert "Pick 1 of 9" in before
    assert "Pack 1 passes to the left" in before
    assert len(TITLE.findall(before)) == 9
    assert set(done.values()) == {302}
    assert "Pick 2 of 9" in after
    assert "Your 1 pick" in after
    assert len(TITLE.findall(after)) == 8


@pytest.mark.req("FMT-61")
def test_nobody_sees_the_pack_of_a_neighbour():
    day = drafting()
    pages = {name: hand(day, name).text("draft/") for name in SIX}
    limited = day.state.limited
    assert limited is not None

    for name, page in pages.items():
        seat = day.seat(name)
        own = {card.title for card in seat.table.cards[1, seat.number]}
        assert set(map(unescaped, TITLE.findall(page))) == own


@pytest.mark.req("FMT-61")
def test_a_new_link_opens_the_same_seat_and_the_lost_phone_is_out():
    day = drafting()
    lost = hand(day, "data")
    take(lost, 2)
    before = lost.text("draft/")

    player_passes.renew_pass(by=SYSTEM, now=timezone.now(), event_id=day.id, player="data")
    after = hand(day, "data").text("draft/")

    assert TITLE.findall(after) == TITLE.findall(before)
    assert re.search(r'value="2"[^>]* checked', after)
    assert lost.get("draft/").status_code == 302


def unescaped(title):
    return title.replace("&#39;", "'").replace("&amp;", "&")


@pytest.mark.req("FMT-60")
def test_a_card_that_is_gone_is_refused_in_words():
    day = drafting()
    phones = {name: hand(day, name) for name in SIX}
    fields = dict(FIELD.findall(phones["data"].text("draft/")))
    for phone in phones.values():
        take(phone)

    late = phones["data"].post("draft/pick/", fields | {"card": 1, "key": "another"})

    assert late.status_code == 409
    assert "This turn is over" in late.content.decode()


@pytest.mark.req("FMT-9", "FMT-60")
def test_the_pool_registers_a_deck_of_own_cards_only():
    day = DraftDay(("data", "worf"), format_="sealed")
    day.seal(packs=2, kind="booster")
    day.deal()
    day.do(BuildingStarted())
    phone = hand(day, "data")
    names = re.findall(r'name="(card [^"]+)"', phone.text("pool/"))

    good = phone.post("pool/", {names[0]: "1", "do": "register"})
    bad = phone.post("pool/", {"card Ace of Spades||": "1", "do": "register"})

    assert good.status_code == 302
    assert "Registered" in phone.text("pool/")
    assert bad.status_code == 422
    assert "0 in your pool" in bad.content.decode()


@pytest.mark.req("DECK-4", "DECK-34", "DECK-36")
def test_a_decipher_pool_takes_three_commons_and_no_other_card():
    day = DraftDay(
        ("data", "worf"), format_="sealed", book="decipher-1998", edition="1E", rules="decipher"
    )
    day.seal(packs=2, kind="booster")
    day.deal()
    day.do(BuildingStarted())
    phone = hand(day, "data")

    added = [phone.post("pool/", {"add": "Tea"}).status_code for _ in range(4)]
    traded = phone.post("pool/", {"card Ace of Spades||": "1", "do": "register"})

    assert added == [302, 302, 302, 422]
    assert traded.status_code == 422
    page = traded.content.decode()
    assert "Ace of Spades: 1 in the deck, 0 in your pool." in page
    assert "DTG §II.A.III" in page


@pytest.mark.req("FMT-59")
def test_a_player_adds_a_word_before_the_deal():
    day = DraftDay()
    day.seal()

    hand(day, "data").post("word/", {"word": "tea"})

    assert day.state.limited is not None
    assert day.state.limited.words == {"data": "tea"}
