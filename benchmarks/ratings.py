"""Ratings of a million games, against libraries that rate, in one run.

Goals: one list with the history of every rating in no more time than riix by numpy
takes, event by event as here, though riix keeps no history, and in a third of elote's;
a game of a million in two lists takes at most twice as long as one of these, for each
list.
"""

from __future__ import annotations

import statistics
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from elote import EloCompetitor
from riix.models.elo import Elo

from benchmarks._goals import fail_if_missed, hold
from padd.core.ratings.ledger import refresh
from padd.core.ratings.sheet import EventKey, RatedGame, RatingSheet, Series
from padd.rulebooks.loader import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 1_000_000
PEER_GAMES = 100_000
PLAYERS = 5_000
ROUNDS = 5
K = 16
REPEATS = 5
LISTS = ("constructed", "overall")
STARTED = datetime(2006, 1, 1, tzinfo=UTC)


def sheets_of(games: int, lists: tuple[str, ...] = LISTS) -> list[RatingSheet]:
    """Return events of 8 to 32 players over five rounds, about so many games."""
    rng = Random(games)
    rules = rulebook("opg-5").ratings
    assert rules is not None
    people = [f"player{number:05}" for number in range(PLAYERS)]
    series = tuple(Series("The Continuing Committee", "2E", name) for name in lists)
    made: list[RatingSheet] = []
    played = 0
    while played < games:
        field = sorted(rng.sample(people, rng.randrange(8, 33, 2)))
        rounds = [
            RatedGame(*sorted(pair), rng.choice([1.0, 1.0, 0.0, 0.0, 0.5]), K, number)
            for number in range(1, ROUNDS + 1)
            for pair in _pairs(rng, len(field))
        ]
        played += len(rounds)
        made.append(
            RatingSheet(
                key=EventKey(STARTED + timedelta(hours=len(made)), f"{len(made):07}"),
                name="",
                k=K,
                rulebook="opg-5",
                rules=rules,
                series=series,
                players=tuple(field),
                counts=(ROUNDS,) * len(field),
                games=tuple(rounds),
            )
        )
    return made


def _pairs(rng: Random, size: int) -> list[tuple[int, int]]:
    seats = rng.sample(range(size), size)
    return list(zip(seats[::2], seats[1::2], strict=True))


def our_ratings(sheets: list[RatingSheet]) -> dict[str, float]:
    """Return the ratings of the first list."""
    ratings = refresh(sheets).ledger.ratings
    first = next(iter(ratings.values()))
    return {player: rating.rating for player, rating in first.items()}


def riix_ratings(sheets: list[RatingSheet], *, method: str = "batched") -> dict[str, float]:
    """Return what riix makes of the same games, event by event as we do."""
    people = sorted({player for sheet in sheets for player in sheet.players})
    number = {player: index for index, player in enumerate(people)}
    system = Elo(people, k=float(K), update_method=method)
    for sheet in sheets:
        seats = [number[player] for player in sheet.players]
        matchups = np.array([(seats[g.first], seats[g.second]) for g in sheet.games])
        outcomes = np.array([game.score for game in sheet.games])
        system.update(matchups, outcomes, use_cache=False)
    return dict(zip(people, map(float, system.ratings), strict=True))


def elote_ratings(sheets: list[RatingSheet]) -> dict[str, float]:
    """Return what elote makes of the same games, one after the other."""
    people: dict[str, EloCompetitor] = {}
    for sheet in sheets:
        seats = [
            people.setdefault(player, EloCompetitor(initial_rating=1500, k_factor=K))
            for player in sheet.players
        ]
        for game in sheet.games:
            first, second = seats[game.first], seats[game.second]
            if game.score == 1:
                first.beat(second)
            elif game.score == 0:
                second.beat(first)
            else:
                first.tied(second)
    return {player: competitor.rating for player, competitor in people.items()}


def seconds(work: Callable[[list[RatingSheet]], object], sheets: list[RatingSheet]) -> float:
    """Return the processor time of one run."""
    start = time.process_time()
    work(sheets)
    return time.process_time() - start


def main() -> None:
    """Print the figures."""
    sheets = sheets_of(GAMES)
    games = sum(len(sheet.games) for sheet in sheets)
    best = min(seconds(refresh, sheets) for _ in range(REPEATS))
    whole = best / (games * len(LISTS))
    print(f"ratings of {games:,} games in {len(sheets):,} events, {len(LISTS)} lists")
    print(f"  full refresh with history: {best:.2f} s, {1e-6 / whole:.2f} M games/s")
    del sheets

    some = sheets_of(PEER_GAMES, LISTS[:1])
    ours, theirs = our_ratings(some), riix_ratings(some)
    apart = max(abs(ours[player] - theirs[player]) for player in ours)
    print(f"  the same ratings as riix, at most {apart:.1e} apart")
    peers: dict[str, Callable[[list[RatingSheet]], object]] = {
        "ours": our_ratings,
        "riix, event by event": riix_ratings,
        "riix, game by game": partial(riix_ratings, method="iterative"),
        "elote": elote_ratings,
    }
    times: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(REPEATS):
        for name, work in peers.items():
            times[name].append(seconds(work, some))
    count = sum(len(sheet.games) for sheet in some)
    spent = {name: statistics.median(each) for name, each in times.items()}
    for name, each in spent.items():
        print(f"  {name:<20} {count / each / 1e6:5.2f} M games/s")
    mine = spent["ours"]
    hold("  ours / riix, event by event", mine / spent["riix, event by event"], most=1)
    hold("  ours / elote", mine / spent["elote"], most=1 / 3)
    hold("  a game of a million / one of these", whole / (mine / count), most=2)
    fail_if_missed()


if __name__ == "__main__":
    main()
