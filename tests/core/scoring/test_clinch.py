"""Who has clinched and what a player needs, against trying everything that can be."""

from __future__ import annotations

from itertools import product
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.every_pairing import Record, event_of, every_way, finished

from padd.core.formats.registry import ranking_of
from padd.core.model import Edition, Ending, Event, Match, Player, PlayerId, Round
from padd.core.scoring import clinch as reading
from padd.core.scoring import last_round, last_round_points
from padd.core.scoring.last_round import PlaceRange
from padd.core.scoring.results import score_event
from padd.core.scoring.terms import Code
from padd.rulebooks.loader import rulebook

BOOKS = ("opg-5", "opg-4.1", "decipher-1998")


def clinch_of(event, book, *, rounds_left):
    """Return the clinch of an event that nobody has scored yet."""
    scored = score_event(event, book)
    return reading.clinch_of(scored, book, rounds_left=rounds_left)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    book=st.sampled_from(BOOKS),
    players=st.integers(4, 9),
    rounds=st.integers(1, 5),
    open_=st.integers(1, 3),
    swiss=st.booleans(),
)
def test_a_few_open_games_are_worked_out_as_if_each_end_were_tried(
    seed, book, players, rounds, open_, *, swiss
):
    event = event_of(seed, book, players=players, rounds=rounds, open_=open_, swiss=swiss)

    found = clinch_of(event, rulebook(book), rounds_left=0)

    assert found.exact
    assert (found.places, found.by_result) == every_way(event)


def test_a_hundred_last_rounds_with_every_table_open_agree_with_every_way_to_end():
    for seed in range(100):
        event = event_of(seed, "opg-5", players=6 + seed % 3, rounds=3 + seed % 3, swiss=True)

        found = clinch_of(event, rulebook("opg-5"), rounds_left=0)

        assert found.exact
        assert (found.places, found.by_result) == every_way(event), seed


def by_points(event):
    """Return where everybody can come on points, a tie going either way."""
    record = Record(event)
    found: dict[PlayerId, PlaceRange] = {}
    for chosen in product(record.ends, repeat=len(record.open)):
        points = dict(record.points)
        for match, (one, other, _) in zip(record.open, chosen, strict=True):
            points[match.players[0]] += one.vp
            points[match.players[1]] += other.vp
        everybody = sorted(points.values(), reverse=True)
        for player, mine in points.items():
            level = len(everybody) - everybody[::-1].index(mine)
            here = PlaceRange(everybody.index(mine) + 1, level)
            found[player] = found.get(player, here).widened(here)
    return found


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    book=st.sampled_from(BOOKS),
    players=st.integers(4, 8),
    rounds=st.integers(1, 5),
)
def test_many_open_games_are_exact_on_points_and_never_too_narrow_at_the_top(
    seed, book, players, rounds
):
    event = event_of(seed, book, players=players, rounds=rounds, swiss=bool(seed % 4))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(last_round, "MOST_TRIED", 0)
        found = clinch_of(event, rulebook(book), rounds_left=0)
        patch.setattr(last_round_points, "TOP", 0)
        counted = clinch_of(event, rulebook(book), rounds_left=0)

    assert not found.exact
    assert counted.places == by_points(event)
    places, by_result = every_way(event)
    for player, right in places.items():
        for mine, really in (
            (found.places[player], right),
            *(
                (found.by_result[player][code], one)
                for code, one in by_result.get(player, {}).items()
            ),
        ):
            wide = counted.places[player]
            assert wide.best <= mine.best <= really.best
            assert really.worst <= mine.worst <= wide.worst


def test_a_tie_for_first_place_that_is_lost_already_is_no_hope():
    """Whoever can only draw level with somebody who won their game is out."""
    hopes = 0
    for seed in range(12):
        event = event_of(seed, "opg-5", players=8, rounds=4, swiss=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(last_round, "MOST_TRIED", 0)
            found = clinch_of(event, rulebook("opg-5"), rounds_left=0)
        on_points = by_points(event)
        right, _ = every_way(event)
        for player, reach in found.places.items():
            hopes += on_points[player].best == 1 < reach.best
            hopes += reach.worst == 1 < on_points[player].worst
            assert reach.best > 1 or on_points[player].best == 1
            assert right[player].worst == 1 or reach.worst > 1

    assert hopes > 0


@pytest.mark.parametrize(("players", "rounds"), [(16, 4), (64, 6)])
def test_a_full_last_round_has_an_outlook(players, rounds):
    event = event_of(3, "opg-5", players=players, rounds=rounds, swiss=True)

    found = clinch_of(event, rulebook("opg-5"), rounds_left=0)

    assert not found.exact
    assert found.open_games == players // 2
    assert len(found.places) == players
    assert {len(one) for one in found.by_result.values()} == {5}


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    book=st.sampled_from(BOOKS),
    players=st.integers(4, 24),
    rounds=st.integers(1, 5),
)
def test_nobody_ever_finishes_outside_the_places_given(seed, book, players, rounds):
    event = event_of(seed, book, players=players, rounds=rounds, swiss=bool(seed % 2))
    rules = rulebook(book)
    found = clinch_of(event, rules, rounds_left=0)
    rng = Random(seed)

    for _ in range(25):
        order = ranking_of(finished(event, rng), rules).order
        for place, player in enumerate(order, start=1):
            reach = found.places[player]
            assert reach.best <= place <= reach.worst, (player, place, reach)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), book=st.sampled_from(BOOKS))
