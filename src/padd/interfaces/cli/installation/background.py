"""Background work of a server: e-mail, webhooks, reminders, ratings, seals."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event, Thread
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connections

from padd.services.access import rate_limit
from padd.services.access.actors import SYSTEM
from padd.services.championships.right_ledger import record_expired_rights
from padd.services.conduct.cases import shrink_closed_cases
from padd.services.delivery import mail_queue, webhook_delivery
from padd.services.eventlog import clock_watch
from padd.services.online import reminders
from padd.services.reports import refresh_if_due
from padd.store.writes.audit import seal_new_entries

_log: Final = logging.getLogger(__name__)


class Background:
    """A thread that repeats its work until the process ends."""

    def __init__(
        self,
        name: str,
        look: Callable[[], bool],
        *,
        often: float,
        seldom: float,
        first: float = 0.0,
    ) -> None:
        self._name, self._look = name, look
        self._often, self._seldom, self._first = often, seldom, first
        """Seconds to the next look: after work was found, after none, at the start."""
        self._end = Event()

    def start(self) -> Thread:
        """Look for work from now on."""
        self._end.clear()
        thread = Thread(target=self._work, name=self._name, daemon=True)
        thread.start()
        return thread

    def stop(self) -> None:
        """Let the thread end after what it is doing; safe to call from a signal."""
        self._end.set()

    def _work(self) -> None:
        pause = self._first
        while not self._end.wait(pause):
            pause = self._often if self._looked() else self._seldom

    def _looked(self) -> bool:
        """Look once; what fails now is tried at the next look."""
        try:
            return self._look()
        except DatabaseError as trouble:
            _log.error("%s: waiting, %s", self._name, trouble)
        except Exception:  # noqa: BLE001 -- the next look may succeed
            _log.exception("%s: waiting", self._name)
        finally:
            connections.close_all()
        return False


def send_webhooks() -> bool:
    """Send what is due; tell whether there are webhooks at all."""
    return webhook_delivery.deliver_webhooks(now=datetime.now(UTC))


def refresh_ratings() -> bool:
    """Refresh the ratings if it is time; tell whether it was."""
    done = refresh_if_due(
        clock=lambda: datetime.now(UTC), at=settings.REFRESH_AT, only_if_awaited=not settings.HOSTED
    )
    return done is not None


def note_expired_rights() -> bool:
    """Note which byes and head starts have come to their end; tell whether any."""
    return bool(record_expired_rights(now=datetime.now(UTC)))


def send_mail() -> bool:
    """Send the e-mail that is due; tell whether any waits."""
    return mail_queue.send_due_emails(now=datetime.now(UTC))


def shrink_cases() -> bool:
    """Reduce old cases to their outcome; tell whether there were any."""
    return bool(shrink_closed_cases(by=SYSTEM, now=datetime.now(UTC)))


def remind_players() -> bool:
    """Remind the players of online games, and forget what is long over."""
    now = datetime.now(UTC)
    reminders.delete_old_arrangements(now=now)
    if not settings.MAIL_QUEUED:
        return False  # e-mail would be printed here; `padd online remind` is asked for
    return bool(reminders.send_reminders(now=now).sent)


def seal_audit() -> bool:
    """Seal new entries of the audit; tell whether there were any."""
    return bool(seal_new_entries())


def watch_clock() -> bool:
    """Detect that the clock of this computer was set; tell whether it was."""
    moved = clock_watch.watch.look(
        now=datetime.now(UTC),
        steady=clock_watch.steady_seconds(),
        running=clock_watch.running_clocks(),
    )
    if moved is None:
        return False
    _log.warning("the clock of this computer was set by %d s", moved.total_seconds())
    return True


EVERYTHING: Final = (
    Background("clock", watch_clock, often=5.0, seldom=5.0),
    Background("audit seals", seal_audit, often=60.0, seldom=60.0, first=15.0),
    Background("mail", send_mail, often=2.0, seldom=5.0),
    Background("webhooks", send_webhooks, often=2.0, seldom=20.0),
    Background("byes", note_expired_rights, often=3600.0, seldom=3600.0, first=90.0),
    Background("daily refresh", refresh_ratings, often=60.0, seldom=60.0, first=60.0),
    Background("old cases", shrink_cases, often=60.0, seldom=21_600.0, first=120.0),
    Background("counts", rate_limit.delete_old_counts, often=60, seldom=3600, first=150),
    Background("reminders", remind_players, often=60.0, seldom=60.0, first=30.0),
)


def start() -> None:
    """Start all background work of a server."""
    for work in EVERYTHING:
        work.start()


def stop() -> None:
    """Stop all background work; safe to call from a signal."""
    for work in EVERYTHING:
        work.stop()
