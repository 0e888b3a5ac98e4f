"""Ratings: calculated in generations, stored packed, read by pages and programs."""

from padd.services.ratings.projection import (
    facts_of_finished,
    finished_event_rulebook,
    matched_people,
    rating_sheets,
    remove_records,
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
    "changes_with",
    "facts_of_finished",
    "finished_event_rulebook",
    "matched_people",
    "next_refresh",
    "rating_sheets",
    "refresh_ratings",
    "remove_records",
    "with_registration",
    "write_records",
]
