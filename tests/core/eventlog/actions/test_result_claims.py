"""What players say about their games."""

import pytest
from tests.core.eventlog.event_builder import day_of, timed

from padd.core.eventlog.actions.result_claims import ResultConfirmed, ResultDisputed, ResultReported
from padd.core.eventlog.state.table import GameOutcome, ResultStatus
from padd.core.model import Ending, Game, PairingStyle

FOUR = ["kirk", "khan", "spock", "gorn"]
ELIMINATION = PairingStyle.SINGLE_ELIMINATION


def test_a_dispute_whose_version_agrees_settles_the_game():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 40)), by=one)

    day.do(ResultDisputed(number=1, table=1, outcome=timed(60, 40)), by=two)

    assert day.status(one) is ResultStatus.CONFIRMED


def test_a_dispute_about_the_missions_is_one():
    from padd.core.model import Missions

    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players

    def said(space):
        done = (Missions(planet=1, space=space), Missions())
        return GameOutcome(ending=Ending.TIME, scores=(60, 40), missions=done)

    day.do(ResultReported(number=1, table=1, outcome=said(1)), by=one)
    day.do(ResultReported(number=1, table=1, outcome=said(0)), by=two)

    assert day.status(one) is ResultStatus.DISPUTED


@pytest.mark.req("BRKT-28")
def test_players_report_a_match_of_several_games():
    day = day_of(FOUR, pairing_style=ELIMINATION, rounds_planned=2, best_of={1: 3})
    day.publish()
    one, two = day.round.tables[1].players
    games = GameOutcome(games=(Game(winner=one), Game(winner=one)))
    day.do(ResultReported(number=1, table=1, outcome=games), by=one)
    less = GameOutcome(games=(Game(winner=one), Game(winner=two), Game(winner=one)))
    stale = ResultConfirmed(number=1, table=1, outcome=less)

    said = day.refused(stale, by=two)

    assert str(said.message).endswith("2–0 games.")
    day.do(ResultConfirmed(number=1, table=1, outcome=games), by=two)
    assert day.status(one) is ResultStatus.CONFIRMED
