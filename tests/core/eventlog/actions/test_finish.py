"""The end of an event: tosses, the final, and what is over."""

from tests.core.eventlog.event_builder import day_of, p, timed

from padd.core.eventlog.actions.finish import (
    EventFinished,
    FinalDecided,
    FinalSet,
    NoteAdded,
    TieTossed,
)
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.settings import EventAmended
from padd.core.eventlog.guidance.checklist import ties_left
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone

FOUR = ["kirk", "khan", "spock", "gorn"]


def test_three_tied_players_toss_once():
    day = day_of(["a", "b", "c", "d", "e", "f"], rounds_planned=1).publish()
    for table in list(day.round.tables):
        day.enter(1, table, timed(60, 40))
    day.do(RoundClosed(number=1))

    found = [len(tie.players) for tie in ties_left(day.state, day.book)]

    assert found == [3, 3]
    early = day_of(FOUR).refused(TieTossed(order=(p("kirk"), p("khan"))))
    assert early.code == "rounds-to-play"


def test_the_winner_of_the_final_is_changed_with_a_reason():
    day = day_of(FOUR, rounds_planned=1, final=True).play_round()
    one, two = day.order()[:2]
    day.do(FinalSet(players=(one, two))).do(FinalDecided(winner=one))

    assert day.refused(FinalDecided(winner=two)).code == "already-saved"
    day.do(FinalDecided(winner=two), reason="Typed the wrong name")

    assert day.order()[0] == two


def test_a_finished_event_redoes_notes_and_nothing_of_the_play():
    day = day_of(FOUR, rounds_planned=1)
    day.do(EventAmended(name="League night")).do(NoteAdded(text="x"))
    note, amended = day.log.sequence, day.log.sequence - 1
    day.do(ActionUndone(sequences=(note, amended))).play_round().do(EventFinished())

    refusal = day.refused(ActionRedone(sequences=(amended,)))
    day.do(ActionRedone(sequences=(note,)))

    assert refusal.code == "event-finished"
    assert day.state.notes
