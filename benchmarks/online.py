"""Online play: common hours against a scan by minutes, a reminder pass by its reading.

Goals: common hours of eight people in at most 0.1 times a scan minute by minute, and
what is due at 10,000 tables in at most 2 times reading the deadlines of the same.
"""

from __future__ import annotations

import random
import statistics
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from padd.core.eventlog.state import LogState, RoundState, Stage
from padd.core.eventlog.table import TableState
from padd.core.model import Match, PlayerId
from padd.core.online.common_hours import Interval, common_hours
from padd.core.online.open_games import reminders_due

if TYPE_CHECKING:
    from collections.abc import Callable

PEOPLE, DAYS, TABLES, REPEATS = 8, 14, 10_000, 5
START = datetime(2026, 11, 1, tzinfo=UTC)


def median(work: Callable[[], object]) -> float:
    took = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took)


def hours(chance: random.Random) -> list[Interval]:
    found = []
    for day in range(DAYS):
        begin = START + timedelta(days=day, hours=chance.randrange(12, 20))
        found.append(Interval(begin, begin + timedelta(hours=chance.randrange(1, 6))))
    return found


def scan(free: list[list[Interval]]) -> int:
    minutes = 0
    for minute in range(DAYS * 24 * 60):
        at = START + timedelta(minutes=minute)
        minutes += all(any(a <= at < b for a, b in one) for one in free)
    return minutes


def big_round(until: datetime) -> LogState:
    tables = {
        number: TableState(
            number=number,
            match=Match(players=(PlayerId(f"a{number}"), PlayerId(f"b{number}"))),
        )
        for number in range(1, TABLES + 1)
    }
    round_ = RoundState(
        number=1,
        stage=Stage.PUBLISHED,
        tables=tables,
        seats={},
        deadline=until.isoformat(),
        published_at=START.isoformat(),
    )
    return LogState(rounds=(round_,))


def read(state: LogState, now: datetime) -> int:
    """Read the deadline of every open table for both players: the bare query."""
    due = 0
    for round_ in state.played:
        for table in round_.tables.values():
            until = table.deadline or round_.deadline
            if until is None or table.settled:
                continue
            end = datetime.fromisoformat(until)
            due += sum(now < end for _ in table.players)
    return due


def main() -> None:
    chance = random.Random(16)
    free = [hours(chance) for _ in range(PEOPLE)]
    least = timedelta(minutes=75)
    scanned = median(lambda: scan(free))
    found = median(lambda: common_hours(free, least=least))
    print(f"minute by minute: {scanned * 1000:.1f} ms")
    print(f"common hours: {found * 1000:.2f} ms")
    print(f"common hours / scan: {found / scanned:.4f}, at most 0.1")
    now = START + timedelta(days=6, hours=12)
    state = big_round(START + timedelta(days=7))
    bare, due = (
        median(lambda: read(state, now)),
        median(lambda: reminders_due(state, now=now)),
    )
    print(f"reading {TABLES} tables: {bare * 1000:.1f} ms; due: {due * 1000:.1f} ms")
    print(f"reminders due / reading: {due / bare:.1f}, at most 2")


if __name__ == "__main__":
    main()
