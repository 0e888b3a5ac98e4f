"""Plausible dates of an event: since the game exists, and not too far ahead."""

from __future__ import annotations

from datetime import date
from typing import Final

from padd.core.messages import Message, message

FIRST_YEAR: Final = 1994
YEARS_AHEAD: Final = 3


def is_plausible_date(day: date, *, today: date) -> bool:
    """Tell whether an event can be on a day, as seen from today.

    A date that no calendar can add an hour to would break every list it stands in.
    """
    return FIRST_YEAR <= day.year <= today.year + YEARS_AHEAD


def implausible_date_message(*, today: date) -> Message:
    """Return what to say about a date out of reach."""
    return message(
        "Choose a date from {first} to {last}.", first=FIRST_YEAR, last=today.year + YEARS_AHEAD
    )
