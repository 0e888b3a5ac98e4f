"""The event log: folding a big day, one more action, undo, preview.

500 players over 8 rounds. The peer of the same run is `json.loads` of the same log:
whoever reads the log at all pays at least that. Each figure has its goal in it.
"""

from __future__ import annotations

import json
import statistics
import time
from random import Random
from typing import TYPE_CHECKING

import msgspec

from benchmarks._goals import fail_if_missed
from benchmarks._turns import Turns, by_turns, hold_turns
from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.clock import ClockEnded, ClockStarted
from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.result_claims import ResultConfirmed, ResultReported
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.log.chain import LogRow, check_chain, log_entry, log_rows
from padd.core.eventlog.log.log import Log, append_entry, fold_log
from padd.core.eventlog.log.preview import preview_action
from padd.core.eventlog.log.undo import dependents
from padd.core.eventlog.state.actor import LogActor, Role, player_actor
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.table import GameOutcome
from padd.core.formats.registry import ranking_of
from padd.core.model import Edition, Ending, Event, PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from padd.core.eventlog.actions.action import Action

PLAYERS, ROUNDS, REPEATS = 500, 8, 7
ONE_ACTION = 0.3
"""One more action takes at most this share of reading the log as JSON."""
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
        start = time.process_time()
        longer = append_entry(self.log, entry, BOOK)
        took = time.process_time() - start
        assert isinstance(longer, Log), longer
        self.seconds.setdefault(entry.kind, []).append(took)
        self.log = longer


def entry_for(log: Log, act: Action, by: LogActor = DIRECTOR, reason: str = "") -> LogEntry:
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
    Running().do(EventOpened(event=event))  # What is done but once is not of an action.
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
    act = propose_round(day.log.state, BOOK, seed=number)
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
        day.do(report, player_actor(one))
        day.do(agree, player_actor(two))
    if number < ROUNDS:
        day.do(ClockEnded(number=number))
        day.do(RoundClosed(number=number))


def entries_in(data: bytes) -> list[LogEntry]:
    return [log_entry(row) for row in msgspec.json.decode(data, type=list[LogRow])]


def correction(log: Log) -> LogEntry:
    wrong = GameOutcome(ending=Ending.TIME, scores=(0, 100))
    act = ResultCorrected(number=ROUNDS - 1, table=1, outcome=wrong)
    return entry_for(log, act, reason="Misread")


def main() -> None:
    """Print the figures."""
    day = a_big_day()
    log = day.log
    rows = log_rows(log.entries)
    data = msgspec.json.encode(rows)
    figures: dict[str, tuple[Callable[[], object], float]] = {
        "fold": (lambda: fold_log(log.entries, BOOK), 3),
        "rows to entries": (lambda: entries_in(data), 3),
        "check the chain": (lambda: check_chain(rows), 3),
        "facts": (lambda: event_facts(log.state), 1),
        "standings": (lambda: ranking_of(event_facts(log.state), BOOK), 2),
        "undo, the last": (lambda: dependents(log, [log.sequence], BOOK), 0.1),
        "undo, the first entry": (lambda: dependents(log, [2], BOOK), 4),
        "preview a correction": (lambda: preview_action(log, correction(log), BOOK), 6),
    }
    print(f"event log, {PLAYERS} players, {ROUNDS} rounds: {log.sequence:,} actions")
    took = Turns(0, 0)
    for name, (work, most) in figures.items():
        took = by_turns(work, lambda: json.loads(data), turns=REPEATS)
        hold_turns(f"  {name}", took, most)
    medians = {kind: statistics.median(each) for kind, each in day.seconds.items()}
    for kind, seconds in sorted(medians.items()):
        print(f"    {kind:<20} {seconds * 1000:8.3f} ms, median")
    slowest = Turns(max(medians.values()), took.peer)
    hold_turns("  the slowest kind of action", slowest, most=ONE_ACTION)
    fail_if_missed()


if __name__ == "__main__":
    main()
