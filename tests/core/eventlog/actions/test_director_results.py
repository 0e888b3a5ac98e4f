"""Results that the director enters, delays and corrects."""

import pytest
from tests.core.eventlog.event_builder import day_of, p, timed, won

from padd.core.eventlog.actions.director_results import (
    ResultCorrected,
    ResultDelayed,
    ResultEntered,
)
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Ending, PairingStyle

FOUR = ["kirk", "khan", "spock", "gorn"]
ELIMINATION = PairingStyle.SINGLE_ELIMINATION


def test_delayed_games_are_pointed_out_before_the_next_pairing():
    day = day_of(FOUR).publish().enter(1, 1, timed(60, 40))
    day.do(ResultDelayed(number=1, table=2)).do(RoundClosed(number=1))

    [warning] = day.step().warnings

    assert str(warning.message) == "1 delayed: each player counts 2 VP for the pairing."


def test_before_the_clock_runs_nobody_has_missed_the_game():
    day = day_of(FOUR).publish(clock=False)
    absent = GameOutcome(ending=Ending.MISSED, absent=(p("kirk"),))
    table = day.table_of("kirk").number

    said = day.refused(ResultEntered(number=1, table=table, outcome=absent))

    assert str(said.message).startswith("Round 1 has not started")


@pytest.mark.req("BRKT-13")
def test_a_bracket_result_that_later_rounds_rest_on_is_not_turned_around():
    day = day_of(FOUR, pairing_style=ELIMINATION, rounds_planned=2).publish()
    for table in list(day.round.tables.values()):
        day.enter(1, table.number, won(table.players[0]))
    day.do(RoundClosed(number=1)).publish(2)
    one, two = day.state.rounds[0].tables[1].players
    scores = won(two, 35, 100)

    said = day.refused(ResultCorrected(number=1, table=1, outcome=scores), reason="Misread")

    assert said.code == "pair-not-in-bracket"
    assert str(said.way_out) == "Withdraw the later rounds first."
    assert one in day.round.seats
