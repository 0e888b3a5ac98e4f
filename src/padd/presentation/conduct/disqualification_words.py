"""Who a disqualification is reported to, in words."""

from __future__ import annotations

from typing import Final

from padd.presentation.words import listed
from padd.rulebooks.schema import Rulebook

REPORTED_TO: Final = {
    "coordinator": "the coordinator",
    "director-of-organized-play": "the Director of Organized Play",
}


def reports_disqualifications(book: Rulebook) -> bool:
    """Tell whether a rulebook has a disqualification reported to somebody."""
    return bool(book.conduct.disqualification_reported_to)


def told_to(book: Rulebook) -> str:
    """Return to whom a disqualification is reported; empty where to nobody."""
    to = book.conduct.disqualification_reported_to or ()
    return listed([REPORTED_TO[who] for who in to]) if to else ""
