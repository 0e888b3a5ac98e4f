"""Seeding and *Have I won?* on two phones."""

from __future__ import annotations

from typing import Any

import pytest
from tests.interfaces.web.phone.phone_user import Hand, hand
from tests.services.eventlog.table_driver import AtTheTable
from tests.world import NOW

from padd.core.model import Edition
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import SYSTEM
from padd.services.cards import card_import
from padd.services.decks.seeded_cards import identity_of

pytestmark = [pytest.mark.django_db, pytest.mark.req("R11")]


def table(**more: Any) -> AtTheTable:
    chosen = {"edition": "1E", "rules": "otf-beta-1"} | more
    day = AtTheTable(("kirk", "khan"), **chosen)
    day.publish()
    return day


def seeding(day: AtTheTable) -> Any:
    return day.round.tables[1].seeding


def press(phone: Hand, kind: str, key: str, **fields: Any) -> Any:
    return phone.post(f"seeding/{kind}/", {"key": f"{key}-{phone.player}", **fields})


def both_done(kirk: Hand, khan: Hand, step: int) -> None:
    for phone in (kirk, khan):
        key = f"done-{step}-{phone.player}"
        done = press(phone, "place", key, step=step, done="yes")
        assert done.status_code == 302, done.content


@pytest.mark.req("OTF-1", "OTF-2", "OTF-6", "OTF-14", "OTF-15", "AMB-107")
def test_two_phones_go_through_the_steps_and_only_seals_reach_the_log() -> None:
    day = table(online=True)
    kirk, khan = hand(day, "kirk"), hand(day, "khan")

    press(kirk, "first", "f", first="kirk")
    both_done(kirk, khan, 0)
    mission = {"place-1": 1, "kind-1": "planet", "points-1": "35"}
    press(kirk, "place", "m", step=1, done="yes", **mission)
    other = {"place-1": 2, "kind-1": "space", "points-1": "40"}
    press(khan, "place", "m", step=1, done="yes", **other)
    press(kirk, "place", "c", step=2, done="yes", **{"titles-2": "Armus\nMicrovirus"})
    waiting = khan.text("seeding/")
    press(khan, "place", "c", step=2, done="yes")

    log = str(day.state)
    assert seeding(day).step == 3
    assert "Armus" not in log
    assert "Armus" not in khan.text("seeding/")
    assert "Armus" in kirk.text("seeding/")
    assert "Kirk: done" in " ".join(waiting.split())


@pytest.mark.req("OTF-14", "AMB-107")
def test_an_encountered_card_is_opened_from_the_phone_that_sealed_it() -> None:
    day = table(online=True)
    kirk, khan = hand(day, "kirk"), hand(day, "khan")
    press(kirk, "first", "f", first="")
    both_done(kirk, khan, 0)
    mission = {"place-1": 2, "kind-1": "space"}
    press(khan, "place", "m", step=1, done="yes", **mission)
    press(kirk, "place", "m", step=1, done="yes")
    press(kirk, "place", "c", step=2, done="yes", **{"titles-2": "Armus"})
    press(khan, "place", "c", step=2, done="yes")

    opened = press(kirk, "open", "o", step=2, mission=2, position=0)

    assert opened.status_code == 302
    assert [(card.title, card.fits) for card in seeding(day).opened] == [
        ("Armus", True)
    ]
    assert "Armus" in khan.text("seeding/")


@pytest.mark.req("OTF-18", "DECK-16", "EX-DECK-3")
def test_three_copies_of_a_dilemma_are_refused_on_the_phone() -> None:
    day = table(online=True)
    kirk, khan = hand(day, "kirk"), hand(day, "khan")
    press(kirk, "first", "f", first="kirk")
    both_done(kirk, khan, 0)
    press(khan, "place", "m", step=1, done="yes", **{"place-1": 2, "kind-1": "space"})
    press(kirk, "place", "m", step=1, done="yes")

    three = press(kirk, "place", "c", step=2, **{"titles-2": "Armus\nArmus\nArmus"})

    assert three.status_code == 422
    assert "more than 2 times" in three.content.decode()


