"""Rate limits: how many requests one caller or one address may send.

Every process counts for itself, in memory. Whoever asked too often within the last
seconds is told after how many more to come back.
"""

from __future__ import annotations

import ipaddress
import math
import time
from typing import Final

from django.conf import settings
from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

NETWORK_OF_SIX: Final = 64
"""The bits of a version 6 address that name one customer."""


def paced(requests: int, seconds: int) -> RateLimitItem:
    """Return a limit at the pace of this installation."""
    return RateLimitItemPerSecond(math.ceil(requests * settings.API_PACE), seconds)


# Two hundred phones open three pages when pairings go up, and look every few
# seconds after that; all of them may share one address.
READING: Final = paced(1500, 25)
WITH_A_TOKEN: Final = paced(300, 15)
WRONG_TOKENS: Final = paced(30, 150)
# A report is large, and is replayed from its first entry to its last.
REPORTING: Final = paced(20, 200)


class Meter:
    """The requests of all callers under one limit."""

    def __init__(self, limit: RateLimitItem) -> None:
        self.limit = limit
        self.storage = MemoryStorage()
        self.limiter = SlidingWindowCounterRateLimiter(self.storage)

    def wait(self, who: str) -> int:
        """Take one request; return 0, or the seconds to wait where none is left."""
        if self.limiter.hit(self.limit, who):
            return 0
        again = self.limiter.get_window_stats(self.limit, who).reset_time
        return max(1, math.ceil(again - time.time()))

    def clear(self) -> None:
        """Forget everybody."""
        self.storage.reset()


readers: Final = Meter(READING)
programs: Final = Meter(WITH_A_TOKEN)
guessers: Final = Meter(WRONG_TOKENS)
reporters: Final = Meter(REPORTING)


def neighbourhood(address: str) -> str:
    """Return what one caller has to himself: an address, or a network of six."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:  # noqa: PLR2004 -- the older kind of address
        return str(found)
    network = ipaddress.ip_network(f"{found}/{NETWORK_OF_SIX}", strict=False)
    return str(network.network_address)
