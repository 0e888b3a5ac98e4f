"""The cut after the Swiss rounds, in the log of the event."""

import msgspec
import pytest
from tests.core.eventlog.event_builder import Day, day_of, p, timed, won

from padd.core.event_file import read_event, write_event
from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.finish import EventFinished, FinalSet
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.settings import RoundsChanged, RoundsChangeReason
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.actions.stages import CutStarted
from padd.core.eventlog.guidance.cut import cut_players, possible_cuts
from padd.core.eventlog.log.chain import log_rows
from padd.core.eventlog.log.file_log import verify_file_log, with_log
from padd.core.eventlog.log.undo import ActionUndone
from padd.core.eventlog.state.facts import event_facts
from padd.core.validation.sanction import check_sanction

NINE = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]


def swiss(rounds=2):
    """Play Swiss rounds that the first in the alphabet win, by different scores."""
    day = day_of(NINE, rounds_planned=rounds)
    for number in range(1, rounds + 1):
        day.publish(seed=number)
        play_on(day)
    return day


def play_on(day, *, upset=False):
    """Let the first in the alphabet win every game, or the other one."""
    number = day.round.number
    for table in list(day.round.tables.values()):
        winner = sorted(table.players, reverse=upset)[0]
        loser = 5 * table.number**2 - 11 * number * table.number + 20 * number
        scores = (100, loser) if table.players[0] == winner else (loser, 100)
        day.enter(number, table.number, won(winner, *scores))
    day.do(RoundClosed(number=number))


def started(day, size=4):
    players = cut_players(day.state, day.book, size)
    return day.do(CutStarted(players=players))


def test_the_best_four_play_semifinals_and_a_final_in_the_same_event():
    day = swiss()
    seeds = day.order()[:4]
    started(day)
    assert day.step().code == "pair"

    day.publish()
    assert day.round.number == 3
    pairs = {frozenset(t.players) for t in day.round.tables.values()}
    assert pairs == {frozenset((seeds[0], seeds[3])), frozenset((seeds[1], seeds[2]))}
    play_on(day, upset=True)
    day.publish()
    assert len(day.round.tables) == 1
    play_on(day, upset=True)
    winner = max(day.round.seats)

    assert day.step().code == "finish"
    day.do(EventFinished())
    assert day.order()[0] == winner
    assert set(day.order()[:4]) == set(seeds)


def test_the_swiss_rounds_and_the_cut_are_one_event_file():
    day = started(swiss())
    for _ in range(2):
        day.publish()
        play_on(day)
    event = with_log(event_facts(day.state), log_rows(day.log.entries))
    read = read_event(write_event(event), book_of=lambda _: day.book)
    again = Day().do(EventOpened(event=msgspec.structs.replace(read, log=None)))

    assert [len(read.rounds), len((read.stages or ())[0].rounds)] == [2, 2]
    verdict = verify_file_log(read, day.book)
    assert verdict is not None
    assert verdict.intact, verdict
    assert event_facts(again.state).stages == read.stages
    assert again.order() == day.order()
    few = {finding.code for finding in check_sanction(read, day.book).problems}
    assert "too-few-rounds" not in few


def test_whoever_declines_is_replaced_by_the_next():
    day = swiss()
    order = day.order()
    day.do(CutStarted(players=(order[0], *order[2:5]), declined=(order[1],)))

    day.publish()
    assert set(day.round.seats) == {order[0], *order[2:5]}
    assert order[1] not in day.round.seats


def test_whoever_has_left_is_not_in_the_cut():
    day = swiss()
    order = day.order()
    day.do(Dropped(player=order[0]))

    assert cut_players(day.state, day.book, 4) == order[1:5]


def test_others_than_the_best_are_refused():
    day = swiss()
    order = day.order()

    assert day.refused(CutStarted(players=order[1:5])).code == "not-the-best"
    assert day.refused(CutStarted(players=order[:3])).code == "cut-size"


def test_a_cut_waits_for_the_last_swiss_round():
    day = day_of(NINE, rounds_planned=3).publish()
    four = tuple(p(name) for name in NINE[:4])

    assert day.refused(CutStarted(players=four)).code == "rounds-to-play"
    assert possible_cuts(day.state, day.book) == ()
    assert possible_cuts(swiss().state, day.book) == (4, 8)


def test_the_start_of_the_cut_can_be_undone():
    day = started(swiss())
    day.do(ActionUndone(sequences=(day.log.sequence,)))

    assert event_facts(day.state).stages is None
    assert day.step().code == "finish"


@pytest.mark.parametrize("size", [4, 8])
def test_a_cut_of_a_started_cut_is_refused(size):
    day = started(swiss(), size)
    again = cut_players(day.state, day.book, 4)

    assert day.refused(CutStarted(players=again)).code == "cut-started"
    assert day.refused(FinalSet(players=again[:2])).code == "cut-started"
    rounds = RoundsChanged(rounds=5, ground=RoundsChangeReason.EMERGENCY)
    assert day.refused(rounds, reason="Fire").code == "cut-started"


def test_a_tied_game_of_the_cut_goes_to_the_higher_seed():
    day = started(swiss())
    seeds = (day.state.settings.stages or ())[0].players
    day.publish()
    for table in list(day.round.tables):
        day.enter(3, table, timed(40, 40))
    day.do(RoundClosed(number=3)).publish()

    assert set(day.round.seats) == set(seeds[:2])


def test_a_corrected_result_of_the_swiss_leaves_the_seeds_as_they_are():
    day = started(swiss()).publish()
    seats = dict(day.round.seats)
    before = day.state.existing(1).tables[1]
    turned = ResultCorrected(number=1, table=1, outcome=won(before.players[1], 20, 100))
    day.do(turned, reason="Misread the slip")

    assert day.round.seats == seats
    assert event_facts(day.state).rounds[0].matches[0].winner == before.players[1]
