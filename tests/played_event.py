"""What all events that tests play share: their settings, their games, their rounds.

An event is played in a log in memory (`tests/core/eventlog/event_builder.py`) or in
the database (`tests/services/eventlog/table_driver.py`); both go from round to round
by the same steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from padd.core.event_file import SCHEMA
from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Edition, Ending, Event, PlayerId

Done = TypeVar("Done")
"""What a test gets back for something that was done."""


def p(name):
    return PlayerId(name)


def timed(mine, theirs):
    return GameOutcome(ending=Ending.TIME, scores=(mine, theirs))


def won(winner, mine=100, theirs=35):
    return GameOutcome(ending=Ending.COMPLETE, winner=p(winner), scores=(mine, theirs))


def settings(book="opg-5", **more):
    """Return an event that nobody has entered yet; keywords change it."""
    given: dict[str, Any] = {
        "schema": SCHEMA,
        "rulebook": book,
        "edition": Edition.SECOND if book.startswith("opg") else Edition.FIRST,
        "rounds_planned": 3,
        "players": (),
        "rounds": (),
    }
    return Event(**(given | more))


class PlayedEvent(ABC, Generic[Done]):
    """An event under way, wherever its log is kept."""

    @property
    @abstractmethod
    def state(self):
        """Return how the event stands."""

    @abstractmethod
    def do(self, action):
        """Record something that must not be refused."""

    @abstractmethod
    def draw(self, *drawing):
        """Pair the next round."""

    @property
    def round(self):
        current = self.state.current
        assert current is not None
        return current

    def publish(self, *drawing):
        self.draw(*drawing)
        return self.do(RoundPublished(number=self.round.number))

    def enter(self, number, table, outcome):
        return self.do(ResultEntered(number=number, table=table, outcome=outcome))

    def enter_all(self):
        current = self.round
        for table in current.tables.values():
            if table.open:
                # Another margin at every table, so that no toss is needed.
                outcome = timed(60, 40 - table.number)
                self.enter(current.number, table.number, outcome)
        return self

    def play_round(self, *drawing):
        self.publish(*drawing)
        self.enter_all()
        return self.do(RoundClosed(number=self.round.number))
