"""The thread of a server that sends webhooks, beside everything else."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from threading import Event, Thread
from typing import Final

from django.db import DatabaseError, connections

from padd.services import outbox

OFTEN: Final = 2.0
SELDOM: Final = 20.0
"""Seconds between two looks, where there are webhooks and where there are none."""

_log: Final = logging.getLogger(__name__)
_end: Final = Event()


def start() -> Thread:
    """Send in the background until the process ends."""
    _end.clear()
    thread = Thread(target=_work, name="webhooks", daemon=True)
    thread.start()
    return thread


def stop() -> None:
    """Let the thread end after what it is doing; safe to call from a signal."""
    _end.set()


def _work() -> None:
    while not _end.is_set():
        any_at_all = False
        try:
            any_at_all = outbox.work(now=datetime.now(UTC))
        except DatabaseError as trouble:
            _log.error("Webhooks wait: %s", trouble)
        except Exception:  # noqa: BLE001 -- the next look may succeed
            _log.exception("Webhooks wait")
        finally:
            connections.close_all()
        _end.wait(OFTEN if any_at_all else SELDOM)
