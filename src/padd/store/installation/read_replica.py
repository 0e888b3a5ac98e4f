"""Read visitors' pages from a replica, if `PADD_READ_URL` names one.

A replica may be moments behind, so it is used only on request: queries go to it only
inside `reading()`, and writes never do. If it is down, `rest` makes everything come
from the primary for some seconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.db import DEFAULT_DB_ALIAS, connections

REPLICA: Final = "replica"
RESTS: Final = 5.0
"""Seconds for which a replica that did not answer is left alone."""

_reading: Final[ContextVar[bool]] = ContextVar("reading from the replica", default=False)
_back_at = 0.0


class ReplicaRouter:
    """Tells Django which database a query goes to."""

    def db_for_read(self, model: object, **hints: object) -> str:  # noqa: ARG002
        """Return the replica for those who asked for it, else the primary."""
        return REPLICA if _reading.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, model: object, **hints: object) -> str:  # noqa: ARG002
        """Return the primary, whoever asks."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: object, other: object, **hints: object) -> bool:  # noqa: ARG002
        """Let rows of both go together: they are the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:  # noqa: ARG002
        """Leave the tables of the replica to replication."""
        return db != REPLICA


def replica_available() -> bool:
    """Tell whether there is a replica that has not just failed."""
    return REPLICA in connections.settings and time.monotonic() >= _back_at


def pause_replica() -> None:
    """Leave the replica alone for a while; it did not answer."""
    global _back_at  # noqa: PLW0603 -- one replica for each process
    _back_at = time.monotonic() + RESTS


@contextmanager
def replica_reads() -> Iterator[None]:
    """Read from the replica, if there is one, until the end of the block."""
    token = _reading.set(replica_available())
    try:
        yield
    finally:
        _reading.reset(token)
