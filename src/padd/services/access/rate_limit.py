"""Rate limits: how many requests one caller or one address may send.

Every process counts for itself, in memory. Each caller has a store of requests that
fills up steadily; whoever empties it is told after how many seconds to come back.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Final

from django.conf import settings

MOST_KEPT: Final = 20_000
NETWORK_OF_SIX: Final = 64
"""The bits of a version 6 address that name one customer."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How many at once, and how many a second after that."""

    at_once: int
    each_second: float


# Two hundred phones open three pages when pairings go up, and look every few
# seconds after that; all of them may share one address.
READING: Final = Pace(1500, 60)
WITH_A_TOKEN: Final = Pace(300, 20)
WRONG_TOKENS: Final = Pace(30, 0.2)
# A report is large, and is replayed from its first entry to its last.
REPORTING: Final = Pace(20, 0.1)


class Meter:
    """The stores of all callers at one pace."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.stores: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.lock = Lock()

    def wait(self, who: str, *, now: float | None = None) -> int:
        """Take one request; return 0, or the seconds to wait where none is left."""
        at = time.monotonic() if now is None else now
        faster: float = settings.API_PACE
        most, rate = self.pace.at_once * faster, self.pace.each_second * faster
        with self.lock:
            left, seen = self.stores.pop(who, (most, at))
            left = min(most, left + max(0.0, at - seen) * rate)
            enough = left >= 1
            self.stores[who] = (left - 1 if enough else left, at)
            while len(self.stores) > MOST_KEPT:
                self.stores.popitem(last=False)
        return 0 if enough else max(1, math.ceil((1 - left) / rate))

    def clear(self) -> None:
        """Forget everybody."""
        with self.lock:
            self.stores.clear()


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
