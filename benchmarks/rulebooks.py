"""How much processor time a fresh process takes to load all rulebooks."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time

from benchmarks._machine_speed import slowness

RUNS = 15
LIMIT_MS = 50
CODE = """
import json, time
begun = time.process_time()
from padd.rulebooks.loader import rulebook, rulebook_ids
imported = time.process_time()
for name in rulebook_ids():
    rulebook(name)
loaded = time.process_time()
print(json.dumps([(imported - begun) * 1000, (loaded - imported) * 1000]))
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
    imported, loaded = (statistics.median(each) for each in zip(*runs, strict=True))
    print(f"import {imported:.1f} ms, all rulebooks {loaded:.1f} ms", end="")
    print(f" (median of {RUNS} fresh processes; limit {LIMIT_MS} ms)")
    assert loaded <= LIMIT_MS * slowness(time.process_time)


if __name__ == "__main__":
    main()
