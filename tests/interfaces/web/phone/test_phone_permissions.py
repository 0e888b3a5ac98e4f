"""Who gets what at the addresses of padd.interfaces.web.phone.urls.

And the other way round: what the players' address of a laptop does not serve.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone
from tests.interfaces.web.phone.phone_user import hand
from tests.services.eventlog.table_driver import AtTheTable, timed

from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.players import PlayerAmended
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.model import PlayerId
from padd.interfaces.web.phone.urls import urlpatterns
from padd.services.access import laptop_sign_in
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import player_passes

pytestmark = [pytest.mark.django_db, pytest.mark.req("R11")]

NETWORK = "192.0.2.77"

# Who asks: v visitor, r player with a renewed pass, p player of the event,
# e player of another event. What comes: 2 a page, j to the door of the event,
# 4 nothing is here, m the method is refused, u refused in words.
TABLE = {
    ("GET", "phone-door"): {"v": "2", "r": "2", "p": "2", "e": "2"},
    ("POST", "phone-door"): {"v": "4", "r": "4", "p": "4", "e": "4"},
    ("GET", "phone-join"): {"v": "2", "r": "2", "p": "j", "e": "2"},
    ("POST", "phone-join"): {"v": "u", "r": "u", "p": "u", "e": "u"},
    ("GET", "phone-waiting"): {"v": "j", "r": "j", "p": "j", "e": "j"},
    ("POST", "phone-collect"): {"v": "j", "r": "j", "p": "j", "e": "j"},
    ("GET", "phone"): {"v": "j", "r": "j", "p": "2", "e": "j"},
    ("GET", "phone-derived"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("POST", "phone-report"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("POST", "phone-late"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("POST", "phone-start"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("POST", "phone-online"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("GET", "phone-arrange"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("POST", "phone-arrange"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("GET", "phone-appointment"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("POST", "phone-confirm"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("POST", "phone-dispute"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("POST", "phone-sign"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("GET", "phone-code"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("GET", "phone-sign-code"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("POST", "phone-pod"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("POST", "phone-pod-confirm"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("GET", "phone-card"): {"v": "j", "r": "j", "p": "2", "e": "j"},
    ("GET", "phone-standings"): {"v": "j", "r": "j", "p": "2", "e": "j"},
    ("GET", "phone-reason"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("GET", "phone-event"): {"v": "j", "r": "j", "p": "2", "e": "j"},
    ("GET", "phone-draft"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("GET", "phone-draft-state"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("POST", "phone-draft-pick"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("POST", "phone-word"): {"v": "j", "r": "j", "p": "j", "e": "j"},
    ("GET", "phone-pool-pdf"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("GET", "phone-pool"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("POST", "phone-pool"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("GET", "phone-deck"): {"v": "j", "r": "j", "p": "2", "e": "j"},
    ("POST", "phone-deck"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("GET", "phone-drop"): {"v": "j", "r": "j", "p": "2", "e": "j"},
    ("POST", "phone-film"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("POST", "phone-drop"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("GET", "phone-victory"): {"v": "j", "r": "j", "p": "2", "e": "j"},
    ("GET", "phone-seeding"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("POST", "phone-seeding-act"): {"v": "j", "r": "j", "p": "4", "e": "j"},
    ("POST", "phone-scenario"): {"v": "j", "r": "j", "p": "u", "e": "j"},
    ("POST", "phone-leave"): {"v": "j", "r": "j", "p": "j", "e": "j"},
}
CHANGES = frozenset(name for method, name in TABLE if method == "POST" and name != "phone-door")


def test_the_table_names_every_address_of_the_phones():
    assert {name for _, name in TABLE} == {one.name for one in urlpatterns}


def address(name, event):
    given: dict[str, tuple[str, ...]] = {
        "phone-door": (),
        "phone-sign-code": (event, "QQQQQQ"),
        "phone-scenario": (event, "deck-returned"),
        "phone-seeding-act": (event, "first"),
        "phone-reason": (event, "nobody"),
    }
    return reverse(name, args=given.get(name, (event,)))


def kind_of(answer):
    if answer.status_code == 302:
        return "j" if "/play/" in answer["Location"] else "?"
    return {200: "2", 404: "4", 405: "m", 422: "u"}.get(answer.status_code, "?")


@pytest.mark.long
def test_everybody_gets_what_the_table_says():
    wrong = []
    for (method, name), row in TABLE.items():
        day, other = AtTheTable(), AtTheTable()
        day.publish()
        other.publish()
        renewed = hand(day, "khan")
        player_passes.renew_pass(by=SYSTEM, now=day.now, event_id=day.id, player="khan")
        clients = {
            "v": Client(),
            "r": renewed.client,
            "p": hand(day, "kirk").client,
            "e": hand(other, "kirk").client,
        }
        for who, wanted in row.items():
            before = day.sequence
            answer = getattr(clients[who], method.lower())(address(name, day.id), {})
            if kind_of(answer) != wanted:
                wrong.append(f"{method} {name} {who}: {answer.status_code}")
            if who != "p":
                assert day.sequence == before, name
    assert wrong == []


def test_no_address_changes_anything_by_being_looked_at():
    day = AtTheTable()
    day.publish()
    phone = hand(day, "kirk").client

    pages = {"phone-join", "phone-drop", "phone-pool", "phone-deck", "phone-arrange"}
    for name in CHANGES - pages:
        assert phone.get(address(name, day.id)).status_code == 405, name


def patterns(found, before=""):
    """Give the address and the name of everything that is served."""
    for one in found:
        here = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, here)
        else:
            yield here, one.name or ""


def filled(pattern, event):
    """Return an address with something in each of its places."""
    plain = re.sub(r"<(?:slug|str|uuid):event>", event, pattern.lstrip("^"))
    return "/" + re.sub(r"<[^>]*>|\(\?P<[^>]*>[^)]*\)", "1", plain).rstrip("$")


PUBLIC_HERE = re.compile(
    r"^/(play/|$|calendar|search|theme|entry/|leave|read|event/|examples|static|"
    r"events/[^/]+/($|calendar\.ics|live|code|flyer|guest|pairings|standings|bracket|"
    r"info/$|now|results|packs/$|decks/$|draft/$)|"
    r"players/($|1/($|calendar|career|ratings|rivals|seasons|years|story|replay|card))|"
    r"venues/($|1/$)|packs/($|file)|rulebooks|cards/|decks/new|wall|too-large|"
    r"road/|badges/|championships/1/$|masters/|leagues/($|champions|1/($|league\.ics|missions|"
    r"table\.pdf|champion\.pdf))|"
    r"ratings|seasons|records|careers|people|profile|department)"
)
"""What a phone in the venue's network may find; everything else is for the staff."""


