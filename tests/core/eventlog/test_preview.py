"""What an action would do, worked out before it is done."""

from tests.core.eventlog.event_builder import Day, day_of, won

from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.publication import RoundPublished, RoundUnpublished
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.log.preview import preview_action
from padd.core.eventlog.log.undo import ActionUndone
from padd.core.eventlog.state.event_state import START
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import PairingStyle
from padd.core.refusal import Refusal

FOUR = ["kirk", "khan", "spock", "gorn"]
ELIMINATION = PairingStyle.SINGLE_ELIMINATION


def test_a_preview_of_something_refused_is_the_refusal():
    day = day_of(FOUR)

    found = preview_action(day.log, day.entry(RoundPublished(number=1)), day.book)

    assert isinstance(found, Refusal)


def test_previews_before_the_start_and_outside_swiss():
    new = Day()
    opening = EventOpened(event=event_facts(day_of(FOUR).state))
    assert new.preview(opening).moves == ()
    bracket = day_of(FOUR, pairing_style=ELIMINATION, rounds_planned=2).publish()
    bracket.enter(1, 1, won(bracket.round.tables[1].players[0]))
    other = won(bracket.round.tables[1].players[1], 35, 100)

    found = bracket.preview(ResultCorrected(number=1, table=1, outcome=other), reason="Misread")

    assert found.choices == ()
    back = RoundUnpublished(number=1, even_begun=True)
    assert bracket.preview(back, reason="x").level == "confirm-twice"
    day = Day()
    day.do(opening)
    undone = day.preview(ActionUndone(sequences=(1,)))
    assert undone.after == START.phase
