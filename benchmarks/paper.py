"""How long paper takes: 200 scorecards with codes, and the whole set of a round.

There is no peer in the same trade; the goal is 200 scorecards in 1 second, more on a
slower machine. It prints the median of five runs.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from benchmarks._machine_speed import slowness
from padd.core.event_file import SCHEMA
from padd.core.model import Edition, Ending, Event, Match, Player, PlayerId, Round
from padd.core.pairing.next_round import pair_next
from padd.interfaces.printing.event_view import PhoneCode, PrintView, print_view_of_file
from padd.interfaces.printing.round_sets import current_set
from padd.interfaces.printing.scorecards import scorecards
from padd.presentation.rulebooks.event_rulebook import book_for

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS = count()
PLAYERS = 200
RUNS = 5
MOST_SECONDS = 1.0


def day() -> PrintView:
    """Return an event of 200 players in its third round."""
    import msgspec

    event = Event(
        schema=SCHEMA,
        rulebook="opg-5",
        name="Large Regional",
        edition=Edition.SECOND,
        rounds_planned=7,
        players=tuple(
            Player(id=PlayerId(f"p{at}"), name=f"Player Number {at}", handle=f"h{at}")
            for at in range(PLAYERS)
        ),
        rounds=(),
    )
    for number in (1, 2, 3):
        drawn = pair_next(event, book_for(event), seed=number)
        matches = tuple(
            Match(
                players=pair,
                table=table,
                ending=Ending.COMPLETE if number < 3 else None,
                scores=(100, table % 20 * 5) if number < 3 else None,
            )
            for table, pair in enumerate(drawn.draw.tables, start=1)
        )
        round_ = Round(number=number, matches=matches, byes=tuple(drawn.draw.byes))
        event = msgspec.structs.replace(event, rounds=(*event.rounds, round_))
    found = print_view_of_file(event, book_for(event), printed="14:05")
    secret = "x" * 43
    return PrintView(
        event=found.event,
        book=found.book,
        people=found.people,
        printed="14:05",
        doors={
            player: PhoneCode(
                address=f"http://192.168.1.20/play/#{secret}{at}", pin="1"
            )
            for at, (player, _, _) in enumerate(found.people)
        },
    )


def median(
    work: Callable[[PrintView], object],
    printed: PrintView,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Return the median time of a few runs, in seconds; no run is like another."""
    times = []
    for _ in range(RUNS):
        now = f"run {next(TURNS)}"
        fresh = replace(printed, printed=now, where=now)
        began = clock()
        work(fresh)
        times.append(clock() - began)
    return statistics.median(times)


def main() -> None:
    """Print what the paper of a large event costs."""
    printed = day()
    cards = median(scorecards, printed)
    busy = median(scorecards, printed, time.process_time)
    whole = median(current_set, printed)
    pdf = scorecards(printed).pdf
    print(f"{PLAYERS} scorecards with codes: {cards:.2f} s, {len(pdf):,} bytes")
    print(f"the same in processor time: {busy:.2f} s")
    print(f"the whole set of a round, {PLAYERS} players: {whole:.2f} s")
    ratio = cards / (MOST_SECONDS * slowness())
    print(f"{ratio:.2f} x the time it may take on this machine (<= 1)")
    assert ratio <= 1


if __name__ == "__main__":
    main()
