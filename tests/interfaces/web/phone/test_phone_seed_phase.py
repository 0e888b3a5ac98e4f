"""Seeding and *Have I won?* on two phones."""

import pytest
from tests.interfaces.web.page_source import one_line
from tests.interfaces.web.phone.phone_user import hand
from tests.services.eventlog.table_driver import AtTheTable
from tests.world import NOW

from padd.core.model import Edition, PairingStyle
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import SYSTEM
from padd.services.cards import card_import
from padd.services.decks.deck_terms import copy_identity

pytestmark = [pytest.mark.django_db, pytest.mark.req("R11")]


def table(**more):
    chosen = {"edition": "1E", "rules": "otf-beta-1"} | more
    day = AtTheTable(("kirk", "khan"), **chosen)
    day.publish()
    return day


def seeding(day):
    return day.round.tables[1].seeding


def press(phone, kind, key, **fields):
    return phone.post(f"seeding/{kind}/", {"key": f"{key}-{phone.player}", **fields})


def both_done(kirk, khan, step):
    for phone in (kirk, khan):
        key = f"done-{step}-{phone.player}"
        done = press(phone, "place", key, step=step, done="yes")
        assert done.status_code == 302, done.content


@pytest.mark.req("OTF-1", "OTF-2", "OTF-6", "OTF-14", "OTF-15", "AMB-107")
def test_two_phones_go_through_the_steps_and_only_seals_reach_the_log():
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
    assert "<b><bdi>Kirk</bdi></b> done, " in one_line(waiting)


@pytest.mark.req("OTF-14", "AMB-107")
def test_an_encountered_card_is_opened_from_the_phone_that_sealed_it():
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
    assert [(card.title, card.fits) for card in seeding(day).opened] == [("Armus", True)]
    assert "Armus" in khan.text("seeding/")


def seeded(kirk, khan, cards):
    """Bring two phones to the end of seeding; cards by step, of both in one field."""
    press(kirk, "first", "f", first="kirk")
    for step in range(6):
        for phone in (kirk, khan):
            mine = {
                field.removeprefix(f"{phone.player}:"): text
                for field, text in cards.get(step, {}).items()
                if field.startswith(f"{phone.player}:")
            }
            done = press(phone, "place", f"s{step}", step=step, done="yes", **mine)
            assert done.status_code == 302, done.content


def met_in_turn(page):
    """Return the titles under the missions in the order of the page."""
    part = page.partition('id="order-title"')[2].partition("</section>")[0]
    return [bit.partition("</bdi>")[0] for bit in part.split("<b><bdi>")[1:]]


def open_all(phone, step, mission, cards):
    for at in range(cards):
        key = f"o{step}{at}"
        press(phone, "open", key, step=step, mission=mission, position=at)


@pytest.mark.req("EX-OTF-1", "OTF-6", "OTF-7", "OTF-10", "OTF-13")
def test_under_a_mission_the_opponents_stack_is_met_before_the_own_one():
    day = table(online=True)
    kirk, khan = hand(day, "kirk"), hand(day, "khan")

    seeded(
        kirk,
        khan,
        {
            1: {"kirk:place-1": "1", "kirk:kind-1": "planet"},
            2: {"khan:titles-1": "x\ny\nz"},
            4: {"kirk:titles-1": "p\nq"},
        },
    )
    sealed = met_in_turn(khan.text("seeding/"))
    open_all(khan, step=2, mission=1, cards=3)
    open_all(kirk, step=4, mission=1, cards=2)

    assert sealed == ["x", "y", "z"]
    assert met_in_turn(kirk.text("seeding/")) == ["x", "y", "z", "p", "q"]


