"""Run every benchmark, or those named on the command line, each in its own process.

A process of its own keeps settings, connections and warm caches of one benchmark from
the next. All of them run, whatever comes of one; the exit status tells whether any
missed its goal or broke off.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main() -> int:
    here = Path(__file__).parent
    known = sorted(p.stem for p in here.glob("*.py") if not p.stem.startswith("_"))
    failed = []
    for name in sys.argv[1:] or known:
        print(f"== {name}", flush=True)
        if name not in known:
            print(f"There is no benchmark {name}; there are {', '.join(known)}.")
            failed.append(name)
            continue
        program = f"from benchmarks.{name} import main; main()"
        done = subprocess.run([sys.executable, "-c", program], check=False)
        if done.returncode:
            failed.append(name)
    if failed:
        print("Not as it should be: " + ", ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
