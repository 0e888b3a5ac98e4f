"""Ratings: calculated in generations, stored packed, read by pages and programs."""

from padd.services.ratings.projection import (
    book_of,
    facts_of_finished,
    people_of,
    sheets_of,
    strike_records,
    with_registration,
    write_records,
)
from padd.services.ratings.recalculation import Clock, Refreshed, catch_up, changes_with, next_due

__all__ = [
    "Clock",
    "Refreshed",
    "book_of",
    "catch_up",
    "changes_with",
    "facts_of_finished",
    "next_due",
    "people_of",
    "sheets_of",
    "strike_records",
    "with_registration",
    "write_records",
]
