"""A running event as everybody sees it: its rounds, tables, names and clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.eventlog.action import Phase
from padd.core.eventlog.facts import facts
from padd.core.eventlog.rounds import open_tables
from padd.core.eventlog.state import (
    Presence,
    Stage,
)
from padd.core.eventlog.table import ResultStatus
from padd.core.eventlog.time_limits import warnings_of
from padd.core.formats.tribbles.scoring import scores_of
from padd.core.model import Kind, PlayerId
from padd.interfaces.web.console.event_view import ConsoleView
from padd.interfaces.web.request_actor import (
    actor_of,
    present,
)
from padd.presentation import page_words as words
from padd.presentation.event_head import Chip
from padd.presentation.names import (
    FamilyFirst,
    family_first,
)
from padd.presentation.rounds import TableRow, table_rows
from padd.services.access.actors import VISITOR
from padd.services.eventlog import room

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpRequest

    from padd.core.eventlog.state import (
        LogState,
        RoundState,
    )
    from padd.core.eventlog.table import TableState
    from padd.core.formats.tribbles.scoring import Score

UNSAID: Final = frozenset({ResultStatus.REPORTED, ResultStatus.DISPUTED})
"""What players said about their game is theirs and the staff's until it counts."""
REPORTED: Final = Chip("Reported", "hourglass", "peach")
BYE: Final = Chip("Bye", "moon", "blue")
EARNED: Final = Chip("Earned bye", "moon", "blue")
MISSED: Final = Chip("Missed game", "log-out", "lavender")


class RoundPlayer(msgspec.Struct, frozen=True, order=True):
    """One player of a round, as a list by name has it."""

    name: FamilyFirst
    table: int | None
    against: str
    chip: Chip | None = None


class PodSeat(msgspec.Struct, frozen=True):
    """One player of a pod: the points of the round, and all so far."""

    name: str
    points: str
    total: str
    out: bool


class PodPart(msgspec.Struct, frozen=True):
    """One pod of a round."""

    table: int
    seats: tuple[PodSeat, ...]
    settled: bool
    extra: int


class OpenTable(msgspec.Struct, frozen=True):
    """A table that is still playing, and its extra time."""

    table: int
    names: tuple[str, ...]
    extra: int


class TimeCall(msgspec.Struct, frozen=True):
    """A moment at which the room is told how much time is left."""

    left: int
    """Seconds."""
    words: str
    at: str


class ClockPart(msgspec.Struct, frozen=True):
    """The clock of a round as facts: pages and the wall work the rest out."""

    state: str
    """none, waiting, running, paused or over"""
    minutes: int | None = None
    ends: str = ""
    started: str = ""
    ends_at: str = ""
    left: int | None = None
    """Seconds that were left when it was stopped."""
    since: str = ""
    calls: tuple[TimeCall, ...] = ()
    seated_by: str = ""
    seated_until: str = ""
    """Until when a player may come to the table, for scripts."""
    at_time: str = ""
    cite: str = ""


AT_TIME: Final = {
    "equal-turns": "Finish so that both had equal turns.",
    "hands-down": "Hands down: the game stops now.",
    "stop": "Stop playing now.",
}


def hall_of(request: HttpRequest, event: str) -> ConsoleView:
    """Return an event as the room sees it; whoever asks sees the same."""
    now = present()
    found = room.hall(event=event, by=actor_of(request), now=now)
    return ConsoleView(
        row=found.row,
        standing=found.standing,
        actor=VISITOR,
        worn=frozenset(),
        now=now,
    )


def round_of(hall: ConsoleView, number: int | None) -> RoundState | None:
    """Return a published round, or the latest one."""
    if number is None:
        return hall.current
    return hall.state.round(number)


def tables_of(hall: ConsoleView, round_: RoundState) -> tuple[TableRow, ...]:
    """Return the tables of a round by number, without what players only claim."""
    rows = sorted(table_rows(hall, round_), key=lambda row: row.number)
    return tuple(_said(row, round_) for row in rows)


def _said(row: TableRow, round_: RoundState) -> TableRow:
    if round_.status(round_.tables[row.number]) not in UNSAID:
        return row
    return msgspec.structs.replace(
        row, score="", chip=REPORTED, status=str(ResultStatus.REPORTED), solid=False
    )


def names_of_round(hall: ConsoleView, round_: RoundState) -> tuple[RoundPlayer, ...]:
    """Return everybody of a round by family name, with table and opponent."""
    return tuple(sorted(_lines(hall, round_), key=lambda line: line.name))


def _lines(hall: ConsoleView, round_: RoundState) -> Iterator[RoundPlayer]:
    for player, at in round_.seats.items():
        others = [p for p in round_.tables[at].players if p != player]
        yield RoundPlayer(_parts(hall, player), at, _against(hall, others))
    for players, chip in (
        (round_.byes, BYE),
        (round_.earned_byes, EARNED),
        (tuple(_missed(hall, round_)), MISSED),
    ):
        for player in players:
            yield RoundPlayer(_parts(hall, player), None, chip.word, chip)


