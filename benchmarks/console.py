"""The pages of the console, from the request to the last byte, on a big day.

The peer of the same run is a bare page: the list of rulebooks, which asks the database
nothing. 500 players over 8 rounds: the first request for a page after an entry of the
log takes at most so many times the processor time of the peer, which is measured in
turns with it. The entry is a corrected result, which changes figures and places, or a
note, which changes neither. No page has more than 1,250 bytes for each player.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from benchmarks.event_store import kept_day, set_up
from benchmarks.eventlog import PLAYERS, ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client

    from padd.core.eventlog.actions.action import Action

REPEATS = 9
BARE = "/rulebooks/"
BYTES_PER_PLAYER = 1250
"""What makes 250 KB at 200 players."""
PLACES = (
    ("standings", "standings/", 25),
    ("rounds", "rounds/", 12),
    ("pairings", "pairings/", 12),
    ("the console itself", "", 12),
    ("players", "players/", 12),
    ("one scorecard", "players/p001/", 12),
    ("check-in", "check-in/", 12),
)
"""Pages, and how many times the peer each takes at most."""


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder)
        measure()


def at_the_laptop() -> Client:
    """Return a browser at which the director is signed in."""
    from django.test import Client

    from padd.services.access import laptop_sign_in

    client = Client(headers={"host": "localhost"})
    link = laptop_sign_in.create_sign_in_link(now=datetime.now(UTC))
    answer = client.post(f"/enter/{link}/")
    assert answer.status_code == 302, answer.status_code
    return client


def measure() -> None:
    from padd.core.eventlog.actions.director_results import ResultCorrected
    from padd.core.eventlog.actions.finish import NoteAdded
    from padd.core.eventlog.state.table import GameOutcome
    from padd.core.model import Ending
    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM

    event_id, client = kept_day(), at_the_laptop()
    sizes: dict[str, int] = {}
    base, numbers = f"/events/{event_id}/run/", iter(range(10_000))

    def ask(place: str) -> float:
        start = time.process_time()
        answer = client.get(place if place == BARE else base + place)
        took = time.process_time() - start
        assert answer.status_code == 200, answer.status_code
        sizes[place] = len(answer.content)
        return took

    def note(number: int) -> Action:
        return NoteAdded(text=f"Note {number}")

    def result(number: int) -> Action:
        outcome = GameOutcome(ending=Ending.TIME, scores=(number, 70))
        return ResultCorrected(number=ROUNDS, table=1 + number % 200, outcome=outcome)

    def after(entry: Callable[[int], Action], place: str) -> float:
        action = entry(next(numbers))
        now = datetime.now(UTC)
        done = eventlog.record_action(
            event_id=event_id, action=action, by=SYSTEM, now=now, reason="Misread"
        )
        assert isinstance(done, eventlog.Recorded), done
        return ask(place)

    missed = []
    print(f"console, {PLAYERS} players, {ROUNDS} rounds: processor time, times the peer")
    for about, place, at_most in PLACES:
        ask(place)
        parts = []
        for entry in (result, note):
            after(entry, place)
            took = [(after(entry, place), ask(BARE)) for _ in range(REPEATS)]
            page, peer = map(statistics.median, zip(*took, strict=True))
            times = page / peer
            parts.append(f"after a {entry.__name__} {1000 * page:6.1f} ms {times:5.2f}")
            if times > at_most:
                missed.append(f"{about} after a {entry.__name__}")
        parts.append(f"{sizes[place] // 1000} KB")
        if sizes[place] > PLAYERS * BYTES_PER_PLAYER:
            missed.append(f"size of {about}")
        print(f"  {about:<20} {', '.join(parts)} ({1000 * peer:.1f} ms)", flush=True)
    assert not missed, missed


if __name__ == "__main__":
    main()
