"""How fast this machine is now, so that goals are ratios and not seconds."""

from __future__ import annotations

import hashlib
import time
from functools import cache

UNIT = 0.030
"""Seconds that the fixed work takes on the machine on which the goals were set."""
TRIES = 7


def _work() -> float:
    start = time.perf_counter()
    words = [hashlib.sha256(str(n).encode()).hexdigest() for n in range(20_000)]
    words.sort()
    dict(zip(words, range(len(words)), strict=True))
    return time.perf_counter() - start


@cache
def pace() -> float:
    """Return how many times slower than that machine this one is; at least 1."""
    return max(1.0, min(_work() for _ in range(TRIES)) / UNIT)