def test_the_players_address_serves_no_staff_page_at_all():
    day = AtTheTable()
    day.publish()
    secret = laptop_sign_in.create_sign_in_link(now=timezone.now())
    staff = Client()
    assert staff.post(f"/enter/{secret}/").status_code == 302
    assert staff.get(f"/events/{day.id}/run/").status_code == 200
    before, asked = day.sequence, 0

    for pattern, name in patterns(get_resolver().url_patterns):
        where = filled(pattern, day.id)
        if PUBLIC_HERE.match(where):
            continue
        asked += 1
        for method in ("get", "post"):
            answer = getattr(staff, method)(where, REMOTE_ADDR=NETWORK)
            assert answer.status_code == 404, (method, where, name)
    assert asked > 60
    assert day.sequence == before


def test_phones_and_public_pages_are_served_in_the_network():
    day = AtTheTable()
    day.publish()
    phone = hand(day, "kirk").client

    for where in (
        "/",
        "/play/",
        f"/play/{day.id}/",
        f"/play/{day.id}/standings/",
        f"/events/{day.id}/pairings/",
        f"/events/{day.id}/standings/",
    ):
        assert phone.get(where, REMOTE_ADDR=NETWORK).status_code == 200, where
    assert (
        phone.post(f"/play/{day.id}/drop/", {"key": "k"}, REMOTE_ADDR=NETWORK)
    ).status_code == 302