@pytest.mark.req("EX-OTF-2", "OTF-8", "OTF-9", "OTF-13", "AMB-101")
def test_under_a_shared_mission_cards_alternate_from_its_lower_card():
    day = table(online=True)
    kirk, khan = hand(day, "kirk"), hand(day, "khan")
    face = {"place-1": "4", "kind-1": "space"}
    both = {f"{who}:{k}": v for who in ("kirk", "khan") for k, v in face.items()}

    seeded(
        kirk,
        khan,
        {
            1: both,
            3: {"kirk:titles-4": "a1", "khan:titles-4": "b1\nb2\nb3", "khan:lower-4": "khan"},
        },
    )
    open_all(khan, step=3, mission=4, cards=3)
    open_all(kirk, step=3, mission=4, cards=1)

    assert met_in_turn(kirk.text("seeding/")) == ["b1", "a1", "b2", "b3"]


@pytest.mark.req("OTF-3", "OTF-11", "OTF-12")
def test_titles_are_announced_after_the_step_by_the_first_player_first():
    day = table(online=True)
    kirk, khan = hand(day, "kirk"), hand(day, "khan")
    press(kirk, "first", "f", first="khan")
    doors = {"titles-0": "Q-Flash", "face-down": "2"}

    press(kirk, "place", "d", step=0, done="yes", **doors)
    early = press(kirk, "announce", "a", step=0)
    press(khan, "place", "d", step=0, done="yes", **{"titles-0": "Door\nSpacedoor"})
    before_khan = press(kirk, "announce", "b", step=0)
    press(khan, "announce", "a", step=0)
    after_khan = press(kirk, "announce", "c", step=0)
    page = one_line(kirk.text("seeding/"))

    assert (early.status_code, before_khan.status_code) == (422, 422)
    assert "Khan goes first." in before_khan.content.decode()
    assert after_khan.status_code == 302
    first = page.index("2 cards face up: <bdi>Door</bdi>, <bdi>Spacedoor</bdi>")
    second = page.index("1 card face up, 2 cards face down: <bdi>Q-Flash</bdi>")
    assert first < second


@pytest.mark.req("OTF-3", "OTF-11", "OTF-12")
def test_in_person_the_page_says_who_announces_how_many_and_keeps_no_titles():
    day = table()
    kirk, khan = hand(day, "kirk"), hand(day, "khan")
    seeded(kirk, khan, {5: {"kirk:count-0": "3", "khan:face-down": "1"}})

    page = one_line(kirk.text("seeding/"))

    first = page.index("Facilities: <b><bdi>Kirk</bdi></b>, 3 cards face up")
    second = page.index("Facilities: <b><bdi>Khan</bdi></b>, 1 card face down")
    assert first < second
    assert "Announce my titles" not in page


@pytest.mark.req("OTF-4")
def test_the_mission_phase_takes_missions_as_they_lie_on_the_spaceline():
    day = table()
    kirk, khan = hand(day, "kirk"), hand(day, "khan")
    press(kirk, "first", "f", first="kirk")
    both_done(kirk, khan, 0)
    mine = {"place-1": "1", "kind-1": "planet", "points-1": "30*"}
    mine |= {"place-2": "4", "kind-2": "both", "universal-2": "yes"}

    page = kirk.text("seeding/")
    press(kirk, "place", "m", step=1, done="yes", **mine)
    press(khan, "place", "m", step=1, **{"place-1": "4", "kind-1": "both"})
    shown = one_line(khan.text("seeding/"))

    assert "Seed missions as the rulebook says." in page
    assert "1 Planet: Kirk’s, unique, 30* points" in shown
    assert "4 Planet and Space: shared" in shown


@pytest.mark.req("OTF-19", "EX-DECK-3")
def test_a_third_copy_that_is_not_seeded_like_a_dilemma_is_no_third_copy():
    day = table(online=True)
    kirk, khan = hand(day, "kirk"), hand(day, "khan")

    seeded(
        kirk,
        khan,
        {
            0: {"kirk:titles-0": "Q-Flash"},
            1: {"khan:place-1": "2", "khan:kind-1": "space"},
            2: {"kirk:titles-2": "Q-Flash\nQ-Flash"},
        },
    )

    assert seeding(day).placed[2]["kirk"].counts == {2: 2}