def test_the_second_reading_ranks_as_the_program_does(seed, book):
    event = event_of(seed, book, players=7, rounds=4, open_=0)
    ((_, placed),) = Record(event).ways()

    for place, player in enumerate(ranking_of(event, rulebook(book)).order, start=1):
        assert placed[player].best <= place <= placed[player].worst


def delayed(event, player):
    """Return the event with an earlier game of a player not played yet."""
    first, *rest = event.rounds
    matches = tuple(
        msgspec.structs.replace(match, ending=Ending.DELAYED, winner=None, scores=None)
        if player in match.players
        else match
        for match in first.matches
    )
    changed = msgspec.structs.replace(first, matches=matches)
    return msgspec.structs.replace(event, rounds=(changed, *rest))


@pytest.mark.parametrize("most", [700, 0])
def test_a_delayed_game_and_the_present_one_are_reckoned_together(monkeypatch, most):
    monkeypatch.setattr(reading, "MOST_WAYS", most)
    for seed in range(15):
        event = event_of(seed, "opg-5", players=6, rounds=3, open_=2, swiss=True)
        event = delayed(event, event.rounds[-1].matches[0].players[0])

        found = clinch_of(event, rulebook("opg-5"), rounds_left=0)

        assert found.open_games == 3
        places, _ = every_way(event)
        for player, right in places.items():
            mine = found.places[player]
            assert mine.best <= right.best <= right.worst <= mine.worst
            assert most == 0 or mine == right
        assert found.exact == (most > 0)


def pairings(players):
    if not players:
        yield []
        return
    one, *rest = players
    for other in rest:
        left = [player for player in rest if player != other]
        for pairs in pairings(left):
            yield [(one, other), *pairs]


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), book=st.sampled_from(BOOKS))
def test_before_the_last_pairing_every_pairing_there_could_be_is_inside(seed, book):
    event = event_of(seed, book, players=6, rounds=2, open_=seed % 2, swiss=True)
    found = clinch_of(event, rulebook(book), rounds_left=1)
    best: dict[PlayerId, int] = {}
    worst: dict[PlayerId, int] = {}

    record = Record(event)
    ends = [(one.vp, other.vp) for one, other, _ in record.ends]
    starts = [dict(record.points)]
    for match in record.open:
        one, other = match.players
        starts = [
            had | {one: had[one] + first, other: had[other] + second}
            for had in starts
            for first, second in ends
        ]
    for had, pairs in product(starts, pairings(list(record.ids))):
        for chosen in product(ends, repeat=3):
            points = dict(had)
            for (one, other), (first, second) in zip(pairs, chosen, strict=True):
                points[one] += first
                points[other] += second
            everybody = sorted(points.values(), reverse=True)
            for player, mine in points.items():
                ahead = everybody.index(mine) + 1
                level = len(everybody) - everybody[::-1].index(mine)
                best[player] = min(best.get(player, 99), ahead)
                worst[player] = max(worst.get(player, 0), level)

    for player in record.ids:
        mine = found.places[player]
        assert mine.best <= best[player] <= worst[player] <= mine.worst
    assert not found.exact


def test_before_the_last_pairing_not_everybody_can_win_it():
    """Eight level players: whoever loses is passed by the four who win, at most."""
    ids = [PlayerId(one) for one in "abcdefgh"]
    event = Event(
        schema="padd-event/1",
        rulebook="decipher-1998",
        edition=Edition.FIRST,
        rounds_planned=2,
        players=tuple(Player(id=one, name=one) for one in ids),
        rounds=(
            Round(
                number=1,
                matches=tuple(
                    Match(
                        players=(one, other),
                        table=at + 1,
                        ending=Ending.COMPLETE,
                        winner=one,
                        scores=(100, 10),
                    )
                    for at, (one, other) in enumerate(zip(ids[::2], ids[1::2], strict=True))
                ),
            ),
        ),
    )

    found = clinch_of(event, rulebook("decipher-1998"), rounds_left=1)

    # Four have 2 points and stay there or above; four have none and need a win.
    assert found.places[ids[0]] == PlaceRange(1, 8)
    assert found.places[ids[1]] == PlaceRange(1, 8)


def test_a_leader_nobody_can_reach_has_clinched():
    games = (("a", "b"), ("a", "c"), ("a", "d"))
    rounds = []
    for number, (one, two) in enumerate(games, start=1):
        rest = [p for p in "abcd" if p not in {one, two}]
        won = Match(
            players=(PlayerId(one), PlayerId(two)),
            table=1,
            ending=Ending.COMPLETE,
            winner=PlayerId(one),
            scores=(100, 10),
        )
        tied = Match(
            players=(PlayerId(rest[0]), PlayerId(rest[1])),
            table=2,
            ending=Ending.TIME if number < 3 else None,
            scores=(40, 40) if number < 3 else None,
        )
        rounds.append(Round(number=number, matches=(won, tied)))
    event = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        rounds_planned=3,
        players=tuple(Player(id=PlayerId(p), name=p) for p in "abcd"),
        rounds=tuple(rounds),
    )

    found = clinch_of(event, rulebook("opg-5"), rounds_left=0)

    assert found.places[PlayerId("a")] == PlaceRange(1, 1)
    assert found.by_result[PlayerId("b")][Code.FULL_WIN].best == 2
    assert found.open_games == 1


def test_when_all_games_are_in_the_places_are_those_of_the_table():
    event = event_of(3, "opg-5", players=10, rounds=4, open_=0, swiss=True)
    book = rulebook("opg-5")

    found = clinch_of(event, book, rounds_left=0)

    order = ranking_of(event, book).order
    assert [found.places[one].best for one in order] == list(range(1, 11))
    assert found.exact
