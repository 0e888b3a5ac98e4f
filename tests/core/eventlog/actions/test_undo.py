import pytest
from tests.core.eventlog.event_builder import day_of, p, timed

from padd.core.eventlog.actions.clock import ClockStarted
from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.finish import EventFinished, EventReported, NoteAdded
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.log.log import fold_log, state_at
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone, dependents
from padd.core.eventlog.state.event_state import START
from padd.core.eventlog.state.facts import event_facts

FOUR = ["kirk", "khan", "spock", "gorn"]


def undo(day, *sequences):
    return day.do(ActionUndone(sequences=sequences))


def test_the_last_action_is_undone_and_redone():
    day = day_of(FOUR).publish()
    before = day.state
    day.enter(1, 1, timed(60, 40))
    after, number = day.state, day.log.sequence

    undo(day, number)
    assert day.state == before
    day.do(ActionRedone(sequences=(number,)))

    assert day.state == after


def test_something_long_ago_is_undone_and_the_rest_stays():
    day = day_of(FOUR)
    day.do(NoteAdded(text="The door is locked"))
    note = day.log.sequence
    day.play_round()

    undo(day, note)

    assert day.state.notes == ()
    assert len(event_facts(day.state).rounds) == 1


def test_what_others_build_on_is_undone_together_with_them():
    day = day_of(FOUR).publish().enter(1, 1, timed(60, 40))
    result = day.log.sequence
    day.enter(1, 2, timed(50, 30)).play_round(2)

    said = day.refused(ActionUndone(sequences=(result,)))

    assert said.code == "others-depend"
    assert said.actions == dependents(day.log, (result,), day.book)
    bundle = ActionUndone(sequences=(result, *said.actions))
    assert day.preview(bundle).level is Level.CONFIRM_TWICE
    day.do(bundle)
    assert day.step().tables == (1,)
    day.do(ActionRedone(sequences=bundle.sequences))
    assert len(day.state.rounds) == 2


def test_a_check_in_cannot_be_undone_under_a_published_round():
    day = day_of(FOUR, here=False)
    day.do(CheckedIn(players=tuple(map(p, FOUR))))
    here = day.log.sequence
    day.publish()

    assert day.refused(ActionUndone(sequences=(here,))).code == "others-depend"


def test_an_earlier_penalty_holds_the_level_of_a_later_one():
    day = day_of(FOUR)
    day.do(PenaltyGiven(player=p("khan"), infraction="B1", level=1))
    first = day.log.sequence
    day.do(PenaltyGiven(player=p("khan"), infraction="B1", level=2))

    said = day.refused(ActionUndone(sequences=(first,)))

    assert said.actions == (first + 1,)


def test_redoing_something_that_was_done_anew_is_refused():
    day = day_of(FOUR).publish().enter(1, 1, timed(60, 40))
    number = day.log.sequence
    undo(day, number).enter(1, 1, timed(60, 45))

    said = day.refused(ActionRedone(sequences=(number,)))

    assert said.code == "in-the-way"


def test_undo_is_not_undone_but_redone():
    day = day_of(FOUR)
    day.do(NoteAdded(text="x"))
    number = day.log.sequence
    undo(day, number)

    assert day.refused(ActionUndone(sequences=(number,))).code == "already-undone"
    assert day.refused(ActionUndone(sequences=(number + 1,))).code == "undo-of-undo"
    assert day.refused(ActionRedone(sequences=(1,))).code == "not-undone"
    assert day.refused(ActionUndone(sequences=())).code == "no-such-action"


def test_players_undo_nothing():
    day = day_of(FOUR)

    assert day.refused(ActionUndone(sequences=(1,)), by="kirk").code == "not-yours"


def test_undoing_a_drop_brings_the_game_back():
    day = day_of(FOUR).publish()
    before = day.state
    day.do(Dropped(player=p("kirk"), at_once=True))

    undo(day, day.log.sequence)

    assert day.state == before


def test_after_the_end_only_the_end_is_undone():
    day = day_of(FOUR, rounds_planned=1).play_round()
    result = day.log.sequence - 1
    day.do(EventFinished())
    finished = day.log.sequence

    assert day.refused(ActionUndone(sequences=(result,))).code == "event-finished"
    undo(day, finished)
    assert day.step().code == "finish"
    day.do(EventFinished()).do(EventReported())
    last = day.refused(ActionUndone(sequences=(day.log.sequence,)))
    assert last.code == "event-reported"


def test_the_event_as_it_stood_at_any_moment():
    day = day_of(FOUR).publish()
    seen = {day.log.sequence: day.state}
    day.enter_all()
    seen[day.log.sequence] = day.state
    undo(day, day.log.sequence)
    seen[day.log.sequence] = day.state

    for sequence, state in seen.items():
        assert state_at(day.log, sequence, day.book) == state
    assert state_at(day.log, 0, day.book) == START


def test_undo_works_across_a_long_log():
    day = day_of([f"p{n:02}" for n in range(64)], rounds_planned=4)
    for number in (1, 2, 3):
        day.play_round(number)
    day.do(NoteAdded(text="Pizza at six"))
    note = day.log.sequence
    day.publish(4).enter_all()
    assert day.log.sequence > 200

    undo(day, note)

    assert day.state == fold_log(day.log.entries, day.book).state
    assert day.state.notes == ()


@pytest.mark.req("SWISS-9")
def test_a_replay_never_draws_again():
    day = day_of(FOUR).draw(seed=17).do(RoundPublished(number=1))
    day.do(ClockStarted(number=1))

    again = fold_log(day.log.entries, day.book)

    assert again.state.rounds == day.state.rounds
    assert again.state.rounds[0].draw == {"seed": 17, "redraws": 0}


def test_a_correction_two_rounds_back_keeps_the_pairings_since():
    day = day_of([f"p{n}" for n in range(8)]).play_round().play_round(2)
    day.publish(3)
    before = event_facts(day.state)

    day.do(ResultCorrected(number=1, table=1, outcome=timed(0, 100)), reason="Card misread")

    after = event_facts(day.state)
    assert after.rounds[1:] == before.rounds[1:]
    assert after.rounds[0].matches[0].scores == (0, 100)