def test_a_helper_on_the_network_is_let_in_only_where_the_director_says_so(settings):
    day = AtTheTable()
    secret = laptop_sign_in.create_sign_in_link(now=timezone.now())
    staff = Client()
    staff.post(f"/enter/{secret}/")
    console = f"/events/{day.id}/run/"

    settings.STAFF_NETWORK = True

    # Even then the laptop's own sign-in works on the laptop alone.
    assert staff.get(console, REMOTE_ADDR=NETWORK).status_code == 403
    assert staff.get("/mine/", REMOTE_ADDR=NETWORK).status_code == 403


def test_the_staff_page_of_phones_shows_passes_and_does_what_it_says():
    day = AtTheTable()
    day.publish()
    secret = laptop_sign_in.create_sign_in_link(now=timezone.now())
    staff = Client()
    staff.post(f"/enter/{secret}/")
    where = f"/events/{day.id}/phones/"
    old = hand(day, "kirk")
    visitor = Client()
    visitor.post(f"/play/{day.id}/join/", {"player": "khan", "ask": "yes"})

    page = staff.get(f"{where}?player=kirk").content.decode()
    asked = re.search(r'name="request" value="(\w+)"', page)
    assert asked
    assert "PIN" in page
    staff.post(where, {"do": "let-in", "request": asked[1]})
    staff.post(where, {"do": "renew", "player": "kirk"})
    staff.post(where, {"do": "hide"})

    assert visitor.post(f"/play/{day.id}/collect/")["Location"] == f"/play/{day.id}/"
    assert old.get().status_code == 302
    assert player_passes.is_clinch_hidden(day.id)
    for client in (Client(), old.client):
        assert client.post(where, {"do": "show"}).status_code in {302, 403, 404}
    assert player_passes.is_clinch_hidden(day.id)


def test_a_player_sees_no_draft_and_no_other_claim():
    day = AtTheTable()
    day.publish()
    one = hand(day, day.round.tables[1].players[0])
    stranger = hand(day, day.round.tables[2].players[0])
    one.report(61, 43)
    assert "61–43" not in stranger.text()
    assert "61–43" not in stranger.text("standings/")
    for table in (1, 2):
        day.do(ResultEntered(number=1, table=table, outcome=timed(60, 40 - table)))
    day.do(RoundClosed(number=1))
    day.draw()

    page = one.text()

    assert "Round 2" not in re.sub(r"(?s)<header.*?</header>", "", page)


def test_a_hidden_name_is_on_no_phone_but_the_own(bare_world):
    child = bare_world.person("stargazer", name="Nova Bright", birth_year=2015)
    day = AtTheTable((child, "khan"))
    day.do(PlayerAmended(player=PlayerId(child), name="Nova Bright"))
    day.publish()
    own, other = hand(day, child), hand(day, "khan")

    for page in ("", "card/", "standings/", "day/"):
        assert "Nova" not in other.text(page), page
    assert "stargazer" in other.text()
    assert "Nova Bright" in own.text("card/")


@pytest.mark.parametrize("details", [{"birth_year": 2015}, {"hides_name": True}])
def test_the_door_calls_nobody_by_a_name_that_is_hidden(bare_world, details):
    child = bare_world.person("stargazer", name="Nova Bright", **details)
    day = AtTheTable((child, "khan", "spock", "gorn"))
    day.do(PlayerAmended(player=PlayerId(child), name="Nova Bright"))
    stranger = Client()

    door = stranger.get(f"/play/{day.id}/join/").content.decode()
    asked = stranger.post(
        f"/play/{day.id}/join/", {"player": child, "ask": "yes"}, follow=True
    ).content.decode()

    assert "stargazer" in door
    assert "stargazer" in asked
    for page in (door, asked):
        assert "Nova" not in page
        assert "Bright" not in page
