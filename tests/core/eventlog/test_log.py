"""A log that is folded again."""

from tests.core.eventlog.event_builder import day_of

from padd.core.eventlog.actions.finish import NoteAdded
from padd.core.eventlog.log.log import fold_log
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone

FOUR = ["kirk", "khan", "spock", "gorn"]


def test_a_folded_log_knows_what_was_redone():
    day = day_of(FOUR).do(NoteAdded(text="x"))
    note = day.log.sequence
    day.do(ActionUndone(sequences=(note,))).do(ActionRedone(sequences=(note,)))

    assert fold_log(day.log.entries, day.book) == day.log
