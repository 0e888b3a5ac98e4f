"""Hands that act in an event from a process of their own, for tests with a browser."""

from tests.other_process import OtherProcess

ACTING = """
from datetime import UTC, datetime, timedelta
from tests.played_event import settings
from padd.core.model import Edition, PairingStyle
from padd.core.eventlog.log.action_kinds import decode_action as action_from
from tests.answers import answer as answered
from padd.services import eventlog
from padd.services.access import actors
from padd.services.eventlog import room

def now(ago=0):
    return datetime.now(UTC) - timedelta(seconds=ago)

def open_event(edition, style, rounds, name):
    return eventlog.open_event(by=actors.SYSTEM, now=now(), facts=settings(
        name=name, edition=Edition(edition), pairing_style=PairingStyle(style),
        rounds_planned=rounds, starts=now().isoformat(timespec="seconds"),
    ))

def act(event, kind, payload, ago=0):
    done = answered(eventlog.record_action, event_id=event, action=action_from(kind, payload),
        by=actors.SYSTEM, now=now(ago), key=eventlog.new_command_key())
    return done.sequence if isinstance(done, eventlog.Recorded) else str(done)

def draw(event):
    done = answered(eventlog.draw_round, event_id=event, by=actors.SYSTEM, now=now(),
        key=eventlog.new_command_key())
    return done.sequence if isinstance(done, eventlog.Recorded) else str(done)

def show(event, shows):
    room.choose_wall_view(event=event, shows=shows, by=actors.SYSTEM, now=now())

def tables(event):
    round_ = eventlog.event_state(event_id=event).current
    return {number: list(table.players) for number, table in round_.tables.items()}

known = {f.__name__: f for f in (open_event, act, draw, show, tables)}
def answer(name, *arguments, **more):
    return known[name](*arguments, **more)
"""


class Hands(OtherProcess):
    """Acts on an installation, and answers with what came of it."""

    def __init__(self, data):
        super().__init__(data, ACTING)

    def act(self, event, kind, ago=0, **payload):
        """Do one thing in an event, now or a while ago."""
        done = self.ask("act", event, kind, payload, ago=ago)
        assert isinstance(done, int), done
        return done

    def enter(self, event, *names):
        """Let players come."""
        players = [f"p{number}" for number in range(len(names))]
        for player, name in zip(players, names, strict=True):
            self.act(event, "player.entered", player=player, name=name)
        self.act(event, "player.checked-in", players=players)

    def publish(self, event, number):
        """Draw a round and publish it."""
        self.ask("draw", event)
        self.act(event, "round.published", number=number)

    def result(self, event, number, table, score):
        """Enter the result of a table, won by its first player."""
        first = self.ask("tables", event)[str(table)][0]
        outcome = {"ending": "complete", "winner": first, "scores": score}
        return self.act(event, "result.entered", number=number, table=table, outcome=outcome)
