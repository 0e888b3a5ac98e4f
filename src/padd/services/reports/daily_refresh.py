"""The ratings refresh: started by an official, or due at a fixed time each day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time

from padd.services.access.actors import SYSTEM, Actor
from padd.services.access.permissions import Permission, require
from padd.services.ratings import Clock, RefreshResult, next_refresh, refresh_ratings
from padd.services.reports import decisions
from padd.store.queries.reports import any_awaiting, last_refresh
from padd.store.writes.event_log import add_audit_entry


def refresh(
    *, by: Actor, clock: Clock, progress: Callable[[str], None] | None = None
) -> RefreshResult | None:
    """Process what waited, then rate everything anew; None while another one runs."""
    require(Permission.RATING_REFRESH, by)
    now = clock()
    processed = decisions.process_waiting(by=by, now=now)
    if progress is not None:
        progress(f"Events that awaited processing: {processed}")
    add_audit_entry(
        Permission.RATING_REFRESH,
        by=by.label,
        subject="ratings",
        at=now,
        after={"processed": processed},
    )
    return refresh_ratings(by=by, clock=clock, cause="refresh", full=True)


def refresh_if_due(
    *, clock: Clock, at: time | None, only_if_awaited: bool = False
) -> RefreshResult | None:
    """Refresh the ratings if their hour has come and nobody has done it since.

    At a laptop nothing is refreshed before the eyes of forty players unless a
    report awaits it.
    """
    now = clock()
    if at is None or next_refresh(last_refresh(), now, at) > now:
        return None
    if only_if_awaited and not any_awaiting():
        return None
    return refresh(by=SYSTEM, clock=clock)
