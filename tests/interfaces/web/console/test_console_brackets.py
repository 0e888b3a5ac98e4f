"""Brackets in the console: names of rounds, winners, who is out, their own page."""

import re
from datetime import UTC, datetime

import pytest
from tests.interfaces.web.console.console_kinds import ELEVEN, console
from tests.interfaces.web.page_source import one_line

from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.settings import EventAmended
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Edition, Game, PairingStyle
from padd.presentation.eventlog.event_bracket import first_turns
from padd.presentation.eventlog.event_view import EventView, Viewer
from padd.presentation.eventlog.round_tables import table_views
from padd.services import eventlog
from padd.services.access import actors

pytestmark = pytest.mark.django_db


def beside(desk, place):
    """Return a page of the event outside its console."""
    answer = desk.client.get(f"/events/{desk.event}/{place}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def view_of(desk):
    """Return the event as its staff sees it."""
    snapshot = eventlog.snapshot_event(event_id=desk.event)
    return EventView(snapshot, Viewer.STAFF, actors.SYSTEM, datetime.now(UTC))


@pytest.mark.req("BRKT-22")
def test_rounds_of_a_bracket_have_their_names_on_every_page():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3)

    before, drawn = desk.page(), desk.post("draw/")
    desk.act("round.published", number=1)
    on, paper = desk.page(), beside(desk, "paper/")
    public = beside(desk, "pairings/")
    log = desk.page("log/")

    assert "Pair the quarter-finals" in before
    assert all(word in before for word in ("Quarter-finals", "Semi-finals", "Final"))
    assert "Publish the quarter-finals" in drawn
    assert '<h2 id="tables-title">Quarter-finals</h2>' in on
    assert "Start the clock for the quarter-finals" in on
    assert "Quarter-finals" in paper
    assert "Pairings of the quarter-finals" in public
    assert "published the quarter-finals" in log
    assert not re.search("[Rr]ound 1", before + drawn + on + public + log)


@pytest.mark.req("BRKT-9", "BRKT-6")
def test_winners_are_marked_also_after_time_and_a_tie():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3)
    desk.post("draw/")
    desk.act("round.published", number=1)
    tables = desk.state.current.tables
    timed = {"a": "20", "b": "70", "ending": "time"}
    even = {"a": "40", "b": "40", "ending": "time"}

    desk.act("result.entered", number=1, table=1, **timed)
    tied = desk.act("result.entered", number=1, table=2, **even)

    view = view_of(desk)
    assert view.current is not None
    rows = {row.number: row for row in table_views(view, view.current)}
    winners = {
        number: [seat.player for seat in rows[number].seats if seat.won] for number in (1, 2)
    }
    assert tables[2].players == ("eve", "dee")
    assert winners == {1: [tables[1].players[1]], 2: ["dee"]}
    assert rows[2].chip.word == "Tied, to the higher seed"
    assert "Dee wins the match" in tied


@pytest.mark.req("BRKT-12")
def test_whoever_is_out_of_a_bracket_has_not_missed_a_game():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3)
    desk.post("draw/")
    desk.act("round.published", number=1)
    for table in desk.state.current.tables:
        score = {"a": "100", "b": "30", "ending": "complete"}
        desk.act("result.entered", number=1, table=table, **score)
    desk.act("round.closed", number=1)

    drawn = desk.post("draw/")
    desk.act("round.published", number=2)

    pages = drawn + desk.page() + desk.page("rounds/") + beside(desk, "pairings/")
    assert "Semi-finals" in pages
    assert "issed game" not in pages
    assert "Not in this round" not in pages


def test_an_event_without_a_bracket_has_no_page_of_one():
    desk = console(Edition.SECOND, PairingStyle.SWISS, 4)

    assert "run/bracket/" not in desk.page()
    assert desk.client.get(f"{desk.home}bracket/").status_code == 404


@pytest.mark.req("BRKT-10")
def test_the_bracket_has_a_page_in_the_rail_that_says_who_begins():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3)

    page = desk.page("bracket/")

    assert f'href="{desk.home}bracket/"' in desk.page()
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="bracket"' in page
    assert "<b>QF1</b>: draw at random who takes the first turn" in page
    assert "OPG5 §10.1" in page


