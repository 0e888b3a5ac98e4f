"""A day at the table for tests: an event in the database that is acted on."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tests.world import NOW

from padd.core.eventlog.action_kinds import (
    CheckedIn,
    PlayerEntered,
    ResultEntered,
    RoundClosed,
    RoundPublished,
)
from padd.core.eventlog.table import GameOutcome
from padd.core.model import Edition, Ending, Event, Player, PlayerId
from padd.services import eventlog
from padd.services.access.actors import SYSTEM

if TYPE_CHECKING:
    from padd.core.eventlog.action import Action
    from padd.core.eventlog.state import (
        LogState,
        RoundState,
    )
    from padd.services.access.actors import Actor

FOUR = ("kirk", "khan", "spock", "gorn")


def p(name: str) -> PlayerId:
    return PlayerId(name)


def timed(mine: int, theirs: int) -> GameOutcome:
    return GameOutcome(ending=Ending.TIME, scores=(mine, theirs))


def settings(**more: Any) -> Event:
    given: dict[str, Any] = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "name": "Ten Forward Open",
        "edition": Edition.SECOND,
        "rounds_planned": 3,
        "players": (),
        "rounds": (),
    }
    return Event(**(given | more))


def entered(*names: str) -> tuple[Player, ...]:
    """Return players who have entered before the event is opened."""
    return tuple(Player(id=p(name), name=name.title()) for name in names)


class AtTheTable:
    """One event, run by somebody, a minute later with every act."""

    def __init__(
        self, names: tuple[str, ...] = FOUR, /, by: Actor = SYSTEM, **more: Any
    ) -> None:
        self.by = by
        self.now = NOW
        opened = eventlog.open_event(facts=settings(**more), by=by, now=self.now)
        assert isinstance(opened, str), opened
        self.id = opened
        known = self.state.entrants
        for name in names:
            if name not in known:
                self.do(PlayerEntered(player=p(name), name=name.title()))
        if names and not self.state.begun:
            self.do(CheckedIn(players=tuple(map(p, names))))

    @property
    def state(self) -> LogState:
        return eventlog.state(event_id=self.id)

    @property
    def sequence(self) -> int:
        return eventlog.look(event_id=self.id).sequence

    @property
    def round(self) -> RoundState:
        current = self.state.current
        assert current is not None
        return current

    def say(self, action: Action, **more: Any) -> eventlog.Recorded | eventlog.Refusal:
        self.now += timedelta(minutes=1)
        wanted = {"by": self.by, "now": self.now} | more
        return eventlog.record(event_id=self.id, action=action, **wanted)

    def do(self, action: Action, **more: Any) -> eventlog.Recorded:
        done = self.say(action, **more)
        assert isinstance(done, eventlog.Recorded), done
        return done

    def refused(self, action: Action, **more: Any) -> eventlog.Refusal:
        said = self.say(action, **more)
        assert isinstance(said, eventlog.Refusal), said
        return said

    def draw(self, **more: Any) -> eventlog.Recorded:
        self.now += timedelta(minutes=1)
        wanted = {"by": self.by, "now": self.now} | more
        done = eventlog.draw(event_id=self.id, **wanted)
        assert isinstance(done, eventlog.Recorded), done
        return done

    def publish(self) -> eventlog.Recorded:
        self.draw()
        return self.do(RoundPublished(number=self.round.number))

    def enter_all(self) -> None:
        for table in list(self.round.tables.values()):
            if table.open:
                outcome = timed(60, 40 - table.number)
                number = self.round.number
                self.do(
                    ResultEntered(number=number, table=table.number, outcome=outcome)
                )

    def play_round(self) -> eventlog.Recorded:
        self.publish()
        self.enter_all()
        return self.do(RoundClosed(number=self.round.number))
