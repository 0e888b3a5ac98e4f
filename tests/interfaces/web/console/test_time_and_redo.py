"""More time for a whole round, redo beside undo, penalties that explain themselves."""

import re

import pytest
from tests.interfaces.web.console.console_requests import in_round_one, players
from tests.interfaces.web.page_source import one_line

from padd.presentation.conduct.conduct_in_play import INFRACTIONS

pytestmark = pytest.mark.django_db


def test_minutes_are_added_for_every_table_at_once():
    desk = in_round_one()
    desk.act("clock.started", number=1)
    before = desk.state.rounds[0].clock.minutes

    page = desk.act("clock.extended", number=1, minutes="7")

    assert desk.state.rounds[0].clock.minutes == before + 7
    assert "added 7 minutes for every table" in page.lower()


def test_redo_stands_beside_undo_and_undo_says_what_it_undid():
    desk = in_round_one()
    desk.act("result.entered", number=1, table=1, ending="complete", a="100", b="30")
    (at,) = re.findall(r'name="sequences" value="(\d+)">\s*<button[^>]*data-undo', desk.page())

    undone = desk.act("action.undone", sequences=at)
    open_again = not desk.state.rounds[0].tables[1].settled
    redone = desk.act("action.redone", sequences=at)
    log = desk.page("log/")

    assert "Undone: entered table 1" in undone
    assert "undid: entered table 1" in log
    assert "redid: entered table 1" in log
    assert "Redo<" in undone
    assert open_again
    assert desk.state.rounds[0].tables[1].settled
    assert "Redo<" not in redone


@pytest.mark.req(
    *("COND-39", "COND-40", "COND-41", "COND-42", "COND-43", "COND-44", "COND-45"),
    *("COND-46", "COND-47", "COND-48", "COND-49", "COND-50", "COND-51"),
)
def test_every_infraction_is_offered_with_its_meaning_and_examples():
    desk = in_round_one()

    page = desk.page("penalties/")

    offered = re.findall(r'name="infraction" value="(\w+)"', page)
    assert offered == list(INFRACTIONS)
    for words in INFRACTIONS.values():
        assert words.name in page
        assert words.means in page
        assert words.examples in page


def test_the_level_of_a_penalty_is_a_sum():
    desk = in_round_one()
    one, _ = players(desk)
    desk.act("penalty.given", player=one, infraction="B1", level="1", sure="yes")

    page = desk.page(f"penalties/?player={one}&infraction=B1&intent=yes")

    panel = page.partition('id="level"')[2].partition("</table>")[0]
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", one_line(panel))
    assert cells[:6] == [*("Listed for B1", "1", "Intent", "+1", "Repeats of B1", "+1")]
    assert "Game Loss" in cells[6]
    assert cells[7] == "<b>3</b>"


def test_a_penalty_that_lacks_its_reason_keeps_the_level_that_was_chosen():
    desk = in_round_one()
    one, _ = players(desk)
    typed = {"player": one, "infraction": "B1", "level": "3", "key": "k", "sure": "once"}
    typed["back"] = f"{desk.home}penalties/"

    answer = desk.client.post(f"{desk.home}act/penalty.given/", typed)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert re.search(r'name="level" value="3" checked', page)


def test_the_projector_is_one_press_from_the_rail():
    desk = in_round_one()

    page = desk.page()

    assert f'href="/events/{desk.event}/projector/"' in page
