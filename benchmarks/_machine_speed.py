"""How fast this machine is now, so that goals are ratios and not seconds."""

from __future__ import annotations

import hashlib
import time
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

UNIT = 0.030
"""Seconds that the fixed work takes on the machine on which the goals were set."""
TRIES = 7


def _work(clock: Callable[[], float]) -> float:
    start = clock()
    words = [hashlib.sha256(str(n).encode()).hexdigest() for n in range(20_000)]
    words.sort()
    dict(zip(words, range(len(words)), strict=True))
    return clock() - start


@cache
def slowness(clock: Callable[[], float] = time.perf_counter) -> float:
    """Return how many times slower than that machine this one is; at least 1.

    What is measured in processor time is held against the same clock: on a busy
    machine the clock on the wall would allow it too much.
    """
    return max(1.0, min(_work(clock) for _ in range(TRIES)) / UNIT)
