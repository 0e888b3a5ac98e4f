"""What a director meets who runs an event for the first time, page by page."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from tests.interfaces.web.console.console_kinds import console
from tests.interfaces.web.console.console_requests import in_round_one
from tests.interfaces.web.page_source import one_line
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.model import Edition, PairingStyle
from padd.presentation.eventlog.clock import AT_TIME, IN_PODS
from padd.services import eventlog
from padd.services.access import laptop_sign_in

pytestmark = pytest.mark.django_db

ELEVEN = "\n".join(f"Player {letter}" for letter in "ABCDEFGHIJK")
NEXT_TITLE = re.compile(r'id="next-title">([^<]*)')


def tribbles(names=ELEVEN):
    return console(Edition.TRIBBLES, PairingStyle.TRIBBLES, 5, names)


def in_order(page):
    return re.findall(r'class="name"><bdi>([^<]*)', page)


def test_accents_do_not_send_a_name_to_the_foot_of_the_list():
    desk = console(Edition.SECOND, PairingStyle.SWISS, 3, "Zoe\nÉmile\nÅsa\nAda")

    assert in_order(desk.page("check-in/")) == ["Ada", "Åsa", "Émile", "Zoe"]


def test_a_first_round_says_once_that_it_is_drawn_at_random():
    desk = console(Edition.SECOND, PairingStyle.SWISS, 3, "Ada\nBea\nCy")
    desk.post("draw/")

    assert desk.page("pairings/").count("Round 1 is drawn at random.") == 1


def test_pods_are_called_pods_wherever_a_tribbles_event_is_drawn():
    desk = tribbles()

    drawn = one_line(desk.post("draw/"))
    page = one_line(desk.page("pairings/"))

    assert "Drew the pods." in drawn
    assert "Pods of rounds 1 to 5" in page
    assert "Draw the pods again" in page
    assert "Pairings" not in page.partition("<h1>")[2].partition("</h1>")[0]


@pytest.mark.req("TRIB-13")
def test_a_called_time_is_red_and_says_what_players_do_now():
    desk, pods = in_round_one(), tribbles()
    pods.post("draw/")
    pods.act("round.published", number=1)

    for one in (desk, pods):
        one.act("clock.started", number=1)
        one.act("clock.ended", number=1)

    assert 'class="panel clock-panel over"' in desk.page()
    assert AT_TIME["equal-turns"] in desk.page()
    assert IN_PODS in pods.page()
    assert AT_TIME["equal-turns"] not in pods.page()
    assert IN_PODS in Client().get(f"/wall/?event={pods.event}").content.decode()


def test_nobody_is_let_into_a_first_round_that_is_closed():
    desk = console(Edition.SECOND, PairingStyle.SWISS, 3, "Ada\nBea\nCy")
    desk.post("draw/")
    desk.act("round.published", number=1)
    offered = desk.page("check-in/")
    desk.act("result.entered", number=1, table=1, ending="complete", a="100", b="30")
    desk.act("round.closed", number=1)

    closed = desk.page("check-in/")

    assert "who has the bye" in offered
    assert "who has the bye" not in closed
    assert "from round 2 on" in closed


def test_the_log_says_what_was_undone_and_names_nobody_twice():
    desk = in_round_one()
    desk.act("result.entered", number=1, table=1, ending="complete", a="100", b="30")
    last = eventlog.snapshot_event(event_id=desk.event).sequence

    desk.act("action.undone", sequences=str(last))
    log = one_line(desk.page("log/"))

    assert "undid: entered table 1, 100" in log
    assert "The director, director" not in log
    assert "The director</b> entered table 1" in log


def test_the_projector_is_the_page_that_the_rail_marks():
    desk = in_round_one()
    page = one_line(desk.client.get(f"/events/{desk.event}/projector/").content.decode())

    marked = re.findall(r'<a href="([^"]*)"[^>]*aria-current="page"', page)

    assert marked
    assert all(link.endswith("/projector/") for link in marked)


def test_place_and_prizes_say_that_they_are_saved():
    desk = in_round_one()

    page = desk.post("settings/place/", venue="", prizes="First: a mug")

    assert "Saved place and prizes." in page


def test_a_dropped_player_is_offered_no_bye():
    desk = in_round_one()
    player = next(iter(desk.state.players))
    before = desk.page(f"players/{player}/")

    desk.act("player.dropped", player=player, sure="once")

    assert "Earned byes" in before
    assert "Earned byes" not in desk.page(f"players/{player}/")


def test_the_reason_that_a_penalty_lacks_is_asked_for_beside_the_level():
    desk = in_round_one()
    player = next(iter(desk.state.players))
    typed = {"player": player, "infraction": "B2", "level": "3", "key": "k"}
    typed["back"] = f"{desk.home}penalties/"

    answer = desk.client.post(f"{desk.home}act/penalty.given/", typed)

    assert answer.status_code == 422
    panel = answer.content.decode().partition('id="level"')[2].partition("</section>")[0]
    assert "Give a reason for deciding differently." in one_line(panel)
    assert 'name="reason"' in panel


def next_title(client, address):
    page: Any = client.get(address)
    found = NEXT_TITLE.search(page.content.decode())
    assert found, address
    return found[1]


@pytest.mark.req("ONL-16")
def test_every_page_of_an_online_event_has_the_same_next_step():
    for deadline, title in (
        (timezone.now() + timedelta(days=3), "2 games of round 1 are open"),
        (timezone.now() - timedelta(hours=1), "Decide table 1: the deadline passed"),
    ):
        day = AtTheTable(online=True)
        day.draw()
        day.do(RoundPublished(number=1, deadline=deadline.isoformat()))
        director = Client(REMOTE_ADDR="127.0.0.1")
        director.post(f"/enter/{laptop_sign_in.create_sign_in_link(now=timezone.now())}/")
        at = f"/events/{day.id}/run/"

        titles = {
            next_title(director, f"{at}{page}")
            for page in ("", "pairings/", "open-games/", "standings/", "settings/")
        }

        assert titles == {title}


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Lantern Open", "event"),
        ("Rhine Valley Regional 2026, the long way round", "event long"),
        ("The Alpha Quadrant Championship of Everybody Who Could Come 2026", "longest"),
    ],
)
def test_a_long_name_of_an_event_gets_smaller_on_the_wall(name, size):
    desk = in_round_one()
    desk.act("event.amended", name=name, minutes="60")

    wall = Client().get(f"/wall/?event={desk.event}").content.decode()

    assert f'{size}"><bdi>{name}</bdi>' in wall


def test_the_home_page_calls_a_round_of_a_bracket_by_its_name():
    desk = in_round_one(style=PairingStyle.SINGLE_ELIMINATION)

    home = one_line(desk.client.get("/").content.decode())

    assert "<b>Quarter-finals</b>" in home
    assert "Round 1 of" not in home