def _missed(hall: ConsoleView, round_: RoundState) -> Iterator[PlayerId]:
    """Yield who should be here and is not: nobody who left earlier looks here."""
    if hall.state.settings.kind is Kind.BRACKET:
        return  # whoever is out of a bracket has missed nothing
    for player in round_.missed:
        left = hall.state.entrants[player].dropped_after
        if left is None or left >= round_.number:
            yield player


def _parts(hall: ConsoleView, player: PlayerId) -> FamilyFirst:
    return family_first(hall.state.name(player))


def _against(hall: ConsoleView, others: list[PlayerId]) -> str:
    if len(others) == 1:
        return hall.name(others[0])
    return "pod of " + str(len(others) + 1)


def pods_of(hall: ConsoleView, round_: RoundState) -> tuple[PodPart, ...]:
    """Return the pods of a round with running totals; other events have none."""
    rules = hall.book.tribbles
    if hall.state.settings.kind is not Kind.TRIBBLES or rules is None:
        return ()
    event = facts(hall.state)
    upto = [one for one in event.rounds if one.number <= round_.number]
    totals = scores_of(event, upto, rules)
    return tuple(
        PodPart(
            table=table.number,
            seats=tuple(_pod_seat(hall, table, player, totals) for player in seated),
            settled=table.settled,
            extra=table.extra_minutes,
        )
        for table in sorted(round_.tables.values(), key=lambda one: one.number)
        if (seated := table.players)
    )


def _pod_seat(
    hall: ConsoleView,
    table: TableState,
    player: PlayerId,
    totals: dict[PlayerId, Score],
) -> PodSeat:
    scores = (table.pod.scores or {}) if table.pod and table.settled else {}
    total = totals[player].points if player in totals else 0
    return PodSeat(
        name=hall.name(player),
        points=words.number(scores[player]) if player in scores else "",
        total=words.number(total),
        out=bool(table.pod and player in table.pod.went_out and table.settled),
    )


def playing(hall: ConsoleView, round_: RoundState) -> tuple[OpenTable, ...]:
    """Return the tables that are still playing, those with extra time last."""
    tables = sorted(open_tables(round_), key=lambda t: (t.extra_minutes, t.number))
    return tuple(
        OpenTable(
            table.number,
            tuple(hall.name(player) for player in table.players),
            table.extra_minutes,
        )
        for table in tables
        if round_.status(table) not in UNSAID
    )


def here(state: LogState) -> tuple[int, int]:
    """Return how many are here, and how many entered."""
    in_it = [e for e in state.entrants.values() if e.presence is not Presence.WITHDRAWN]
    return sum(e.presence is Presence.HERE for e in in_it), len(in_it)


def stage_of(hall: ConsoleView) -> str:
    """Return how far the event is, as the wall follows it by itself."""
    if not hall.opened or not hall.state.played:
        return "before"
    if hall.state.phase is not Phase.OPEN:
        return "finished"
    round_ = hall.state.played[-1]
    if round_.stage is Stage.CLOSED or not open_tables(round_):
        return "between"
    return "playing" if round_.clock.started_at else "published"


def clock_of(hall: ConsoleView, round_: RoundState | None) -> ClockPart:
    """Return the clock of a round that is being played."""
    if round_ is None or round_.stage is not Stage.PUBLISHED:
        return ClockPart(state="none")
    clock, book = round_.clock, hall.book
    minutes = clock.minutes or hall.state.minutes
    if minutes is None or hall.state.settings.online:
        return ClockPart(state="none")
    common = {
        "minutes": minutes,
        "at_time": AT_TIME.get(str(book.time.time_called), ""),
        "cite": book.citations["time.time_called"].cite,
    }
    if clock.started_at is None:
        return ClockPart(state="waiting", **common)  # type: ignore[arg-type]
    ends, started = clock.ends_at(), datetime.fromisoformat(clock.started_at)
    late = book.time.late.round_minutes
    until = None if late is None else started + timedelta(minutes=late)
    if ends is None:
        stood = datetime.fromisoformat(str(clock.paused_at))
        run = (stood - started).total_seconds() - clock.paused_seconds
        return ClockPart(
            state="paused",
            left=max(0, round(minutes * 60 - run)),
            since=hall.clock(clock.paused_at),
            **common,  # type: ignore[arg-type]
        )
    return ClockPart(
        state="over" if clock.ended_at else "running",
        ends=ends.isoformat(timespec="seconds"),
        started=started.isoformat(timespec="seconds"),
        ends_at=hall.clock(ends),
        calls=tuple(
            TimeCall(
                left=one.minutes_left * 60,
                words=_call(one.minutes_left, halfway=one.halfway),
                at=hall.clock(one.at),
            )
            for one in warnings_of(clock, book)
        ),
        seated_by=hall.clock(until),
        seated_until="" if until is None else until.isoformat(timespec="seconds"),
        **common,  # type: ignore[arg-type]
    )


def _call(minutes: int, *, halfway: bool) -> str:
    return "Half-time" if halfway else words.count(minutes, "minute") + " left"