@pytest.mark.req("BRKT-11", "AMB-44")
@pytest.mark.parametrize(
    ("games", "said", "rule"),
    [
        ("u", "{lower} chooses who starts game 2", "OPG5 §10.1"),
        ("l", "{upper} chooses who starts game 2", "OPG5 §10.1"),
        ("-", "{lower} chooses who starts game 2", "OPG5 §10, §10.1"),
        ("lu", "{lower} chooses who starts game 3", "OPG5 §10.1"),
        ("l-", "{lower} chooses who starts game 3", "OPG5 §10, §10.1"),
    ],
)
def test_the_loser_of_the_last_game_chooses_who_starts_the_next(games, said, rule):
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3)
    by = {"by": actors.SYSTEM, "now": datetime.now(UTC), "event_id": desk.event}
    eventlog.record_action(action=EventAmended(best_of=3), **by)  # type: ignore[arg-type]
    desk.post("draw/")
    desk.act("round.published", number=1)
    lower, upper = desk.state.current.tables[2].players
    won_by = {"u": upper, "l": lower, "-": None}
    outcome = GameOutcome(games=tuple(Game(winner=won_by[one]) for one in games))

    entered = ResultEntered(number=1, table=2, outcome=outcome)
    done = eventlog.record_action(action=entered, **by)  # type: ignore[arg-type]
    begins = first_turns(view_of(desk))

    assert isinstance(done, eventlog.Recorded)
    called = {"upper": upper.title(), "lower": lower.title()}
    assert [one.rule for one in begins if said.format(**called) in one.words] == [rule]


def test_results_of_a_bracket_are_entered_on_its_page():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3)
    before = desk.page("bracket/")
    desk.post("draw/")
    desk.act("round.published", number=1)
    listed, asked = desk.page("bracket/"), desk.page("bracket/?open=2")
    typed = {"number": 1, "table": 2, "a": "100", "b": "65", "ending": "complete"}
    on_page = {"back": f"{desk.home}bracket/", "then": "next-table", **typed}

    looked = desk.act("result.entered", look="yes", **on_page)
    after = desk.act("result.entered", **on_page)

    assert "Open matches" not in before
    assert 'href="?open=2#open"' in listed
    assert 'name="a"' not in listed
    assert 'href="?open=2#open"' not in asked
    assert f'href="{desk.home}bracket/" data-close' in one_line(asked)
    assert 'value="65"' in looked
    assert desk.state.current.tables[2].settled
    assert 'href="?open=2#open"' not in after
    assert '<input type="hidden" name="table" value="3">' in after


@pytest.mark.parametrize(("names", "offered"), [("Ada\nBen\nCleo", 0), (ELEVEN, 1)])
def test_a_swap_is_offered_only_where_there_is_another_place(names, offered):
    desk = console(Edition.TRIBBLES, PairingStyle.TRIBBLES, 5, names)
    desk.post("draw/")

    page = desk.page("pairings/")

    assert page.count("To swap two players") == offered
    assert ("data-swap=" in page) is bool(offered)


@pytest.mark.req("BRKT-4", "BRKT-27")
def test_a_director_posts_a_bracket_until_the_first_round_is_published():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3, "Ada\nBen\nCleo")
    usual = desk.page("bracket/")
    bad = desk.client.post(
        f"{desk.home}act/bracket.posted/",
        {"key": "bad", "back": f"{desk.home}bracket/", "matches": "F: Ada v Ben"},
    ).content.decode()
    ladder = "A: seed 1 v seed 2\nF: winner A v seed 3"

    posted = desk.act("bracket.posted", matches=ladder, back=f"{desk.home}bracket/")
    desk.post("draw/")
    desk.act("round.published", number=1)
    late = desk.page("bracket/")

    (table,) = desk.state.current.tables.values()
    assert "PI1: seed 2 v seed 3" in usual
    assert "Line 1 of the bracket can’t be read" in bad
    assert "F: Ada v Ben</textarea>" in bad
    assert "Back to the usual bracket" in posted
    assert "osted a bracket of 2 matches" in posted
    assert set(table.players) == {"ada", "ben"}
    assert "The bracket has been fixed since the event started." in late
    assert "Post this bracket" not in late


@pytest.mark.req("BRKT-4")
def test_a_bracket_is_posted_before_its_players_are_there():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 2, "Ada")

    desk.act("bracket.posted", matches="A: 2 v 3\nF: winner A v 1")

    assert "A: seed 2 v seed 3" in beside(desk, "bracket/")
