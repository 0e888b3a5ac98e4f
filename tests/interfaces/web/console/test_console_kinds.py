"""Brackets, pods and disputes are run from the same console."""

import pytest
from tests.interfaces.web.console.console_kinds import EIGHT, ELEVEN, console, differ
from tests.interfaces.web.page_source import one_line

from padd.core.model import Edition, PairingStyle

pytestmark = pytest.mark.django_db


def test_a_bracket_is_drawn_played_and_finished():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3)

    for number in (1, 2, 3):
        drawn = desk.post("draw/")
        assert '<svg xmlns="http://www.w3.org/2000/svg" class="bracket"' in drawn
        desk.act("round.published", number=number)
        for table in desk.state.current.tables:
            score = {"a": "100", "b": "30", "ending": "complete"}
            desk.act("result.entered", number=number, table=table, **score)
        desk.act("round.closed", number=number)
    desk.act("event.finished", sure="once")
    desk.act("prize.given", player="ada", what="A play mat")
    finish = one_line(desk.page("finish/"))
    wall = desk.client.get(f"/wall/?event={desk.event}").content.decode()
    report = desk.client.get(f"/events/{desk.event}/report/").content.decode()

    assert desk.state.finished_at is not None
    assert "Ada" in desk.page("standings/")
    assert 'data-now="bracket"' in wall
    assert "<bdi>Ada</bdi>: <bdi>A play mat</bdi>" in finish
    assert f"{desk.home}settings/" in report


@pytest.mark.req("AMB-41", "BRKT-14")
def test_a_bracket_of_twelve_begins_with_four_matches_of_the_lowest_seeds():
    twelve = EIGHT + "\nIda\nJan\nKit\nLeo"
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 4, twelve)

    desk.post("draw/")

    pairs = {frozenset(table.players) for table in desk.state.draft.tables.values()}
    assert pairs == {
        frozenset({"eve", "leo"}),
        frozenset({"finn", "kit"}),
        frozenset({"gus", "jan"}),
        frozenset({"hal", "ida"}),
    }


def test_pods_are_scored_on_a_pad():
    desk = console(Edition.TRIBBLES, PairingStyle.TRIBBLES, 1)
    desk.post("draw/")
    desk.act("round.published", number=1)
    (table,) = desk.state.current.tables.values()

    pad = desk.page("?open=1")
    scores = {f"scores.{p}": str(1000 * at) for at, p in enumerate(table.players)}
    desk.act("pod.scored", number=1, table=1, **scores)
    told = desk.page()
    wall = desk.client.get(f"/wall/?event={desk.event}").content.decode()
    room = desk.client.get(f"/events/{desk.event}/pairings/").content.decode()

    assert "+7,000" in wall
    assert "+0" not in wall
    assert "Pods of round 1" in room
    assert "Score pad of table 1" in pad
    assert "7,000" in told
    assert "1 of 1 scored" in told


@pytest.mark.req("TRIB-5", "TRIB-4", "TRIB-16")
def test_a_match_of_pods_is_published_once_and_shows_its_rounds():
    desk = console(Edition.TRIBBLES, PairingStyle.TRIBBLES, 5)
    desk.post("draw/")
    desk.act("round.published", number=1)
    desk.act("clock.started", number=1)
    (table,) = desk.state.current.tables.values()
    desk.act("pod.keeper-named", number=1, table=1, player=table.players[2])

    for number in (1, 2, 3, 4, 5):
        page = desk.page("?open=1")
        assert f"Entering round {number}" in page
        scores = {f"scores.{p}": str(10 * at) for at, p in enumerate(table.players)}
        out = {"went_out": table.players[0]}
        desk.act("pod.scored", number=number, table=1, **scores, **out)
    played = desk.page()
    corrected = desk.page("?open=1&pod_round=2")
    desk.act("round.closed", number=5)

    assert "keeps score" in page
    assert "4 of 5 scored" in page
    assert "All rounds played" in played
    assert "Close rounds 1 to 5" in played
    assert "Correcting round 2" in corrected
    assert {round_.stage for round_ in desk.state.rounds} == {"closed"}


@pytest.mark.req("TRIB-19", "TRIB-20", "TRIB-21", "TRIB-22", "TRIB-23", "TRIB-24")
def test_eleven_players_are_led_through_heats_and_finals_to_the_report():
    desk = console(Edition.TRIBBLES, PairingStyle.TRIBBLES, 5, ELEVEN)
    asked = desk.page()
    desk.act("finals.planned")
    planned = desk.page()

    for first in (1, 6):
        between = desk.page()
        desk.post("draw/")
        desk.act("round.published", number=first)
        desk.act("clock.started", number=first)
        for number in range(first, first + 5):
            for at, table in desk.state.existing(number).tables.items():
                scores = {
                    f"scores.{player}": str(1000 * number + 10 * seat + at)
                    for seat, player in enumerate(table.players)
                }
                desk.act("pod.scored", number=number, table=at, **scores)
        desk.act("round.closed", number=first + 4)
    desk.act("event.finished", sure="once")
    report = desk.client.get(f"/events/{desk.event}/report/").content.decode()

    assert "11 players need several tables" in asked
    assert "Heats, rounds 1 to 5" in planned
    assert "Draw the finals, rounds 6 to 10" in between
    assert "Reported as heats and finals" in report
    assert "heat at table 2" in report
    assert "Seed 2:" in report


@pytest.mark.req("TRIB-17", "TRIB-18", "TRIB-19")
def test_the_finish_of_a_large_field_offers_finals_and_speaks_of_the_cut():
    desk = console(Edition.TRIBBLES, PairingStyle.TRIBBLES, 5, ELEVEN)
    desk.post("draw/")
    desk.act("round.published", number=1)
    desk.act("clock.started", number=1)
    desk.act("clock.ended", number=1)
    desk.act("round.closed", number=1, not_started="yes")

    end = desk.page("finish/")
    desk.act("finals.planned")

    assert "Play the finals" in end
    assert "Cut for the highest Tribble: 11 places" in one_line(end)
    assert "Toss" not in end
    assert desk.state.settings.rounds_planned == 10


@pytest.mark.req("TRIB-13", "AMB-54")
def test_rounds_not_started_are_closed_after_time_was_called():
    desk = console(Edition.TRIBBLES, PairingStyle.TRIBBLES, 5)
    desk.post("draw/")
    desk.act("round.published", number=1)
    desk.act("clock.started", number=1)
    desk.act("clock.ended", number=1)

    called = desk.page()
    desk.act("round.closed", number=1, not_started="yes")

    assert "Close; rounds not started count 0" in called
    assert all(round_.stage == "closed" for round_ in desk.state.rounds)


@pytest.mark.req("SWISS-39")
def test_two_reports_that_differ_are_decided_at_the_console():
    desk = console(Edition.SECOND, PairingStyle.SWISS, 4)
    desk.post("draw/")
    desk.act("round.published", number=1)
    table = desk.state.current.tables[1]
    differ(desk, table.players)

    shown = desk.page("?open=1")
    said = {"a": "100", "b": "35", "ending": "complete", "then": "next-table"}
    decided = desk.act("result.decided", number=1, table=1, **said)

    assert "Decide table 1" in shown
    assert "100–30" in shown
    assert f"Use {table.players[0].capitalize()}’s version" in shown
    assert desk.state.current.tables[1].settled
    assert "saved: Full win for" in decided
