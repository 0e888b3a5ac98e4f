"""The form of a result: what it offers first, what it asks, and where it refuses."""

import re

import pytest
from tests.interfaces.web.console.console_requests import in_round_one, players

pytestmark = pytest.mark.django_db


def checked(page):
    """Return the endings that a page has preselected."""
    return re.findall(r'name="ending" value="([\w-]+)"[^>]* checked', page)


def refused(desk, **typed):
    """Send a result of table 1 that is not taken, and return the page."""
    fields = {"key": "k-refused", "number": "1", "table": "1", **typed}
    answer = desk.client.post(f"{desk.home}act/result.entered/", fields)
    assert answer.status_code == 422
    return str(answer.content.decode())


def test_time_is_preselected_once_time_was_called():
    desk = in_round_one()
    before = checked(desk.page("?open=1"))

    desk.act("clock.started", number=1)
    desk.act("clock.ended", number=1)

    assert before == ["complete"]
    assert checked(desk.page("?open=1")) == ["time"]


def test_a_concession_is_entered_by_who_conceded():
    desk = in_round_one()
    one, other = players(desk)

    desk.act("result.entered", number=1, table=1, ending="concession", conceded=one)

    match = desk.state.rounds[0].tables[1].match
    assert (str(match.ending), match.winner) == ("concession", other)
    assert f'name="conceded" value="{one}" checked' in desk.page("?open=1")


@pytest.mark.req("COND-58")
def test_beside_a_concession_the_way_to_refuse_it_is_shown():
    desk = in_round_one()

    page = desk.page("?open=1")
    advised = desk.page("penalties/?infraction=C2")

    assert "You may refuse the concession (OPG5 §7.9)" in page
    assert "penalties/?infraction=C2#give" in page
    assert 'value="C2" checked' in advised


def test_missions_are_switches():
    desk = in_round_one()
    fields = {"ending": "time", "a": "60", "b": "40", "planet-a": "1", "space-a": "1"}

    desk.act("result.entered", number=1, table=1, **fields)

    match = desk.state.rounds[0].tables[1].match
    assert (match.missions[0].planet, match.missions[0].space) == (1, 1)
    assert (match.missions[1].planet, match.missions[1].space) == (0, 0)
    page = desk.page("?open=1")
    assert re.search(r'type="checkbox" name="planet-a" value="1" checked', page)
    assert re.search(r'type="checkbox" name="planet-b" value="1">', page)


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ({"ending": "complete", "a": "99999", "b": "0"}, "Is a score of 99999 right?"),
        ({"ending": "complete", "a": "60", "b": "40"}, "Was time called?"),
    ],
)
def test_what_looks_mistyped_is_asked_about_once_and_then_saved(typed, question):
    desk = in_round_one()

    asked = desk.act("result.entered", number=1, table=1, **typed)
    unsaved = not desk.state.rounds[0].tables[1].settled
    (seen,) = re.findall(r'name="asked" value="([^"]+)"', asked)
    desk.act("result.entered", number=1, table=1, asked=seen, **typed)

    assert question in asked
    assert unsaved
    assert desk.state.rounds[0].tables[1].settled


def test_another_score_than_the_one_asked_about_is_asked_about_again():
    desk = in_round_one()
    typed = {"ending": "complete", "a": "99998", "b": "0"}

    desk.act("result.entered", number=1, table=1, asked="complete:99999:0", **typed)

    assert not desk.state.rounds[0].tables[1].settled


def test_an_empty_box_is_not_0():
    desk = in_round_one()
    typed = {"ending": "complete", "a": "100", "b": ""}

    page = refused(desk, **typed)

    assert "One score is missing. If it is 0, enter 0." in page
    assert not desk.state.rounds[0].tables[1].settled


def test_a_refused_result_is_told_in_its_row_with_the_one_that_counts():
    desk = in_round_one()
    desk.act("result.entered", number=1, table=1, ending="complete", a="100", b="30")

    page = refused(desk, ending="complete", a="100", b="35")

    row = page[page.index('id="table-1"') :]
    row = row[: row.index("</tr>")]
    assert "Saved now: <b>100–30</b>" in row.replace("\u2060", "")
    assert "You typed <b>100–35</b>." in row
    assert 'value="35"' in row
    assert 'id="refused"' not in page
