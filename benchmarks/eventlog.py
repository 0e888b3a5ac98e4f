"""The event log: folding a big day, one more action, undo, preview.

Goals for 500 players over 8 rounds: the whole log folded in at most 0.5 s, one action
in at most 5 ms. The peer of the same run is `json.loads` of the same log: whoever
reads the log at all pays at least that.
"""

from __future__ import annotations

import json
import statistics
import time
from random import Random
from typing import TYPE_CHECKING

import msgspec

from padd.core.eventlog.action import LogActor, LogEntry, Role, player_acting
from padd.core.eventlog.action_kinds import (
    CheckedIn,
    ClockEnded,
    ClockStarted,
    EventOpened,
    PlayerEntered,
    ResultConfirmed,
    ResultCorrected,
    ResultReported,
    RoundClosed,
    RoundPublished,
)
from padd.core.eventlog.chain import LogRow, check_chain, entry_of, rows_of
from padd.core.eventlog.facts import facts
from padd.core.eventlog.log import Log, append, dependents, fold
from padd.core.eventlog.preview import preview
from padd.core.eventlog.proposal import drawn
from padd.core.eventlog.table import GameOutcome
from padd.core.formats.ranking import ranking_of
from padd.core.model import Edition, Ending, Event, PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from padd.core.eventlog.action import Action

PLAYERS, ROUNDS, REPEATS = 500, 8, 5
BOOK = rulebook("opg-5")
DIRECTOR = LogActor(role=Role.DIRECTOR, person="scotty")


class Running:
    """A log that grows, with the time that each action took."""

    def __init__(self) -> None:
        self.log = Log()
        self.seconds: dict[str, list[float]] = {}

    def do(self, act: Action, by: LogActor = DIRECTOR) -> None:
        """Append an action and keep the time."""
        entry = entry_for(self.log, act, by)
        start = time.perf_counter()
        longer = append(self.log, entry, BOOK)
        took = time.perf_counter() - start
        assert isinstance(longer, Log), longer
        self.seconds.setdefault(entry.kind, []).append(took)
        self.log = longer


def entry_for(
    log: Log, act: Action, by: LogActor = DIRECTOR, reason: str = ""
) -> LogEntry:
    at = f"2026-03-14T{10 + log.sequence // 3600:02}:00:00+00:00"
    return LogEntry(sequence=log.sequence + 1, at=at, by=by, action=act, reason=reason)


def a_big_day() -> Running:
    day, rng = Running(), Random(1)
    event = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        rounds_planned=ROUNDS,
        players=(),
        rounds=(),
    )
    day.do(EventOpened(event=event))
    players = [PlayerId(f"p{n:03}") for n in range(PLAYERS)]
    for player in players:
        day.do(PlayerEntered(player=player, name=player))
    for player in players:
        day.do(CheckedIn(players=(player,)))
    for number in range(1, ROUNDS + 1):
        a_round(day, number, rng)
    return day


def a_round(day: Running, number: int, rng: Random) -> None:
    act = drawn(day.log.state, BOOK, seed=number)
    assert not isinstance(act, Refusal)
    day.do(act)
    day.do(RoundPublished(number=number))
    day.do(ClockStarted(number=number))
    current = day.log.state.current
    assert current is not None
    for table in list(current.tables.values()):
        one, two = table.players
        scores = rng.randrange(0, 101, 5), rng.randrange(0, 101, 5)
        said = GameOutcome(ending=Ending.TIME, scores=scores)
        report = ResultReported(number=number, table=table.number, outcome=said)
        agree = ResultConfirmed(number=number, table=table.number, outcome=said)
        day.do(report, player_acting(one))
        day.do(agree, player_acting(two))
    if number < ROUNDS:
        day.do(ClockEnded(number=number))
        day.do(RoundClosed(number=number))


def best(work: Callable[[], object]) -> float:
    took = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return min(took)


def entries_in(data: bytes) -> list[LogEntry]:
    return [entry_of(row) for row in msgspec.json.decode(data, type=list[LogRow])]


def correction(log: Log) -> LogEntry:
    wrong = GameOutcome(ending=Ending.TIME, scores=(0, 100))
    act = ResultCorrected(number=ROUNDS - 1, table=1, outcome=wrong)
    return entry_for(log, act, reason="Misread")


def main() -> None:
    """Print the figures."""
    day = a_big_day()
    log = day.log
    rows = rows_of(log.entries)
    data = msgspec.json.encode(rows)
    figures = {
        "json.loads, the peer": lambda: json.loads(data),
        "fold (<= 500)": lambda: fold(log.entries, BOOK),
        "rows to entries": lambda: entries_in(data),
        "check the chain": lambda: check_chain(rows),
        "facts": lambda: facts(log.state),
        "standings": lambda: ranking_of(facts(log.state), BOOK),
        "undo, the last": lambda: dependents(log, [log.sequence], BOOK),
        "undo, the first entry": lambda: dependents(log, [2], BOOK),
        "preview a correction": lambda: preview(log, correction(log), BOOK),
    }
    print(f"event log, {PLAYERS} players, {ROUNDS} rounds: {log.sequence:,} actions")
    peer = best(figures["json.loads, the peer"])
    for name, work in figures.items():
        took = best(work)
        print(f"  {name:<22} {1000 * took:8.2f} ms {took / peer:8.2f} x the peer")
    print("  one action, median and slowest (<= 5 ms):")
    for kind, took in sorted(day.seconds.items()):
        middle, most = 1000 * statistics.median(took), 1000 * max(took)
        print(f"    {kind:<20} {middle:8.3f} ms {most:8.3f} ms")


if __name__ == "__main__":
    main()
