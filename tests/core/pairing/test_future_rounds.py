from __future__ import annotations

import pytest
from exhaustive_rounds import field_of, outlook

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.criteria.future_rounds import (
    FutureRounds,
    StepLimit,
    exact_future,
    is_always_pairable,
    rounds_possible,
)
from padd.core.pairing.criteria.future_rounds import future_after as engine_future
from padd.core.pairing.criteria.rematches import meetings
from padd.core.pairing.field import PairingField
from padd.core.pairing.round import Pairing


def play_out(players, rounds, seed):
    """Play an event in which the result of each game follows from the seed."""
    names = tuple(PlayerId(f"p{i}") for i in range(players))
    totals = dict.fromkeys(names, 0)
    pairs: list[tuple[PlayerId, PlayerId]] = []
    had: set[PlayerId] = set()
    draws = []
    for number in range(1, rounds + 1):
        field = PairingField(
            players=names,
            totals=dict(totals),
            met=meetings(pairs),
            had_bye=frozenset(had),
            round_number=number,
            rounds_after=rounds - number,
        )
        draw = best_pairings(field, seed=seed * 100 + number)
        assert isinstance(draw, Pairing)
        draws.append(draw)
        for table, (one, two) in enumerate(draw.tables):
            mine, theirs = ((4, 1), (3, 1), (2, 2), (1, 4))[(seed + table * number) % 4]
            totals[one] += mine
            totals[two] += theirs
        pairs += draw.tables
        had |= set(draw.byes)
        for player in draw.byes:
            totals[player] += 4
    return draws


@pytest.mark.req("AMB-9", "SWISS-74")
def test_of_equally_good_rounds_one_that_keeps_the_event_going_is_chosen():
    field = field_of("abcdef", ["ab", "cd", "ef", "ac", "be", "df"], round_number=3, rounds_after=2)

    futures = {
        draw.figures.future_rounds
        for seed in range(60)
        if isinstance(draw := best_pairings(field, seed=seed), Pairing)
    }

    assert futures == {True}


@pytest.mark.req("AMB-9")
def test_a_round_after_which_nothing_is_left_to_pair_is_a_dead_end():
    field = field_of("abcd", ["ab", "cd", "ac", "bd"], round_number=3, rounds_after=1)
    tables = [(PlayerId("a"), PlayerId("d")), (PlayerId("b"), PlayerId("c"))]

    assert engine_future(field, tables, ()) is FutureRounds.DEAD_END


@pytest.mark.req("AMB-9", "AMB-5")
def test_a_future_that_needs_a_second_bye_is_told_from_one_that_does_not():
    field = field_of("abc", ["ab"], had_bye="bc", round_number=2, rounds_after=1)
    tables = [(PlayerId("a"), PlayerId("c"))]

    found = exact_future(field, field.players, tables, [PlayerId("b")], StepLimit())

    assert found is FutureRounds.OPEN
    again = field_of("abc", ["ab"], had_bye="abc", round_number=2, rounds_after=1)
    assert (
        exact_future(again, again.players, tables, [PlayerId("b")], StepLimit())
        is FutureRounds.SECOND_BYES
    )
    assert FutureRounds.SECOND_BYES.figure is True


@pytest.mark.req("AMB-9")
@pytest.mark.parametrize("seed", range(12))
def test_the_look_ahead_agrees_with_trying_everything(seed):
    for draw_number, draw in enumerate(play_out(6 + seed % 2, 4, seed), 1):
        if draw_number < 2:
            continue
        names = sorted({p for pair in draw.tables for p in pair} | set(draw.byes))
        field = field_of("", round_number=draw_number)
        field = PairingField(
            players=tuple(names),
            totals=dict.fromkeys(names, 0),
            met=meetings(draw.tables),
            had_bye=frozenset(draw.byes),
            rounds_after=2,
        )
        tables = [(names[i], names[-1 - i]) for i in range(len(names) // 2)]
        byes = names[len(names) // 2 : len(names) // 2 + len(names) % 2]
        found = exact_future(field, names, tables, byes, StepLimit())
        expected = (FutureRounds.DEAD_END, FutureRounds.SECOND_BYES, FutureRounds.OPEN)
        assert found is expected[outlook(field, tables, byes)]


@pytest.mark.req("AMB-5", "AMB-3")
@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (8, 7), (5, 5), (7, 7)])
def test_a_small_field_goes_through_all_its_rounds_without_a_rematch(players, rounds):
    for seed in range(10):
        draws = play_out(players, rounds, seed)
        seen = [frozenset(pair) for draw in draws for pair in draw.tables]

        assert len(seen) == len(set(seen))
        assert all(draw.figures.rematches == 0 for draw in draws)


@pytest.mark.req("AMB-9")
def test_a_large_field_with_few_rounds_is_shown_to_be_open_by_counting():
    names = tuple(PlayerId(f"p{i:02}") for i in range(40))
    field = PairingField(players=names, totals=dict.fromkeys(names, 0), met={}, rounds_after=8)

    assert is_always_pairable(field)
    assert not is_always_pairable(
        PairingField(players=names, totals=field.totals, met={}, rounds_after=30)
    )


@pytest.mark.req("AMB-9")
def test_beyond_twelve_players_a_future_that_cannot_be_shown_is_left_open():
    names = tuple(PlayerId(f"p{i:02}") for i in range(14))
    field = PairingField(players=names, totals=dict.fromkeys(names, 0), met={}, rounds_after=12)

    draw = best_pairings(field, seed=1)

    assert isinstance(draw, Pairing)
    assert draw.figures.future_rounds is None


@pytest.mark.req("AMB-10", "AMB-9")
def test_players_who_rest_on_an_earned_bye_belong_to_the_future():
    names = [PlayerId(name) for name in "abcd"]
    field = PairingField(
        players=tuple(names[:2]),
        totals=dict.fromkeys(names, 0),
        met=meetings([(names[2], names[3])]),
        resting=tuple(names[2:]),
        rounds_after=2,
    )

    draw = best_pairings(field, seed=1)

    assert isinstance(draw, Pairing)
    assert draw.figures.future_rounds is True
    assert draw.byes == ()


@pytest.mark.req("AMB-5", "REG-39")
@pytest.mark.parametrize(("players", "rounds"), [(0, 0), (3, 3), (4, 3), (6, 5), (7, 7), (8, 7)])
def test_a_field_can_play_so_many_rounds_at_most(players, rounds):
    assert rounds_possible(players) == rounds


def test_a_search_that_takes_too_long_says_that_it_does_not_know():
    field = field_of("abcdefg", ["ab", "cd", "ef"], round_number=2, rounds_after=5)
    tables = [(PlayerId("a"), PlayerId("c")), (PlayerId("b"), PlayerId("d"))]

    found = engine_future(field, tables, [PlayerId("g")], StepLimit(3))

    assert found is FutureRounds.UNKNOWN
    assert found.figure is None


def test_somebody_who_left_does_not_rest_in_a_later_round():
    players = tuple(PlayerId(name) for name in "abcd")
    field = PairingField(
        players=players,
        totals=dict.fromkeys(players, 0),
        met={},
        round_number=1,
        rounds_after=2,
        away_later=(frozenset({PlayerId("gone")}), frozenset()),
    )

    pairs = ((players[0], players[1]), (players[2], players[3]))
    found = engine_future(field, pairs, ())

    assert found.figure is True
