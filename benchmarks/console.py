"""The pages of the console, from the request to the last byte, on a big day.

Goals for 500 players over 8 rounds: standings in at most 50 ms when new and 5 ms when
unchanged, rounds and pairings in at most 50 ms. The peer of the same run is the log
entry number that pages ask for every few seconds: what a request costs by itself.
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from benchmarks.eventlog import PLAYERS, ROUNDS
from benchmarks.eventstore import kept_day, median, set_up

if TYPE_CHECKING:
    from django.test import Client

REPEATS = 9
PLACES = (
    ("standings, new (<= 50)", "standings/"),
    ("rounds (<= 50)", "rounds/"),
    ("pairings (<= 50)", "pairings/"),
    ("the console itself", ""),
    ("players", "players/"),
    ("one scorecard", "players/p001/"),
    ("check-in", "check-in/"),
)


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
    link = laptop_sign_in.new_link(now=datetime.now(UTC))
    answer = client.post(f"/enter/{link}/")
    assert answer.status_code == 302, answer.status_code
    return client


def measure() -> None:
    from padd.core.eventlog.action_kinds import NoteAdded
    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM

    event_id, client = kept_day(), at_the_laptop()
    base = f"/events/{event_id}/run/"
    eventlog.look(event_id=event_id)

    def ask(place: str, **headers: str) -> int:
        answer = client.get(base + place, headers=headers)
        assert answer.status_code in {200, 304}, answer.status_code
        return len(answer.content)

    def new(place: str) -> None:
        ask(place)

    peer = median(lambda: ask("sequence/"), REPEATS)
    print(f"console, {PLAYERS} players, {ROUNDS} rounds")
    print(f"  {'a bare request, the peer':<26} {1000 * peer:8.2f} ms")
    for about, place in PLACES:
        new(place)
        took, fresh = [], 0.0
        for number in range(REPEATS):
            eventlog.record(
                event_id=event_id,
                action=NoteAdded(text=f"Note {number}"),
                by=SYSTEM,
                now=datetime.now(UTC),
            )
            took.append(median(lambda: new(place), 1))  # noqa: B023 -- called at once
        fresh = sorted(took)[len(took) // 2]
        tag = client.get(base + place).headers.get("ETag", "")
        line = f"  {about:<26} {1000 * fresh:8.2f} ms {fresh / peer:8.2f} x the peer"
        if tag:
            again = median(
                lambda: ask(place, if_none_match=tag),  # noqa: B023 -- called at once
                REPEATS,
            )
            line += f", unchanged {1000 * again:.2f} ms"
        print(line)


if __name__ == "__main__":
    main()
