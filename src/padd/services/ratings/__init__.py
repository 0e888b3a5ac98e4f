"""Ratings: calculated in generations, stored packed, read by pages and programs."""

from padd.services.ratings.projection import (
    ReportedEvent,
    facts_of_finished,
    finished_event_rulebook,
    matched_people,
    rating_sheets,
    remove_records,
    reported_event,
    with_registration,
    write_records,
)
from padd.services.ratings.recalculation import (
    Clock,
    RefreshResult,
    changes_with,
    next_refresh,
    refresh_ratings,
)

__all__ = [
    "Clock",
    "RefreshResult",
    "ReportedEvent",
    "changes_with",
    "facts_of_finished",
    "finished_event_rulebook",
    "matched_people",
    "next_refresh",
    "rating_sheets",
    "refresh_ratings",
    "remove_records",
    "reported_event",
    "with_registration",
    "write_records",
]
