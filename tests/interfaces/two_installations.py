"""What people do at a laptop and at headquarters, in programs of their own.

Called as `python -m tests.interfaces.two_installations STEP …`; each step prints one
JSON document.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import django

NAMES = ("Jadzia", "Kira", "Odo", "Quark", "Worf", "Nog")


def list_event():
    """List an event at headquarters, two weeks ago, and make a token for its report."""
    from tests.world import World

    from padd.services.access import api_tokens
    from padd.store.models.events import Directorship, Event

    world = World()
    world.now = datetime.now(UTC)
    by = world.member("Sisko")
    for name in NAMES[:4]:
        world.person(name)
    starts = (world.now + timedelta(days=3)).replace(tzinfo=None, microsecond=0)
    event = world.event(starts=starts, rounds_planned=3)
    row = Event.objects.get(public_id=event)
    Event.objects.filter(pk=row.pk).update(
        state="listed",
        starts_at=world.now - timedelta(hours=6),
        registered_at=world.now - timedelta(days=14),
    )
    row.directorships.all().delete()
    Directorship.objects.create(event=row, person_id=by.person_id, rank=1)
    made = api_tokens.create_token(by=by, now=world.now, label="Laptop", scopes=["report"], days=30)
    return {"event": event, "token": made.secret}


def play_event():
    """Run an event on the laptop, from the first round to the last."""
    from tests.services.eventlog.table_driver import AtTheTable, p

    from padd.core.eventlog.actions.finish import EventFinished
    from padd.core.model import Player

    players = tuple(Player(id=p(name.lower()), name=name, handle=name) for name in NAMES)
    starts = datetime.now(UTC) - timedelta(hours=6)
    day = AtTheTable(
        tuple(player.id for player in players),
        players=players,
        starts=starts.isoformat(timespec="seconds"),
    )
    for _ in range(3):
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)
    return {"event": day.id}


def release():
    """Let what is held count, as a coordinator does."""
    from padd.services import reports
    from padd.services.access.actors import SYSTEM
    from padd.store.models.reports import Report

    (report,) = Report.objects.all()
    done = reports.release_report(
        report=report.public_id, by=SYSTEM, now=datetime.now(UTC), reason="Seen"
    )
    return {"state": done.state}


STEPS: dict[str, Callable[[], dict[str, Any]]] = {
    "list": list_event,
    "play": play_event,
    "release": release,
}

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "padd.config.settings")
    os.environ.setdefault("PADD_SECRET_KEY", "of the tests")
    django.setup()
    from django.conf import settings

    from padd.services.installation.installation import open_up

    open_up(folder=settings.DATA, now=datetime.now(UTC))
    print(json.dumps(STEPS[sys.argv[1]]()))