@pytest.mark.req("OTF-14")
def test_a_form_that_is_sent_twice_places_the_same_cards():
    day = table(online=True)
    kirk, khan = hand(day, "kirk"), hand(day, "khan")
    press(kirk, "first", "f", first="kirk")
    cards = {"step": 0, "titles-0": "Door"}

    press(kirk, "place", "same", **cards)
    again = press(kirk, "place", "same", **cards)
    press(kirk, "place", "d", done="yes", **cards)
    press(khan, "place", "d", step=0, done="yes")
    press(kirk, "announce", "a", step=0)

    assert again.status_code == 302
    assert [card.fits for card in seeding(day).opened] == [True]


@pytest.mark.req("OTF-18", "DECK-16", "EX-DECK-3")
def test_three_copies_of_a_dilemma_are_refused_on_the_phone():
    day = table(online=True)
    kirk, khan = hand(day, "kirk"), hand(day, "khan")
    press(kirk, "first", "f", first="kirk")
    both_done(kirk, khan, 0)
    press(khan, "place", "m", step=1, done="yes", **{"place-1": 2, "kind-1": "space"})
    press(kirk, "place", "m", step=1, done="yes")

    three = press(kirk, "place", "c", step=2, **{"titles-2": "Armus\nArmus\nArmus"})

    assert three.status_code == 422
    page = three.content.decode()
    assert "more than 2 times" in page
    assert ">Armus\nArmus\nArmus</textarea>" in page


@pytest.mark.req("OTF-20", "EX-OTF-3", "AMB-102")
def test_the_phone_answers_whether_a_mission_may_be_attempted():
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
def test_have_i_won_names_what_is_missing_and_prepares_the_report():
    day = table()
    kirk = hand(day, "kirk")

    missing = kirk.text("victory/?regular=75&bonus=40&opponent=60&planet=2")
    met = kirk.text("victory/?regular=100&opponent=60&planet=1&space=1")

    assert "Not yet: 1 condition missing" in " ".join(missing.split())
    assert "115 points are counted." in missing
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
def test_have_i_won_is_there_for_every_rules_set(edition, rules):
    day = table(edition=edition, rules=rules)

    page = hand(day, "kirk").text("victory/?regular=10")

    assert "Not yet" in page


def test_a_tribbles_event_has_no_page_of_conditions_to_win():
    day = AtTheTable(
        ("kirk", "khan", "data", "quark"),
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=5,
    )
    day.publish()

    assert hand(day, "kirk").get("victory/").status_code == 404


@pytest.mark.req("FMT-25")
def test_other_rules_sets_have_no_seeding_page():
    day = table(rules="open")

    assert hand(day, "kirk").get("seeding/").status_code == 404


@pytest.mark.req("DECK-17", "OTF-18", "OTF-22", "AMB-104")
def test_a_converted_card_counts_as_a_copy_where_cards_are_known():
    data = (
        b"title,set,number,rarity,type,from_2e\n"
        b"Emok,LFL,27,V,Dilemma,\n"
        b"Emok 2E (Second Edition),alpha,237,C,Dilemma,yes\n"
    )
    file = card_import.upload_card_file(by=SYSTEM, now=NOW, name="cards.csv", data=data)
    card_import.activate_card_file(by=SYSTEM, now=NOW, file=file)
    day = table(online=True)
    state = day.state

    one = copy_identity(state, rulebook("opg-5"), NOW)

    assert one("Emok") == one("EMOK")
    assert one("Emok") == one("Emok 2E (Second Edition)")
    assert one("Emok") != one("Armus")


@pytest.mark.req("SWISS-94", "AMB-19", "FMT-37")
def test_missions_of_have_i_won_fill_in_the_report_when_time_is_called():
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
