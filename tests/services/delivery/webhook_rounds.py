"""Webhook rounds."""

from __future__ import annotations

from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.state.table import GameOutcome
from padd.services import eventlog


def do(world, by, event, action):
    done = eventlog.record_action(event_id=event, action=action, by=by, now=world.now)
    assert isinstance(done, eventlog.Recorded), done


def play(world, by, event):
    for name in ("ada", "ben"):
        do(world, by, event, PlayerEntered(player=name, name=name))
    do(world, by, event, CheckedIn(players=("ada", "ben")))
    eventlog.draw_round(event_id=event, by=by, now=world.now)
    do(world, by, event, RoundPublished(number=1))
    outcome = GameOutcome(ending="complete", winner="ada", scores=(100, 0))
    table = eventlog.snapshot_event(event_id=event).state.rounds[0].tables[1]
    if table.players[0] != "ada":
        outcome = GameOutcome(ending="complete", winner="ada", scores=(0, 100))
    do(world, by, event, ResultEntered(number=1, table=1, outcome=outcome))
