"""A round robin: everybody meets everybody once, and nobody rests twice."""

from itertools import combinations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.eventlog.event_builder import day_of, p, timed

from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.players import ArrivedLate
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.settings import EventAmended
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.registry import format_of
from padd.core.pairing.circle import meetings_in_circle, rounds_of_circle
from padd.core.refusal import Refusal
from padd.core.validation.sanction import check_sanction

FIVE = ("ada", "ben", "cleo", "dee", "eli")


def circle_day(players=FIVE):
    return day_of(players).do(EventAmended(round_robin=True))


def play(day, rounds):
    for _ in range(rounds):
        day.publish(seed=3)
        for table in day.round.tables.values():
            day.enter(day.round.number, table.number, timed(60, 40))
        day.do(RoundClosed(number=day.round.number))
    return day


def pairs_met(day):
    return [
        frozenset(map(str, table.players))
        for round_ in day.state.played
        for table in round_.tables.values()
    ]


@given(st.integers(2, 16))
def test_everybody_meets_everybody_once_whatever_the_size(players):
    seats = tuple(p(f"p{number:02}") for number in range(players))
    rounds = rounds_of_circle(seats)

    met, byes = [], []
    for number in range(1, rounds + 1):
        tables, resting = meetings_in_circle(seats, number)
        met += [frozenset(pair) for pair in tables]
        byes += resting

    assert sorted(map(sorted, met)) == sorted(map(list, combinations(seats, 2)))
    assert sorted(byes) == (sorted(seats) if players % 2 else [])


def test_five_friends_play_five_rounds_with_one_bye_each():
    day = circle_day()

    play(day, 5)

    assert day.state.settings.rounds_planned == 5
    assert sorted(map(sorted, pairs_met(day))) == sorted(map(list, combinations(FIVE, 2)))
    assert sorted(b for r in day.state.played for b in r.byes) == sorted(FIVE)
    assert day.step().code == "finish"


def test_each_round_can_be_checked_and_none_is_called_the_best():
    event = event_facts(play(circle_day(), 3).state)
    tables = event.rounds[1].matches
    swapped = msgspec.structs.replace(
        event.rounds[1],
        matches=(
            msgspec.structs.replace(
                tables[0], players=(tables[0].players[0], tables[1].players[0])
            ),
            msgspec.structs.replace(
                tables[1], players=(tables[0].players[1], tables[1].players[1])
            ),
        ),
    )
    forged = msgspec.structs.replace(event, rounds=(event.rounds[0], swapped, event.rounds[2]))

    verdicts = format_of(event).verify(event, circle_day().book)
    doubted = format_of(event).verify(forged, circle_day().book)

    assert [(v.legal, v.optimal, v.drawn_by_seed) for v in verdicts] == [(True, None, True)] * 3
    assert doubted[1].drawn_by_seed is False


@pytest.mark.req("REG-28")
def test_a_round_robin_is_neither_sanctioned_nor_rated():
    day = play(circle_day(), 5)

    sanction = check_sanction(event_facts(day.state), day.book)

    assert not sanction.sanctioned
    assert not sanction.rated
    assert ("round-robin", "error") in {(f.code, f.severity) for f in sanction.findings}


def test_the_event_file_calls_it_swiss_and_keeps_the_circle_in_the_draw():
    event = event_facts(play(circle_day(), 1).state)

    assert event.pairing_style == "swiss"
    assert sorted((event.rounds[0].draw or {})["circle"]) == sorted(FIVE)


def test_whose_opponent_has_left_has_a_bye():
    day = play(circle_day(FIVE[:4]), 1)
    day.do(Dropped(player=p("ada")))

    play(day, 2)

    resting = [round_.byes for round_ in day.state.played[1:]]
    assert [len(byes) for byes in resting] == [1, 1]
    assert resting[0] != resting[1]


def test_one_latecomer_takes_the_empty_seat_and_a_second_finds_none():
    day = play(circle_day(), 1)
    late = EventAmended(round_robin=False)
    day.do(ArrivedLate(player=p("fay"), name="Fay", into_round=2))
    play(day, 1)
    seated = "fay" in day.round.seats
    day.do(ArrivedLate(player=p("gus"), name="Gus", into_round=3))

    refusal = propose_round(day.state, day.book, seed=1)
    goes_on = day.do(late).draw()

    assert seated
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no-seat-in-circle"
    assert refusal.way_out
    assert "circle" not in (goes_on.round.draw or {})


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (day_of(FIVE, level=2), "round-robin-sanctioned"),
        (day_of([f"p{n}" for n in range(17)]), "round-robin-size"),
        (day_of(FIVE).publish(), "already-begun"),
        (day_of(FIVE[:4], pairing_style="single-elimination"), "round-robin-style"),
    ],
)
def test_it_is_for_small_unsanctioned_events_from_the_start(day, code):
    assert day.refused(EventAmended(round_robin=True)).code == code


def test_sixteen_players_are_the_most():
    day = circle_day(tuple(f"p{number}" for number in range(16)))

    assert day.state.round_robin


def test_undoing_the_choice_brings_swiss_pairings_back():
    day = circle_day().draw()

    day.do(EventAmended(round_robin=False))

    assert day.state.draft is None
    assert "circle" not in (day.draw().round.draw or {})
