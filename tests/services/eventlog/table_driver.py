"""A day at the table for tests: an event in the database that is acted on."""

from datetime import timedelta

from tests import played_event
from tests.answers import answer
from tests.played_event import PlayedEvent, p, timed
from tests.world import NOW

from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.model import Player
from padd.core.refusal import Refusal
from padd.services import eventlog
from padd.services.access.actors import SYSTEM

__all__ = ["FOUR", "AtTheTable", "entered", "p", "settings", "timed"]

FOUR = ("kirk", "khan", "spock", "gorn")


def settings(**more):
    """Return an event by its settings, with a name that a calendar can show."""
    return played_event.settings(**({"name": "Ten Forward Open"} | more))


def entered(*names):
    """Return players who have entered before the event is opened."""
    return tuple(Player(id=p(name), name=name.title()) for name in names)


class AtTheTable(PlayedEvent[eventlog.Recorded]):
    """One event, run by somebody, a minute later with every act."""

    def __init__(self, names=FOUR, /, by=SYSTEM, **more):
        self.by = by
        self.now = NOW
        opened = eventlog.open_event(facts=settings(**more), by=by, now=self.now)
        assert isinstance(opened, str), opened
        self.id = opened
        known = self.state.players
        for name in names:
            if name not in known:
                self.do(PlayerEntered(player=p(name), name=name.title()))
        if names and not self.state.begun:
            self.do(CheckedIn(players=tuple(map(p, names))))

    @property
    def state(self):
        return eventlog.event_state(event_id=self.id)

    @property
    def sequence(self):
        return eventlog.snapshot_event(event_id=self.id).sequence

    def say(self, action, **more):
        self.now += timedelta(minutes=1)
        wanted = {"by": self.by, "now": self.now} | more
        return answer(eventlog.record_action, event_id=self.id, action=action, **wanted)

    def do(self, action, **more):
        done = self.say(action, **more)
        assert isinstance(done, eventlog.Recorded), done
        return done

    def refused(self, action, **more):
        said = self.say(action, **more)
        assert isinstance(said, Refusal), said
        return said

    def draw(self, **more):
        self.now += timedelta(minutes=1)
        wanted = {"by": self.by, "now": self.now} | more
        done = eventlog.draw_round(event_id=self.id, **wanted)
        assert isinstance(done, eventlog.Recorded), done
        return done
