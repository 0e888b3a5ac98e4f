"""When a server refreshes the ratings automatically, once a day.

Any number of servers may check at the same moment: the one that locks the row of the
ratings does the work, the others find it done. A refresh missed while no server was
running is done at the next start. A refresh by hand or by a timer counts as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.store.queries.reports import last_refresh

LATE: Final = timedelta(hours=6)
"""How long after its hour a refresh that has not come is worth a warning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """When the ratings were last refreshed, and when they are next."""

    last: datetime | None
    next: datetime | None
    """None where the servers leave it to somebody else's timer."""
    due: bool
    late: bool


def refresh_days() -> int:
    """Return after how many days a refresh is due, by the newest rulebook (AMB-60)."""
    rules = rulebook(rulebook_ids()[0]).ratings
    return (rules and rules.report.refresh_days) or 1


def hour_before(now: datetime, at: time) -> datetime:
    """Return the last moment, not after now, at which it was that time of day."""
    here = now.astimezone(UTC)
    today = here.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return today if today <= here else today - timedelta(days=1)


def next_due(last: datetime | None, now: datetime, at: time) -> datetime:
    """Return the hour of the next refresh; one that has passed is due."""
    if last is None:
        return hour_before(now, at)
    return hour_before(last, at) + timedelta(days=refresh_days())


def timetable(*, now: datetime, at: time | None) -> Timetable:
    """Return when the ratings were refreshed and will be."""
    last = last_refresh()
    due = None if at is None else next_due(last, now, at)
    limit = timedelta(days=refresh_days()) + LATE
    late = last is not None and now - last > limit
    return Timetable(last=last, next=due, due=due is not None and due <= now, late=late)
