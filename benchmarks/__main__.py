"""Run every benchmark, or those named on the command line."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    here = Path(__file__).parent
    known = sorted(p.stem for p in here.glob("*.py") if not p.stem.startswith("_"))
    for name in sys.argv[1:] or known:
        print(f"== {name}")
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
