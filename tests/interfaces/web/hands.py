"""Hands that act in an event from a process of their own, for tests with a browser.

While a browser is open, Django refuses to touch a database in the same thread; and
another process is what the room has to hear of anyway.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from tests.databases import installation

if TYPE_CHECKING:
    from pathlib import Path

ACTING = """
import json, sys
import django
django.setup()
from datetime import UTC, datetime, timedelta
from padd.core.eventfile import SCHEMA
from padd.core.model import Edition, Event, PairingStyle
from padd.core.running.actions import action_from
from padd.services import actors, room, running

def now(ago=0):
    return datetime.now(UTC) - timedelta(seconds=ago)

def open_event(edition, style, rounds, name):
    return running.open_event(by=actors.SYSTEM, now=now(), facts=Event(
        schema=SCHEMA, rulebook="opg-5", name=name, edition=Edition(edition),
        pairing_style=PairingStyle(style), rounds_planned=rounds, players=(),
        rounds=(), starts=now().isoformat(timespec="seconds"),
    ))

def act(event, kind, payload, ago=0):
    done = running.act(event_id=event, action=action_from(kind, payload),
        by=actors.SYSTEM, now=now(ago), key=running.new_key())
    return done.sequence if isinstance(done, running.Done) else str(done)

def draw(event):
    done = running.draw(event_id=event, by=actors.SYSTEM, now=now(),
        key=running.new_key())
    return done.sequence if isinstance(done, running.Done) else str(done)

def show(event, shows):
    room.show(event=event, shows=shows, by=actors.SYSTEM, now=now())

def tables(event):
    round_ = running.state(event_id=event).current
    return {number: list(table.players) for number, table in round_.tables.items()}

known = {f.__name__: f for f in (open_event, act, draw, show, tables)}
for line in sys.stdin:
    name, arguments, more = json.loads(line)
    print(json.dumps(known[name](*arguments, **more)), flush=True)
"""


class Hands:
    """Acts on an installation, and answers with what came of it."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", ACTING],
            env={
                **installation(data),
                "DJANGO_SETTINGS_MODULE": "padd.config.settings",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, name: str, *arguments: Any, **more: Any) -> Any:
        """Call one of the functions that the hands know."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps((name, arguments, more)) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def act(self, event: str, kind: str, ago: int = 0, **payload: Any) -> int:
        """Do one thing in an event, now or a while ago."""
        done = self.do("act", event, kind, payload, ago=ago)
        assert isinstance(done, int), done
        return done

    def enter(self, event: str, *names: str) -> None:
        """Let players come."""
        players = [f"p{number}" for number in range(len(names))]
        for player, name in zip(players, names, strict=True):
            self.act(event, "player.entered", player=player, name=name)
        self.act(event, "player.checked-in", players=players)

    def publish(self, event: str, number: int) -> None:
        """Draw a round and publish it."""
        self.do("draw", event)
        self.act(event, "round.published", number=number)

    def result(self, event: str, number: int, table: int, score: list[int]) -> int:
        """Enter the result of a table, won by its first player."""
        first = self.do("tables", event)[str(table)][0]
        outcome = {"ending": "complete", "winner": first, "scores": score}
        return self.act(
            event, "result.entered", number=number, table=table, outcome=outcome
        )

    def rest(self) -> None:
        """Stop acting."""
        self.process.communicate(timeout=20)
