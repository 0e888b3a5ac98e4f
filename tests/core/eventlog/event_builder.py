"""A day for tests: a log that grows by acts, minute after minute."""

from datetime import datetime, timedelta

from tests.played_event import PlayedEvent, p, settings, timed, won

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.clock import ClockStarted
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.guidance.next_step import next_step
from padd.core.eventlog.log.log import Log, append_entry
from padd.core.eventlog.log.preview import Consequences, preview_action
from padd.core.eventlog.state.actor import LogActor, Role, player_actor
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.registry import ranking_of
from padd.core.model import PairingStyle
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook

__all__ = ["ADA", "SCOTTY", "START", "Day", "at", "day_of", "p", "settings", "timed", "won"]

START = datetime.fromisoformat("2026-03-14T10:00:00+00:00")
SCOTTY = LogActor(role=Role.DIRECTOR, person="scotty")
ADA = LogActor(role=Role.SECONDARY, person="ada")


def at(minute):
    return (START + timedelta(minutes=minute)).isoformat()


class Day(PlayedEvent["Day"]):
    """The log of an event under way, with a clock that the test turns."""

    def __init__(self, book="opg-5"):
        self.book = rulebook(book)
        self.log = Log()
        self.minute = 0.0

    @property
    def state(self):
        return self.log.state

    def entry(self, act, by=SCOTTY, reason=""):
        actor = player_actor(p(by)) if isinstance(by, str) else by
        return LogEntry(
            sequence=self.log.sequence + 1, at=at(self.minute), by=actor, action=act, reason=reason
        )

    def do(self, act, by=SCOTTY, reason=""):
        longer = append_entry(self.log, self.entry(act, by, reason), self.book)
        assert isinstance(longer, Log), longer
        self.log = longer
        return self

    def refused(self, act, by=SCOTTY, reason=""):
        said = append_entry(self.log, self.entry(act, by, reason), self.book)
        assert isinstance(said, Refusal), said
        assert said.message
        return said

    def preview(self, act, reason=""):
        found = preview_action(self.log, self.entry(act, SCOTTY, reason), self.book)
        assert isinstance(found, Consequences), found
        return found

    def draw(self, seed=1, reason=""):
        act = propose_round(self.state, self.book, seed=seed)
        assert not isinstance(act, Refusal), act
        return self.do(act, reason=reason)

    def publish(self, seed=1, *, clock=True):
        self.draw(seed)
        self.do(RoundPublished(number=self.round.number))
        return self.do(ClockStarted(number=self.round.number)) if clock else self

    def table_of(self, player):
        return self.round.tables[self.round.seats[p(player)]]

    def status(self, player):
        return self.round.status(self.table_of(player))

    def step(self):
        return next_step(self.state, self.book)

    def order(self):
        return ranking_of(event_facts(self.state), self.book).order


def day_of(players, book="opg-5", *, here=True, **more):
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
