"""Whoever leaves, and what becomes of their games."""

from tests.core.eventlog.event_builder import day_of, p

from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.players import ArrivedLate
from padd.core.eventlog.state.facts import event_facts

FOUR = ["kirk", "khan", "spock", "gorn"]


def test_who_was_to_join_later_and_left_was_never_there():
    day = day_of(FOUR).publish()
    day.do(ArrivedLate(player=p("sulu"), name="Sulu", into_round=2))

    day.do(Dropped(player=p("sulu")))

    assert len(event_facts(day.state).players) == 4
    assert day.refused(Dropped(player=p("sulu"))).code == "not-in-event"


def test_a_drop_between_rounds_touches_no_game():
    day = day_of(FOUR).play_round()
    before = day.round

    day.do(Dropped(player=p("kirk"), at_once=True))

    assert day.round == before
