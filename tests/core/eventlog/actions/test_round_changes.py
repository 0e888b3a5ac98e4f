"""A draft that is changed before it is published."""

from tests.core.eventlog.event_builder import day_of, p, timed

from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.players import ArrivedLate
from padd.core.eventlog.actions.publication import RoundPublished


def test_a_draft_is_mended_without_who_left_and_with_who_came():
    day = day_of([f"p{n}" for n in range(6)]).play_round().draw(2)
    gone = day.round.tables[1].players[0]
    day.do(Dropped(player=gone))
    day.do(ArrivedLate(player=p("sulu"), name="Sulu", into_round=2))
    act = ResultCorrected(number=1, table=1, outcome=timed(0, 100))
    found = day.preview(act, reason="Misread")
    day.do(act, reason="Misread")

    for choice in found.choices[1:]:
        assert choice.action is not None
        day.do(choice.action, reason="Mended")

    assert gone not in day.round.named
    assert p("sulu") in day.round.named
    day.do(RoundPublished(number=2))