@pytest.mark.req("OTF-20", "EX-OTF-3", "AMB-102")
def test_the_phone_answers_whether_a_mission_may_be_attempted() -> None:
    day = table()
    kirk, khan = hand(day, "kirk"), hand(day, "khan")
    press(kirk, "first", "f", first="kirk")
    both_done(kirk, khan, 0)
    mission = {"place-1": 2, "kind-1": "space", "points-1": "35"}
    press(khan, "place", "m", step=1, **mission)

    answer = " ".join(kirk.text("seeding/?attempt=2").split())
    own = " ".join(khan.text("seeding/?attempt=2").split())

    assert "<b>No.</b> You did not seed it" in answer
    assert "<b>Yes.</b> You seeded it." in own


@pytest.mark.req("OTF-25", "OTF-30", "EX-OTF-5")
def test_have_i_won_names_what_is_missing_and_prepares_the_report() -> None:
    day = table()
    kirk = hand(day, "kirk")

    missing = kirk.text("victory/?regular=75&bonus=40&opponent=60&planet=2")
    met = kirk.text("victory/?regular=100&opponent=60&planet=1&space=1")

    assert "Not yet: 1 condition missing" in " ".join(missing.split())
    assert "115 points count." in missing
    assert "All conditions are met" in met
    assert "ending=complete" in met


@pytest.mark.parametrize(
    ("edition", "rules"),
    [
        *(("1E", "otf"), ("1E", "open"), ("1E", "warp-speed"), ("2E", "standard")),
        *(("2E", "slipstream"), ("1E", "otf-beta-1")),
    ],
)
@pytest.mark.req("FMT-36", "FMT-37", "FMT-38")
def test_have_i_won_is_there_for_every_rules_set(edition: str, rules: str) -> None:
    day = table(edition=edition, rules=rules)

    page = hand(day, "kirk").text("victory/?regular=10")

    assert "Not yet" in page


@pytest.mark.req("FMT-25")
def test_other_rules_sets_have_no_seeding_page() -> None:
    day = table(rules="open")

    assert hand(day, "kirk").get("seeding/").status_code == 404


@pytest.mark.req("DECK-17", "OTF-18", "OTF-22", "AMB-104")
def test_a_converted_card_counts_as_a_copy_where_cards_are_known() -> None:
    data = (
        b"title,set,number,rarity,type,from_2e\n"
        b"Emok,LFL,27,V,Dilemma,\n"
        b"Emok 2E (Second Edition),alpha,237,C,Dilemma,yes\n"
    )
    file = card_import.bring(by=SYSTEM, now=NOW, name="cards.csv", data=data)
    card_import.take_into_use(by=SYSTEM, now=NOW, file=file)
    day = table(online=True)
    state = day.state

    one = identity_of(state, rulebook("opg-5"), NOW)

    assert one("Emok") == one("EMOK")
    assert one("Emok") == one("Emok 2E (Second Edition)")
    assert one("Emok") != one("Armus")


@pytest.mark.req("SWISS-94", "AMB-19", "FMT-37")
def test_missions_of_have_i_won_fill_in_the_report_when_time_is_called() -> None:
    day = AtTheTable(("kirk", "khan"), edition=Edition.SECOND)
    day.publish()
    khan = hand(day, "khan")
    me, _ = ("a", "b") if day.round.tables[1].players[0] == "khan" else ("b", "a")

    page = khan.text("victory/?regular=60&opponent=40&planet=1&either=1")
    first = page.split('href="')
    report = next(link for link in first if "ending=time" in link).split('"')[0]

    assert f"planet-{me}=1" in report
    assert f"space-{me}=1" in report
    assert khan.client.get(report.replace("&amp;", "&")).status_code == 200
