"""A day for tests: a log that grows by acts, minute after minute."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tests.played_event import PlayedEvent, p, settings, timed, won

from padd.core.eventlog.action import LogActor, LogEntry, Role, player_acting
from padd.core.eventlog.action_kinds import (
    CheckedIn,
    ClockStarted,
    EventOpened,
    PlayerEntered,
    RoundPublished,
)
from padd.core.eventlog.facts import facts
from padd.core.eventlog.log import Log, append
from padd.core.eventlog.next_step import next_step
from padd.core.eventlog.preview import Consequences, preview
from padd.core.eventlog.proposal import drawn
from padd.core.formats.ranking import ranking_of
from padd.core.model import PairingStyle, PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable

    from padd.core.eventlog.action import Action
    from padd.core.eventlog.state import LogState
    from padd.core.eventlog.step import NextStep
    from padd.core.eventlog.table import ResultStatus, TableState

__all__ = ["ADA", "SCOTTY", "START", "Day", "at", "day_of", "p", "settings", "timed", "won"]

START = datetime.fromisoformat("2026-03-14T10:00:00+00:00")
SCOTTY = LogActor(role=Role.DIRECTOR, person="scotty")
ADA = LogActor(role=Role.SECONDARY, person="ada")


def at(minute: float) -> str:
    return (START + timedelta(minutes=minute)).isoformat()


class Day(PlayedEvent["Day"]):
    """The log of an event under way, with a clock that the test turns."""

    def __init__(self, book: str = "opg-5") -> None:
        self.book = rulebook(book)
        self.log = Log()
        self.minute = 0.0

    @property
    def state(self) -> LogState:
        return self.log.state

    def entry(self, act: Action, by: LogActor | str = SCOTTY, reason: str = "") -> LogEntry:
        actor = player_acting(p(by)) if isinstance(by, str) else by
        return LogEntry(
            sequence=self.log.sequence + 1, at=at(self.minute), by=actor, action=act, reason=reason
        )

    def do(self, act: Action, by: LogActor | str = SCOTTY, reason: str = "") -> Day:
        longer = append(self.log, self.entry(act, by, reason), self.book)
        assert isinstance(longer, Log), longer
        self.log = longer
        return self

    def refused(self, act: Action, by: LogActor | str = SCOTTY, reason: str = "") -> Refusal:
        said = append(self.log, self.entry(act, by, reason), self.book)
        assert isinstance(said, Refusal), said
        assert said.message
        return said

    def preview(self, act: Action, reason: str = "") -> Consequences:
        found = preview(self.log, self.entry(act, SCOTTY, reason), self.book)
        assert isinstance(found, Consequences), found
        return found

    def draw(self, seed: int = 1, reason: str = "") -> Day:
        act = drawn(self.state, self.book, seed=seed)
        assert not isinstance(act, Refusal), act
        return self.do(act, reason=reason)

    def publish(self, seed: int = 1, *, clock: bool = True) -> Day:
        self.draw(seed)
        self.do(RoundPublished(number=self.round.number))
        return self.do(ClockStarted(number=self.round.number)) if clock else self

    def table_of(self, player: str) -> TableState:
        return self.round.tables[self.round.seats[p(player)]]

    def status(self, player: str) -> ResultStatus:
        return self.round.status(self.table_of(player))

    def step(self) -> NextStep:
        return next_step(self.state, self.book)

    def order(self) -> tuple[PlayerId, ...]:
        return ranking_of(facts(self.state), self.book).order


def day_of(players: Iterable[str], book: str = "opg-5", *, here: bool = True, **more: Any) -> Day:
    """Return a day with players who entered and, usually, are here."""
    day = Day(book)
    opening = {key: more.pop(key) for key in ("minutes",) if key in more}
    final = more.pop("final", False)
    act = EventOpened(event=settings(book, **more), final_confrontation=final, **opening)
    day.do(act)
    names = list(players)
    seeds = more.get("pairing_style") in set(PairingStyle) - {
        PairingStyle.SWISS,
        PairingStyle.SIMPLE_SWISS,
        PairingStyle.TRIBBLES,
    }
    for seed, name in enumerate(names, start=1):
        given = seed if seeds else None
        day.do(PlayerEntered(player=p(name), name=name.title(), seed=given))
    if here and names:
        day.do(CheckedIn(players=tuple(p(name) for name in names)))
    return day
