"""Reports that come too late to count are kept for the director, once."""

import pytest
from tests.core.eventlog.event_builder import day_of, p, timed

from padd.core.eventlog.actions.result_claims import (
    ResultCameLate,
    ResultConfirmed,
    ResultReported,
    Signature,
)

FOUR = ["kirk", "khan", "spock", "gorn"]


def late(day, mine, theirs):
    return ResultCameLate(number=1, table=1, outcome=timed(mine, theirs))


@pytest.mark.req("R8")
def test_a_report_after_the_round_is_a_note_and_changes_no_result():
    day = day_of(FOUR).play_round()
    table = day.state.existing(1).tables[1]
    player = table.players[0]
    before = table.match

    day.do(late(day, 30, 70), by=player)

    (note,) = day.state.notes
    assert (note.round, note.table, note.player) == (1, 1, player)
    assert "30–70" in note.text
    assert day.state.existing(1).tables[1].match == before
    assert day.refused(late(day, 30, 70), by=player).code == "already-told"
    day.do(late(day, 31, 70), by=player)


def test_what_can_still_be_reported_is_not_late():
    day = day_of(FOUR).publish()
    player = day.round.tables[1].players[0]

    assert day.refused(late(day, 30, 70), by=player).code == "not-late"


def test_nobody_is_late_at_another_table():
    day = day_of(FOUR).play_round()
    stranger = day.state.existing(1).tables[2].players[0]

    assert day.refused(late(day, 30, 70), by=stranger).code == "not-your-table"


@pytest.mark.req("SWISS-39")
def test_a_signature_is_on_record_with_how_it_was_given():
    day = day_of(FOUR).publish()
    mine, theirs = day.round.tables[1].players
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 40)), by=mine)

    day.do(
        ResultConfirmed(number=1, table=1, outcome=timed(60, 40), signed=Signature.PIN), by=theirs
    )

    action = day.log.entries[-1].action
    assert isinstance(action, ResultConfirmed)
    assert action.signed is Signature.PIN
    assert day.log.entries[-1].by.player == p(theirs)
