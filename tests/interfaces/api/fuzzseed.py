"""Fill an empty installation for the fuzzing: everybody, a running event, a draft."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"


def seed() -> dict[str, object]:
    """Make everything, and return the tokens and ids."""
    from django.conf import settings

    from padd.services import installation

    installation.open_up(folder=settings.DATA, now=datetime.now(UTC))
    from apiworld import ApiWorld

    from padd.core.running.actions import CheckedIn, PlayerEntered, RoundPublished
    from padd.services import running

    world = ApiWorld()
    player, director = world.member("Player One"), world.member("Director One")
    head = world.official("director-of-organized-play")
    events = [world.directed_by(director, rounds_planned=3) for _ in range(3)]
    running_one = events[0]
    world.started(director, running_one, ("ada", "ben", "cleo"))
    own = PlayerEntered(player=player.person, name="Player One")
    world.act(director, running_one, own)
    world.act(director, running_one, CheckedIn(players=(player.person,)))
    running.draw(event_id=running_one, by=director, now=world.now)
    world.act(director, running_one, RoundPublished(number=1))
    world.started(director, events[1])
    tokens = {
        "player": world.token(player, ("read", "play", "webhooks")),
        "director": world.token(director),
        "Director": world.token(head),
    }
    players = ["ada", "ben", "cleo", "dee", player.person]
    return {"tokens": tokens, "events": events, "players": players}


if __name__ == "__main__":
    from padd.config.places import data_folder, make_secret_key

    make_secret_key(data_folder())
    django.setup()
    print(json.dumps(seed()))
