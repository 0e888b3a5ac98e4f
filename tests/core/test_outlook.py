"""Who has clinched and what a player needs, against trying everything by hand."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from padd.core import outlook as reading
from padd.core.model import Edition, Ending, Event, Match, Player, PlayerId, Round
from padd.core.outlook import Places, outlook
from padd.core.ranking import ranking_of
from padd.core.results import Code, match_results, terms_of
from padd.rulebooks.loader import rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator

BOOKS = ("opg-5", "opg-4.1", "decipher-1998")


def some_game(rng: Random, match: Match) -> Match:
    """Return a game with one of the results that it can have."""
    if rng.random() < 0.15:
        return msgspec.structs.replace(match, ending=Ending.TIME, scores=(40, 40))
    ending = rng.choice((Ending.COMPLETE, Ending.TIME))
    winner = rng.randrange(2)
    high, low = (
        (100, rng.randrange(0, 100, 5))
        if ending is Ending.COMPLETE
        else (
            rng.randrange(50, 100, 5),
            rng.randrange(0, 50, 5),
        )
    )
    return msgspec.structs.replace(
        match,
        ending=ending,
        winner=match.players[winner] if ending is Ending.COMPLETE else None,
        scores=(high, low) if winner == 0 else (low, high),
    )


def event_of(seed: int, book: str, *, players: int, rounds: int, open_: int) -> Event:
    """Return an event in whose last round some games are still on."""
    rng = Random(seed)
    ids = [PlayerId(f"p{at}") for at in range(players)]
    made = []
    for number in range(1, rounds + 1):
        order = rng.sample(ids, len(ids))
        pairs = list(zip(order[::2], order[1::2], strict=False))
        matches = [
            Match(players=pair, table=at) for at, pair in enumerate(pairs, start=1)
        ]
        last = number == rounds
        played = tuple(
            match if last and at < open_ else some_game(rng, match)
            for at, match in enumerate(matches)
        )
        byes = (order[-1],) if players % 2 else ()
        made.append(Round(number=number, matches=played, byes=byes))
    edition = Edition.SECOND if book.startswith("opg") else Edition.FIRST
    return Event(
        schema="padd-event/1",
        rulebook=book,
        edition=edition,
        rounds_planned=rounds,
        players=tuple(Player(id=one, name=one) for one in ids),
        rounds=tuple(made),
    )


def finished(event: Event, rng: Random) -> Event:
    """Return the event with its open games played somehow."""
    *before, last = event.rounds
    matches = tuple(
        some_game(rng, match) if match.ending is None else match
        for match in last.matches
    )
    return msgspec.structs.replace(
        event, rounds=(*before, msgspec.structs.replace(last, matches=matches))
    )


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    book=st.sampled_from(BOOKS),
    players=st.integers(4, 9),
    rounds=st.integers(1, 4),
    counted=st.booleans(),
)
def test_nobody_ever_finishes_outside_the_places_given(
    seed: int, book: str, players: int, rounds: int, *, counted: bool
) -> None:
    open_ = seed % 4
    event = event_of(seed, book, players=players, rounds=rounds, open_=open_)
    rules = rulebook(book)
    with pytest.MonkeyPatch.context() as patch:
        if counted:
            patch.setattr(reading, "MOST_TRIED", 0)
        found = outlook(event, rules, rounds_left=0)
    rng = Random(seed)

    for _ in range(25):
        order = ranking_of(finished(event, rng), rules).order
        for place, player in enumerate(order, start=1):
            reach = found.places[player]
            assert reach.best <= place <= reach.worst, (player, place, reach)


def every_way(event: Event, book: str) -> Iterator[dict[PlayerId, int]]:
    """Give everybody's points for each way in which the open games can end."""
    rules = rulebook(book)
    terms = terms_of(event, rules)
    points = dict.fromkeys((player.id for player in event.players), 0)
    open_ = []
    for round_ in event.rounds:
        for match in round_.matches:
            if match.ending is None:
                open_.append(match)
                continue
            for result in match_results(match, terms):
                points[result.player] += result.vp
        for player in round_.byes:
            points[player] += terms.bye.vp
    full, half, tie = terms.full, terms.modified, terms.tied
    pairs = {
        (full[0].vp, full[1].vp),
        (full[1].vp, full[0].vp),
        (half[0].vp, half[1].vp),
        (half[1].vp, half[0].vp),
        (tie.vp, tie.vp),
    }
    for chosen in product(pairs, repeat=len(open_)):
        ended = dict(points)
        for match, pair in zip(open_, chosen, strict=True):
            for player, added in zip(match.players, pair, strict=True):
                ended[player] += added
        yield ended


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    book=st.sampled_from(BOOKS),
    players=st.integers(4, 9),
    open_=st.integers(0, 3),
)
def test_counting_points_is_exact_where_every_tie_is_left_open(
    seed: int, book: str, players: int, open_: int
) -> None:
    event = event_of(seed, book, players=players, rounds=3, open_=open_)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "MOST_TRIED", 0)
        found = outlook(event, rulebook(book), rounds_left=0)

    best: dict[PlayerId, int] = {}
    worst: dict[PlayerId, int] = {}
    for ended in every_way(event, book):
        for player, mine in ended.items():
            others = [points for one, points in ended.items() if one != player]
            ahead = 1 + sum(points > mine for points in others)
            level = 1 + sum(points >= mine for points in others)
            best[player] = min(best.get(player, 99), ahead)
            worst[player] = max(worst.get(player, 0), level)
    assert found.places == {one: Places(best[one], worst[one]) for one in best}


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), open_=st.integers(1, 3))
def test_trying_everything_narrows_what_counting_gives(seed: int, open_: int) -> None:
    event, book = (
        event_of(seed, "opg-5", players=8, rounds=3, open_=open_),
        rulebook("opg-5"),
    )
    tried = outlook(event, book, rounds_left=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "MOST_TRIED", 0)
        counted = outlook(event, book, rounds_left=0)

    assert tried.exact
    assert not counted.exact
    for player, places in tried.places.items():
        wide = counted.places[player]
        assert wide.best <= places.best <= places.worst <= wide.worst
    for player, results in tried.by_result.items():
        assert min(one.best for one in results.values()) == tried.places[player].best
        assert max(one.worst for one in results.values()) == tried.places[player].worst


def test_with_a_round_to_come_everybody_may_win_it_or_miss_it() -> None:
    event = event_of(7, "opg-5", players=6, rounds=2, open_=0)
    book = rulebook("opg-5")

    found = outlook(event, book, rounds_left=1)

    points = {
        player.id: sum(
            result.vp
            for round_ in event.rounds
            for match in round_.matches
            for result in match_results(match, terms_of(event, book))
            if result.player == player.id
        )
        for player in event.players
    }
    for player, mine in points.items():
        others = [has for one, has in points.items() if one != player]
        assert found.places[player] == Places(
            1 + sum(has > mine + 4 for has in others),
            1 + sum(has + 4 >= mine for has in others),
        )


def test_a_leader_nobody_can_reach_has_clinched() -> None:
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

    found = outlook(event, rulebook("opg-5"), rounds_left=0)

    assert found.places[PlayerId("a")] == Places(1, 1)
    assert found.by_result[PlayerId("b")][Code.FULL_WIN].best == 2
    assert found.open_games == 1


def test_a_large_round_is_counted_and_says_so() -> None:
    event = event_of(3, "opg-5", players=40, rounds=3, open_=20)

    found = outlook(event, rulebook("opg-5"), rounds_left=0)

    assert not found.exact
    assert found.open_games == 20
    assert len(found.places) == 40
