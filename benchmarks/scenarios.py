"""Scenarios: rounds in blocks and the deck lottery, against drawing the same rounds.

Goals: drawing a round of 1,024 players in blocks takes at most 1.05 times a round of
the same results without blocks; a lottery of 256 decks over 8 rounds takes at most 10
times the drawing of the same 8 rounds.
"""

from __future__ import annotations

import time
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import msgspec

from benchmarks._goals import fail_if_missed, hold
from benchmarks._turns import by_turns, hold_turns
from padd.core.event_file import SCHEMA
from padd.core.model import Edition, Ending, Event, Match, Player, PlayerId, Round
from padd.core.pairing.next_round import pair_next, round_on_file
from padd.core.scenarios.deck_lottery import draw_decks
from padd.rulebooks.loader import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

BLOCKS, LOTTERY, ROUNDS, TURNS = 1024, 256, 8, 41
BOOK = rulebook("opg-5")


def event_of(players: int, scenario: str | None) -> Event:
    names = tuple(Player(id=PlayerId(f"p{n:04}")) for n in range(players))
    return Event(
        schema=SCHEMA,
        rulebook="opg-5",
        edition=Edition.SECOND,
        scenario=scenario,
        rounds_planned=ROUNDS,
        players=names,
        rounds=(),
    )


def played(event: Event, rng: Random) -> Event:
    """Return the event with its next round drawn and played."""
    drawn = round_on_file(pair_next(event, BOOK, seed=1), event)
    matches = tuple(
        Match(
            players=match.players,
            table=match.table,
            ending=Ending.TIME,
            scores=(rng.randrange(0, 100, 5), rng.randrange(0, 100, 5)),
        )
        for match in drawn.matches
    )
    whole = Round(number=drawn.number, matches=matches, byes=drawn.byes)
    return msgspec.structs.replace(event, rounds=(*event.rounds, whole))


def took(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def blocks() -> None:
    """Compare a draw in blocks with one of the same history without blocks."""
    plain = event_of(BLOCKS, None)
    for _ in range(2):
        plain = played(plain, Random(len(plain.rounds)))
    in_blocks = event_of(BLOCKS, "no-such-thing-as-luck")
    for _ in range(2):
        in_blocks = played(in_blocks, Random(len(in_blocks.rounds)))
    spent = by_turns(
        lambda: pair_next(in_blocks, BOOK, seed=7),
        lambda: pair_next(plain, BOOK, seed=7),
        turns=TURNS,
    )
    hold_turns(f"a round of {BLOCKS} in blocks / without", spent, most=1.05)


def lottery() -> None:
    """Compare the lots of eight rounds with their pairings."""
    drawing = lots = 0.0
    event = event_of(LOTTERY, None)
    had: dict[PlayerId, set[PlayerId]] = {p.id: set() for p in event.players}
    names = tuple(had)
    for number in range(1, ROUNDS + 1):
        drawing += took(partial(pair_next, event, BOOK, seed=number))
        if number > 1:
            start = time.process_time()
            drawn = draw_decks(names, names, had, seed=number)
            lots += time.process_time() - start
            for player, deck in drawn.items():
                had[player].add(deck)
        event = played(event, Random(number))
    hold(f"lots of {LOTTERY} decks over {ROUNDS} rounds / drawing them", lots / drawing, most=10)


def main() -> None:
    blocks()
    lottery()
    fail_if_missed()
