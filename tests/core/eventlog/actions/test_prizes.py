"""Prizes are handed out to whoever is in the event and was not disqualified."""

import pytest
from tests.core.eventlog.event_builder import day_of, p, timed

from padd.core.eventlog.actions.finish import EventFinished, EventReported, PrizeGiven
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone

FOUR = ("kirk", "khan", "spock", "gorn")


@pytest.mark.req("REG-36", "SWISS-91")
def test_prizes_are_kept_in_the_order_in_which_they_were_handed_out():
    day = day_of(FOUR)

    day.do(PrizeGiven(player=p("kirk"), what="Play mat"))
    day.do(PrizeGiven(player=p("gorn"), what="Best costume"))

    given = [(prize.player, prize.what) for prize in day.state.prizes]
    assert given == [("kirk", "Play mat"), ("gorn", "Best costume")]


@pytest.mark.req("COND-31")
def test_whoever_was_disqualified_and_strangers_get_no_prize():
    day = day_of(FOUR).publish()
    day.do(PenaltyGiven(player=p("khan"), level=4, what="Stacked"), reason="Seen")

    codes = [
        day.refused(PrizeGiven(player=p(player), what=what)).code
        for player, what in (("khan", "Mat"), ("sulu", "Mat"), ("kirk", " "))
    ]

    assert codes == ["prize-forfeited", "unknown-player", "prize-empty"]


@pytest.mark.parametrize("reported", [False, True])
@pytest.mark.req("REG-36")
def test_a_prize_for_the_wrong_player_is_undone_after_the_end_without_reopening(reported):
    day = day_of(FOUR, rounds_planned=1).publish()
    for number, table in enumerate(day.round.tables, start=1):
        day.enter(1, table, timed(60 + number, 40))
    closed = day.do(RoundClosed(number=1)).log.sequence
    day.do(EventFinished())
    if reported:
        day.do(EventReported())
    phase = day.state.phase
    day.do(PrizeGiven(player=p("kirk"), what="Play mat"))
    given = day.log.sequence

    day.do(ActionUndone(sequences=(given,)))
    without = day.state.prizes
    day.do(ActionRedone(sequences=(given,)))
    other = day.refused(ActionUndone(sequences=(closed,)))

    assert without == ()
    assert day.state.prizes[0].what == "Play mat"
    assert day.state.phase is phase
    assert other.code == ("event-reported" if reported else "event-finished")
