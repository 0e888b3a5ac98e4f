"""Scoring and ranking: seconds, memory, and how the cost grows with the event.

Goals: 1,000 players over 8 rounds in at most half the time of the npm package
swiss-pairing, turn about in one run (it is handed points, and breaks ties by one
figure); 10,000 players in at most 400 MB and less than 12 times the cost of 1,000;
`padd standings` on 16 players in at most 0.35 s, more on a slower machine. Times are
of the processor, so that a busy machine does not change them much.
"""

from __future__ import annotations

import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks._goals import fail_if_missed, hold
from benchmarks._machine_speed import slowness
from padd.core.event_file import read_event
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import swiss_standings
from padd.rulebooks.loader import rulebook

if TYPE_CHECKING:
    from padd.core.model import Event
    from padd.rulebooks.schema import Rulebook

ROUNDS = 8
REPEATS = 5
TURNS = 40
PEER = "swiss-pairing@1.4.3"
PEER_PROGRAM = """
const fs = require("fs");
const { players, matches } = JSON.parse(fs.readFileSync("event.json"));
const swiss = require("swiss-pairing")({ maxPerRound: 4 });
require("readline").createInterface({ input: process.stdin }).on("line", () => {
  const begun = process.cpuUsage();
  swiss.getStandings(100, players, matches);
  const { user, system } = process.cpuUsage(begun);
  console.log((user + system) / 1e6);
});
"""


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
            for table, (one, two) in enumerate(zip(names[::2], names[1::2], strict=False), start=1)
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
        start = time.process_time()
        event = read_event(data, book_of=rulebook)
        middle = time.process_time()
        swiss_standings(score_event(event, book), book)
        end = time.process_time()
        reading, ranking = min(reading, middle - start), min(ranking, end - middle)
    return reading, ranking


def peer_input(event: Event, book: Rulebook) -> bytes:
    """Return the same event as the peer takes it: points, already scored."""
    matches = []
    for round_, scored in zip(event.rounds, score_event(event, book).rounds, strict=True):
        points = {result.player: result.vp for result in scored.results}
        matches += [
            {
                "round": round_.number,
                "home": {"id": match.players[0], "points": points[match.players[0]]},
                "away": {"id": match.players[1], "points": points[match.players[1]]},
            }
            for match in round_.matches
        ]
    players = [{"id": p.id, "seed": at} for at, p in enumerate(event.players, 1)]
    return json.dumps({"players": players, "matches": matches}).encode()


def against_peer(players: int = 1_000) -> None:
    """Print our time and the peer's, each the median of runs turn about."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        print("  swiss-pairing: not measured, there is no Node.js")
        return
    book = rulebook("opg-5")
    event = read_event(event_of(players), book_of=rulebook)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "event.json").write_bytes(peer_input(event, book))
        Path(folder, "peer.js").write_text(PEER_PROGRAM)
        install = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error", PEER]
        if subprocess.run(install, cwd=folder, check=False).returncode:
            print(f"  swiss-pairing: not measured, npm cannot install {PEER}")
            return
        ours, theirs = [], []
        with subprocess.Popen(
            [node, "peer.js"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        ) as peer:
            assert peer.stdin is not None
            assert peer.stdout is not None
            for _ in range(TURNS):
                begun = time.process_time()
                swiss_standings(score_event(event, book), book)
                ours.append(time.process_time() - begun)
                peer.stdin.write("again\n")
                theirs.append(float(peer.stdout.readline()))
            peer.stdin.close()
    mine, its = statistics.median(ours), statistics.median(theirs)
    print(f"  {mine * 1000:.1f} ms, swiss-pairing {its * 1000:.1f} ms")
    hold(f"  {players:,} players / swiss-pairing", mine / its, most=0.5)


def children_seconds() -> float:
    """Return the processor time of all programs that have been started and ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def command_seconds() -> float:
    """Return the best time of `padd standings` on 16 players, start to end."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "small.event.json"
        file.write_bytes(event_of(16, 4))
        command = [sys.executable, "-m", "padd", "standings", str(file)]
        best = float("inf")
        for _ in range(REPEATS):
            start = children_seconds()
            subprocess.run(command, check=True, capture_output=True)
            best = min(best, children_seconds() - start)
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
    hold("  10,000 players / 1,000 players", times[10_000] / times[1_000], most=12)
    hold("  peak memory in MB", memory, most=400)
    against_peer()
    goal = 0.35 * slowness(time.process_time)
    hold("  padd standings, 16 players, in seconds", command_seconds(), most=goal)
    fail_if_missed()


if __name__ == "__main__":
    main()
