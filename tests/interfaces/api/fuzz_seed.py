"""Fill an empty installation for the fuzzing: callers, a running event, a draft."""

import json
import os
from datetime import UTC, datetime

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"


def seed():
    """Make everything, and return the tokens and ids."""
    from django.conf import settings

    from padd.services.installation import installation

    installation.open_up(folder=settings.DATA, now=datetime.now(UTC))
    from api_world import ApiWorld

    from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
    from padd.core.eventlog.actions.publication import RoundPublished
    from padd.services import eventlog, reports
    from padd.services.access.actors import SYSTEM
    from padd.store.models.people import Person

    world = ApiWorld()
    player, director = world.member("Player One"), world.member("Director One")
    head = world.official("director-of-organized-play")
    events = [world.directed_by(director, rounds_planned=3) for _ in range(3)]
    running_one = events[0]
    world.started(director, running_one, ("ada", "ben", "cleo"))
    own = PlayerEntered(player=player.person, name="Player One")
    world.act(director, running_one, own)
    world.act(director, running_one, CheckedIn(players=(player.person,)))
    eventlog.draw_round(event_id=running_one, by=director, now=world.now)
    world.act(director, running_one, RoundPublished(number=1))
    world.started(director, events[1])
    over, asking = (world.directed_by(director, rounds_planned=1) for _ in range(2))
    for event in (over, asking):
        finish(world, director, event)
    rated = world.directed_by(director, rounds_planned=3)
    finish(world, director, rated, rounds=3)
    # One report asks who its players are; another is rated, so that there are ratings.
    report = reports.submit_report(event_id=asking, by=director, now=world.now)
    reports.submit_report(event_id=rated, by=SYSTEM, now=world.now, create=True)
    known = Person.objects.filter(ratings__isnull=False).distinct()
    people = list(known.order_by("pk").values_list("public_id", flat=True)[:2])
    tokens = {
        "player": world.token(player, ("read", "play", "webhooks")),
        "director": world.token(director),
        "Director": world.token(head),
    }
    return {
        "tokens": tokens,
        "events": [*events, over, asking, rated],
        "over": over,
        "players": ["ada", "ben", "cleo", "dee", player.person, *people],
        "people": people,
        "reports": [report.report] if isinstance(report, reports.ReportOutcome) else [],
    }


def finish(world, director, event, rounds=1):
    """Play the rounds of an event, and end it."""
    from padd.core.eventlog.actions.finish import EventFinished

    world.started(director, event, ("ada", "ben", "cleo", "dee"))
    for number in range(1, rounds + 1):
        play(world, director, event, number)
    world.act(director, event, EventFinished())


def play(world, director, event, number):
    """Play one round to its end."""
    from padd.core.eventlog.actions.clock import ClockStarted
    from padd.core.eventlog.actions.director_results import ResultEntered
    from padd.core.eventlog.actions.publication import RoundPublished
    from padd.core.eventlog.actions.rounds import RoundClosed
    from padd.core.eventlog.state.table import GameOutcome
    from padd.services import eventlog

    eventlog.draw_round(event_id=event, by=director, now=world.now)
    world.act(director, event, RoundPublished(number=number))
    world.act(director, event, ClockStarted(number=number))
    tables = eventlog.snapshot_event(event_id=event).state.rounds[number - 1].tables
    for at, table in tables.items():
        won = GameOutcome(ending="complete", winner=table.players[0], scores=(100, 10 * at))
        world.act(director, event, ResultEntered(number=number, table=at, outcome=won))
    world.act(director, event, RoundClosed(number=number))


if __name__ == "__main__":
    from padd.platform.paths import data_folder, make_secret_key

    make_secret_key(data_folder())
    django.setup()
    print(json.dumps(seed()))
