"""Which size of paper things are printed on: A4, or Letter where a country uses it."""

from __future__ import annotations

from typing import Final

from padd.store.models.events import Event
from padd.store.models.people import Person

A4: Final = "a4"
LETTER: Final = "us-letter"
SIZES: Final = (A4, LETTER)
LETTER_COUNTRIES: Final = frozenset(
    {"canada", "chile", "colombia", "mexico", "philippines", "united-states"}
)
"""By the slug of the country."""


def paper_size_for_event(event: str) -> str:
    """Return the size that is usual where an event is played."""
    rows = Event.objects.filter(public_id=event)
    return _usual(rows.values_list("region__slug", "region__parent__slug").first())


def paper_size_for_person(person: int | None) -> str:
    """Return the paper size that is usual where a person lives."""
    rows = Person.objects.filter(pk=person or 0)
    return _usual(rows.values_list("region__slug", "region__parent__slug").first())


def _usual(places: tuple[str | None, str | None] | None) -> str:
    """Return the size for a region and the country that it is a part of."""
    return LETTER if LETTER_COUNTRIES.intersection(places or ()) else A4
