"""Rate limits: how many requests one caller or one address may send.

Every process counts in memory, and after each portion of the limit adds its count to
the database, where it learns the total of all processes. Callers over the limit are
told how many seconds to wait.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.utils.crypto import salted_hmac
from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from padd.core.messages import message
from padd.services.access.actors import Actor, ActorKind
from padd.services.access.permissions import Permission
from padd.services.refusal import refusal_error
from padd.store.models.eventlog import AuditEntry
from padd.store.writes import request_counts

_log: Final = logging.getLogger(__name__)
NETWORK_OF_SIX: Final = 64
"""The bits of a version 6 address that name one customer."""
PORTIONS: Final = 20
"""How often a process adds up with the others while it lets one limit through."""
OLD: Final = 3600
"""Seconds after which a count is of no use to any limit."""


def paced_limit(requests: int, seconds: int) -> RateLimitItem:
    """Return a limit at the pace of this installation."""
    return RateLimitItemPerSecond(math.ceil(requests * settings.API_PACE), seconds)


# Two hundred phones open three pages when pairings go up, and look every few
# seconds after that; all of them may share one address.
READING: Final = paced_limit(1500, 25)
WITH_A_TOKEN: Final = paced_limit(300, 15)
WRONG_TOKENS: Final = paced_limit(30, 150)
# A report is large, and is replayed from its first entry to its last.
REPORTING: Final = paced_limit(20, 200)
# Guests who register are written to; a hall full of them may share one address.
EMAILS_TO_ONE: Final = RateLimitItemPerSecond(3, 600)
EMAILS_FROM_ONE: Final = RateLimitItemPerSecond(60, 600)


class Meter:
    """The requests of all callers under one limit."""

    def __init__(self, name: str, limit: RateLimitItem) -> None:
        self.name = name
        self.limit = limit
        self.storage = MemoryStorage()
        self.limiter = SlidingWindowCounterRateLimiter(self.storage)
        self._portion = max(1, limit.amount // PORTIONS)
        self._lock = Lock()

    def wait(self, who: str) -> int:
        """Take one request; return 0, or the seconds to wait where none is left."""
        if self.limiter.hit(self.limit, who) and self._fits(who):
            return 0
        again = self.limiter.get_window_stats(self.limit, who).reset_time
        return max(1, math.ceil(again - time.time()))

    def clear(self) -> None:
        """Forget everybody, in this process."""
        self.storage.reset()

    def _fits(self, who: str) -> bool:
        """Tell whether a request still fits after adding up with other processes."""
        seconds = self.limit.get_expiry()
        now = time.time()
        key = self.limit.key_for(who)
        before, current = self.storage.sliding_window_keys(key, seconds, now)
        own = f"{current}/own"
        with self._lock:
            mine = self.storage.incr(own, 2 * seconds)
            if mine % self._portion:
                return True
            self.storage.decr(own, mine)
        try:
            total = request_counts.add_requests(
                salted_hmac(self.name, key).hexdigest()[:32],
                starts=int(now / seconds) * seconds,
                seconds=seconds,
                requests=mine,
            )
        except (DatabaseError, InterfaceError) as trouble:
            # Nobody is kept waiting because counting fails: the next portion adds up.
            _log.warning("requests counted by this process alone: %s", trouble)
            self.storage.incr(own, 2 * seconds, mine)
            return True
        with self._lock:
            self._learn(before, total.previous)
            self._learn(current, total.current + self.storage.get(own))
        return self.limiter.test(self.limit, who, cost=0)

    def _learn(self, window: str, requests: int) -> None:
        """Raise what is known of a window to what all processes have let through."""
        unknown = requests - self.storage.get(window)
        if unknown > 0:
            self.storage.incr(window, 2 * self.limit.get_expiry(), unknown)


readers: Final = Meter("readers", READING)
programs: Final = Meter("programs", WITH_A_TOKEN)
guessers: Final = Meter("guessers", WRONG_TOKENS)
reporters: Final = Meter("reporters", REPORTING)
guests_written_to: Final = Meter("guests written to", EMAILS_TO_ONE)
guests_writing: Final = Meter("guests writing", EMAILS_FROM_ONE)
METERS: Final = (readers, programs, guessers, reporters, guests_written_to, guests_writing)


def delete_old_counts() -> bool:
    """Remove counts that no limit asks for any more; tell whether there were any."""
    return bool(request_counts.delete_windows_before(int(time.time()) - OLD))


def address_network(address: str) -> str:
    """Return what one caller has to himself: an address, or a network of six."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:  # noqa: PLR2004 -- the older kind of address
        return str(found)
    network = ipaddress.ip_network(f"{found}/{NETWORK_OF_SIX}", strict=False)
    return str(network.network_address)


WITHIN: Final = timedelta(hours=1)
MOST: Final[Mapping[Permission, int]] = {
    Permission.EVENT_REGISTER: 12,
    Permission.PERSON_ADD: 20,
    Permission.VENUE_ADD: 12,
}
"""How many an hour; a director who enters a field uses names, not new records."""


def limit_creation(permission: Permission, by: Actor, *, now: datetime) -> None:
    """Refuse an account that adds more within an hour than a person would."""
    if by.kind is not ActorKind.ACCOUNT or by.offices:
        return
    done = AuditEntry.objects.filter(act=permission, actor=by.label, at__gt=now - WITHIN).count()
    if done >= MOST[permission]:
        raise refusal_error(
            "too-often",
            message("You can add {most} an hour. Try again later.", most=MOST[permission]),
        )
