"""Brackets, pods and disputes are run from the same console."""

from datetime import UTC, datetime

import pytest
from tests.interfaces.web.laptop_client import laptop
from tests.interfaces.web.page_source import one_line

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.result_claims import ResultReported
from padd.core.eventlog.log.chain import row_of
from padd.core.eventlog.state.actor import moment, player_acting
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Edition, Ending, Event, PairingStyle
from padd.services import eventlog
from padd.services.access import actors
from padd.services.eventlog.log_cache import cached_log, event_row
from padd.store.writes import event_log

pytestmark = pytest.mark.django_db

EIGHT = "Ada\nBen\nCleo\nDee\nEve\nFinn\nGus\nHal"


class Console:
    """The console of one event, asked by requests."""

    def __init__(self, event):
        self.client = laptop()
        self.home = f"/events/{event}/run/"
        self.event = event
        self.sent = 0

    def post(self, place, **data):
        """Send a form and return the page that follows."""
        self.sent += 1
        sent = {"key": f"key-{self.sent}", **data}
        answer = self.client.post(self.home + place, sent, follow=True)
        assert answer.status_code == 200, answer.content.decode()[-3000:]
        return str(answer.content.decode())

    def act(self, kind, **data):
        return self.post(f"act/{kind}/", **data)

    def page(self, place=""):
        answer = self.client.get(self.home + place)
        assert answer.status_code == 200
        return str(answer.content.decode())

    @property
    def state(self):
        return eventlog.look(event_id=self.event).state


def console(edition, style, rounds, names=EIGHT):
    """Open an event of a kind, with players who are here, in a bracket by seed."""
    facts = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        name="Lantern Open",
        edition=edition,
        pairing_style=style,
        rounds_planned=rounds,
        players=(),
        rounds=(),
        starts="2026-11-29T10:00:00+00:00",
    )
    made = eventlog.open_event(facts=facts, by=actors.SYSTEM, now=datetime.now(UTC))
    assert isinstance(made, str)
    found = Console(made)
    seeded = "yes" if style is PairingStyle.SINGLE_ELIMINATION else ""
    found.post("enter/", list=names, here="yes", seeded=seeded)
    return found


def test_a_bracket_is_drawn_played_and_finished():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3)

    for number in (1, 2, 3):
        drawn = desk.post("draw/")
        assert '<svg xmlns="http://www.w3.org/2000/svg" class="bracket"' in drawn
        desk.act("round.published", round=number)
        for table in desk.state.current.tables:
            score = {"a": "100", "b": "30", "ending": "complete"}
            desk.act("result.entered", round=number, table=table, **score)
        desk.act("round.closed", round=number)
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
    desk.act("round.published", round=1)
    (table,) = desk.state.current.tables.values()

    pad = desk.page("?open=1")
    scores = {f"score-{p}": str(1000 * at) for at, p in enumerate(table.players)}
    desk.act("pod.scored", round=1, table=1, **scores)
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
    desk.act("round.published", round=1)
    desk.act("clock.started", round=1)
    (table,) = desk.state.current.tables.values()
    desk.act("pod.keeper-named", round=1, table=1, player=table.players[2])

    for number in (1, 2, 3, 4, 5):
        page = desk.page("?open=1")
        assert f"Entering round {number}" in page
        scores = {f"score-{p}": str(10 * at) for at, p in enumerate(table.players)}
        out = {f"went-out-{table.players[0]}": "yes"}
        desk.act("pod.scored", round=number, table=1, **scores, **out)
    played = desk.page()
    corrected = desk.page("?open=1&pod_round=2")
    desk.act("round.closed", round=5)

    assert "keeps score" in page
    assert "4 of 5 scored" in page
    assert "All rounds played" in played
    assert "Close rounds 1 to 5" in played
    assert "Correcting round 2" in corrected
    assert {round_.stage for round_ in desk.state.rounds} == {"closed"}


ELEVEN = EIGHT + "\nIlse\nJun\nKai"


@pytest.mark.req("TRIB-19", "TRIB-20", "TRIB-21", "TRIB-22", "TRIB-23", "TRIB-24")
def test_eleven_players_are_led_through_heats_and_finals_to_the_report():
    desk = console(Edition.TRIBBLES, PairingStyle.TRIBBLES, 5, ELEVEN)
    asked = desk.page()
    desk.act("finals.planned")
    planned = desk.page()

    for first in (1, 6):
        between = desk.page()
        desk.post("draw/")
        desk.act("round.published", round=first)
        desk.act("clock.started", round=first)
        for number in range(first, first + 5):
            for at, table in desk.state.existing(number).tables.items():
                scores = {
                    f"score-{player}": str(1000 * number + 10 * seat + at)
                    for seat, player in enumerate(table.players)
                }
                desk.act("pod.scored", round=number, table=at, **scores)
        desk.act("round.closed", round=first + 4)
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
    desk.act("round.published", round=1)
    desk.act("clock.started", round=1)
    desk.act("clock.ended", round=1)
    desk.act("round.closed", **{"round": 1, "not-started": "yes"})

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
    desk.act("round.published", round=1)
    desk.act("clock.started", round=1)
    desk.act("clock.ended", round=1)

    called = desk.page()
    desk.act("round.closed", **{"round": 1, "not-started": "yes"})

    assert "Close; rounds not started count 0" in called
    assert all(round_.stage == "closed" for round_ in desk.state.rounds)


@pytest.mark.req("SWISS-39")
def test_two_reports_that_differ_are_decided_at_the_console():
    desk = console(Edition.SECOND, PairingStyle.SWISS, 4)
    desk.post("draw/")
    desk.act("round.published", round=1)
    table = desk.state.current.tables[1]
    differ(desk, table.players)

    shown = desk.page("?open=1")
    said = {"a": "100", "b": "35", "ending": "complete", "then": "next-table"}
    decided = desk.act("result.decided", round=1, table=1, **said)

    assert "Decide table 1" in shown
    assert "100–30" in shown
    assert f"Use {table.players[0].capitalize()}’s version" in shown
    assert desk.state.current.tables[1].settled
    assert "saved: Full win for" in decided


def differ(desk, players):
    """Let both players report the game, with different scores."""
    row = event_row(desk.event)
    for player, score in zip(players, ((100, 30), (100, 35)), strict=True):
        known = cached_log(row)
        outcome = GameOutcome(ending=Ending.COMPLETE, winner=players[0], scores=score)
        entry = LogEntry(
            sequence=known.log.sequence + 1,
            at=moment(datetime.now(UTC)),
            by=player_acting(player),
            action=ResultReported(number=1, table=1, outcome=outcome),
            key=f"report-{player}",
        )
        event_log.append_rows(row.pk, row_of(entry, known.head))
