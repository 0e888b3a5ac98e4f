"""Online play: common hours against a scan by minutes, a reminder pass by its reading.

Goals: common hours of eight people in at most 0.1 times a scan minute by minute, and
what is due at 10,000 tables in at most 2 times reading the deadlines of the same.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from benchmarks._goals import fail_if_missed
from benchmarks._turns import by_turns, hold_turns
from padd.core.eventlog.state.event_state import LogState, RoundState, Stage
from padd.core.eventlog.state.table import TableState
from padd.core.model import Match, PlayerId
from padd.core.online.common_hours import Interval, common_hours
from padd.core.online.open_games import reminders_due

PEOPLE, DAYS, TABLES, REPEATS = 8, 14, 10_000, 9
START = datetime(2026, 11, 1, tzinfo=UTC)


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
            number=number, match=Match(players=(PlayerId(f"a{number}"), PlayerId(f"b{number}")))
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
    found = by_turns(lambda: common_hours(free, least=least), lambda: scan(free), turns=REPEATS)
    hold_turns("common hours / minute by minute", found, most=0.1)
    now = START + timedelta(days=6, hours=12)
    state = big_round(START + timedelta(days=7))
    due = by_turns(lambda: reminders_due(state, now=now), lambda: read(state, now), turns=REPEATS)
    hold_turns(f"reminders due / reading {TABLES} tables", due, most=2)
    fail_if_missed()


if __name__ == "__main__":
    main()
