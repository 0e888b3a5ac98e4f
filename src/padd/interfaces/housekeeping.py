"""The thread of a server that refreshes the ratings at their hour."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from threading import Event, Thread
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connections

from padd.services import daily

OFTEN: Final = 60.0
"""Seconds between two looks at the clock."""

_log: Final = logging.getLogger(__name__)
_end: Final = Event()


def start() -> Thread:
    """Look at the clock in the background until the process ends."""
    _end.clear()
    thread = Thread(target=_work, name="daily refresh", daemon=True)
    thread.start()
    return thread


def stop() -> None:
    """Let the thread end after what it is doing; safe to call from a signal."""
    _end.set()


def _work() -> None:
    while not _end.wait(OFTEN):
        look()


def look() -> None:
    """Refresh the ratings if it is time; what fails now is tried at the next look."""
    try:
        daily.refresh_if_due(
            clock=lambda: datetime.now(UTC),
            at=settings.REFRESH_AT,
            only_if_awaited=not settings.HOSTED,
        )
    except DatabaseError as trouble:
        _log.error("The refresh of the ratings waits: %s", trouble)
    except Exception:  # noqa: BLE001 -- the next look may succeed
        _log.exception("The refresh of the ratings waits")
    finally:
        connections.close_all()
