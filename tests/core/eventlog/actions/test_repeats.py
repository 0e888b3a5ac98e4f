"""Rounds that repeat the pairings of their block, in a running event (AMB-109)."""

import pytest
from tests.core.eventlog.event_builder import day_of, p, timed

from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.players import ArrivedLate, EarnedByeDeclared
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed, RoundDrafted, RoundRedrawn, RoundRepeated
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import Round
from padd.core.pairing.verification import verify_rounds

LUCK = "no-such-thing-as-luck"


def luck(*players):
    return day_of(players, scenario=LUCK, rounds_planned=4)


def play_on(day):
    for number in day.round.tables:
        day.enter(day.round.number, number, timed(60, 40))
    return day


def seats(day):
    return {frozenset(table.players) for table in day.round.tables.values()}


@pytest.mark.req("FMT-42", "AMB-109")
def test_the_second_round_of_a_block_copies_tables_and_byes_without_a_draw():
    day = play_on(luck("kirk", "khan", "spock", "gorn", "q").publish())
    first, byes = seats(day), day.round.byes

    day.do(RoundClosed(number=1))
    step = day.step()
    day.draw(seed=99)

    assert step.kind == "round.repeated"
    assert (seats(day), day.round.byes) == (first, byes)
    assert day.round.draw == {"repeats": 1}
    assert isinstance(day.log.entries[-1].action, RoundRepeated)


@pytest.mark.req("AMB-109", "SWISS-69")
def test_the_third_round_is_drawn_against_somebody_new():
    day = play_on(luck("kirk", "khan", "spock", "gorn").publish())
    first = seats(day)
    play_on(day.publish())

    day.publish()

    assert seats(day).isdisjoint(first)
    assert all(v.legal for v in verify_rounds(event_facts(day.state), day.book))


@pytest.mark.req("AMB-109")
def test_a_round_of_a_block_is_neither_drawn_nor_seated_otherwise():
    day = play_on(luck("kirk", "khan", "spock", "gorn").publish())
    other = Round(number=2, byes=tuple(map(p, ("kirk", "khan", "spock", "gorn"))))
    drawn = Round(number=2, byes=other.byes, draw={"seed": 1})

    by_draw = day.refused(RoundDrafted(round=drawn))
    otherwise = day.refused(RoundRepeated(round=other))

    assert (by_draw.code, otherwise.code) == ("round-repeats", "not-the-block")
    assert by_draw.rule == "OPG5 §4.4.1-§4.4.8"


@pytest.mark.req("AMB-109")
def test_a_first_round_of_a_block_cannot_repeat_anything():
    day = luck("kirk", "khan")

    early = day.refused(RoundRepeated(round=Round(number=1)))

    assert early.code == "round-is-drawn"


@pytest.mark.req("AMB-109", "SWISS-36", "SWISS-37")
def test_a_drop_between_the_rounds_of_a_block_leaves_the_opponent_a_bye():
    day = play_on(luck("kirk", "khan", "spock", "gorn").publish())
    opponent = next(q for q in day.table_of("kirk").players if q != "kirk")

    day.do(Dropped(player=p("kirk")))
    day.publish()

    assert day.round.byes == (opponent,)
    assert day.round.missed == (p("kirk"),)


@pytest.mark.req("AMB-109")
def test_a_drop_after_the_copy_makes_it_stale_and_it_is_copied_anew():
    day = play_on(luck("kirk", "khan", "spock", "gorn").publish()).draw()
    redraw = day.refused(RoundRedrawn(round=Round(number=2, draw={"redraws": 1})))

    day.do(Dropped(player=p("kirk")))
    stale = day.refused(RoundPublished(number=2))
    day.draw()
    day.do(RoundPublished(number=2))

    assert (stale.code, redraw.code) == ("draft-stale", "reason-missing")
    assert len(day.state.rounds) == 2
    assert p("kirk") not in day.round.seats


@pytest.mark.req("AMB-109")
def test_a_copy_that_is_in_order_is_not_made_twice():
    day = play_on(luck("kirk", "khan").publish()).draw()
    draft = Round(number=2, draw={"repeats": 1})

    again = day.refused(RoundRepeated(round=draft))

    assert again.code == "draft-exists"


@pytest.mark.req("AMB-109", "SWISS-34")
def test_a_late_player_waits_for_the_next_block():
    day = play_on(luck("kirk", "khan").publish())
    late = {"player": p("q"), "name": "Q"}

    inside = day.refused(ArrivedLate(into_round=2, **late))
    day.do(ArrivedLate(into_round=3, **late))
    play_on(day.publish())
    day.publish()

    assert inside.code == "block-under-way"
    assert p("q") in day.round.named


@pytest.mark.req("AMB-109", "AMB-10")
def test_an_earned_bye_for_one_round_of_a_block_is_refused():
    day = day_of(["kirk", "khan", "spock"], scenario=LUCK, level=3, starts=None)

    half = day.refused(EarnedByeDeclared(player=p("kirk"), rounds=(1,)))
    day.do(EarnedByeDeclared(player=p("kirk"), rounds=(1, 2)))
    play_on(day.publish())
    day.publish()

    assert half.code == "earned-bye-alone"
    assert day.round.earned_byes == (p("kirk"),)
