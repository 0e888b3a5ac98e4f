"""How much processor time a fresh process takes to load all rulebooks.

The peer of the same process reads the same files by rtoml and does nothing with them.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys

from benchmarks._goals import fail_if_missed
from benchmarks._turns import Turns, hold_turns

RUNS = 15
READINGS = 5
"""Loading takes at most so many bare readings of the files."""
CODE = """
import json, time
begun = time.process_time()
from padd.rulebooks.loader import DATA, rulebook, rulebook_ids
import rtoml
imported = time.process_time()
for name in rulebook_ids():
    rulebook(name)
loaded = time.process_time()
for file in DATA.rglob("*.toml"):
    rtoml.loads(file.read_text(encoding="utf-8"))
read = time.process_time()
print(json.dumps([imported - begun, loaded - imported, read - loaded]))
"""


def main() -> None:
    runs = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", CODE], capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(RUNS)
    ]
    imported, *took = (statistics.median(each) for each in zip(*runs, strict=True))
    print(f"import {imported * 1000:.1f} ms (median of {RUNS} fresh processes)")
    hold_turns("all rulebooks / the files read by rtoml", Turns(*took), most=READINGS)
    fail_if_missed()


if __name__ == "__main__":
    main()
