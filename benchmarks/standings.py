"""Scoring and ranking: seconds, memory, and how the cost grows with the event.

Goals: 10,000 players over 8 rounds in at most 1.0 s and 400 MB; less than 12 times
the cost of 1,000 players; `padd standings` on 16 players in at most 0.35 s.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from padd.core.event_file import read_event
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import rank
from padd.rulebooks.loader import rulebook

ROUNDS = 8
REPEATS = 5


def event_of(players: int, rounds: int = ROUNDS) -> bytes:
    """Return the file of a random event."""
    rng = Random(players)
    names = [f"p{n:06}" for n in range(players)]
    made: list[dict[str, Any]] = []
    for number in range(1, rounds + 1):
        rng.shuffle(names)
        matches = [
            {
                "table": table,
                "players": [one, two],
                "ending": rng.choice(["complete", "time", "time", "concession"]),
                "winner": rng.choice([one, two]),
                "scores": [rng.randrange(0, 141, 5), rng.randrange(0, 141, 5)],
            }
            for table, (one, two) in enumerate(
                zip(names[::2], names[1::2], strict=False), start=1
            )
        ]
        made.append({"number": number, "matches": matches})
    facts = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "rounds_planned": rounds,
        "players": [{"id": name} for name in sorted(names)],
        "rounds": made,
    }
    return json.dumps(facts).encode()


def seconds_for(players: int) -> tuple[float, float]:
    """Return the best times for reading, and for scoring and ranking."""
    data, book = event_of(players), rulebook("opg-5")
    reading = ranking = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        event = read_event(data, book_of=rulebook)
        middle = time.perf_counter()
        rank(score_event(event, book), book)
        end = time.perf_counter()
        reading, ranking = min(reading, middle - start), min(ranking, end - middle)
    return reading, ranking


def command_seconds() -> float:
    """Return the best time of `padd standings` on 16 players, start to end."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "small.event.json"
        file.write_bytes(event_of(16, 4))
        command = [sys.executable, "-m", "padd", "standings", str(file)]
        best = float("inf")
        for _ in range(REPEATS):
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    """Print the figures."""
    print(f"standings, {ROUNDS} rounds (best of {REPEATS})")
    times = {}
    for players in (64, 1_000, 10_000):
        reading, ranking = seconds_for(players)
        times[players] = ranking
        print(f"  {players:>6,} players: read {reading:.4f} s, rank {ranking:.4f} s")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  10,000 cost {times[10_000] / times[1_000]:.1f} x what 1,000 cost (< 12)")
    print(f"  peak memory {memory:.0f} MB (<= 400)")
    print(f"  padd standings, 16 players: {command_seconds():.3f} s (<= 0.35)")


if __name__ == "__main__":
    main()
