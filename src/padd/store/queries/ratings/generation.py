"""Read one generation of ratings as a whole while the next one is published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from padd.store.models.people import Person
from padd.store.models.ratings import RatingsNow


class PersonName(NamedTuple):
    """What is known of what somebody is called; `services.access` cuts it."""

    public_id: str
    handle: str
    name: str
    birth_year: int | None
    hides_name: bool
    anonymised_at: datetime | None

    @property
    def erased(self) -> bool:
        """Whether the data of the person was erased."""
        return self.anonymised_at is not None


@dataclass(frozen=True, slots=True)
class _Reading:
    """What one page reads: a generation, who is meant by whom, and who was met."""

    generation: int
    rows: dict[str, list[int]] = field(default_factory=dict)
    people: dict[int, PersonName] = field(default_factory=dict)


_reading: ContextVar[_Reading | None] = ContextVar("reading", default=None)


@contextmanager
def one_generation() -> Iterator[int]:
    """Let everything inside read one generation, also if a new one is published.

    The one before the newest is kept until the refresh after it has begun.
    """
    reading = _reading.get() or _Reading(generation_read())
    mark = _reading.set(reading)
    try:
        yield reading.generation
    finally:
        _reading.reset(mark)


def generation_read() -> int:
    """Return the generation that is read now."""
    reading = _reading.get()
    if reading is not None:
        return reading.generation
    return RatingsNow.objects.filter(pk=1).values_list("generation", flat=True).first() or 0


def in_generation(generation: int) -> Q:
    """Return what picks the rows of a generation."""
    return Q(born__lte=generation, died__gt=generation)


def person_rows(person: str) -> list[int]:
    """Return the rows of a person: their own, and duplicates merged into it."""
    reading = _reading.get()
    if reading is None:
        return _rows_of(person)
    if person not in reading.rows:
        reading.rows[person] = _rows_of(person)
    return reading.rows[person]


def people_by_row(rows: Iterable[int]) -> dict[int, PersonName]:
    """Return people by their rows; a duplicate is whom it was merged into.

    Whom a page has asked for already is not asked for again.
    """
    reading = _reading.get()
    known = {} if reading is None else reading.people
    missing = set(rows) - known.keys()
    width = len(PersonName._fields)
    survivor = (f"merged_into__{column}" for column in PersonName._fields)
    people = Person.objects.filter(pk__in=missing).values_list(
        "pk", "merged_into", *PersonName._fields, *survivor
    )
    for row, merged_into, *columns in people:
        own = columns[width:] if merged_into else columns[:width]
        known[row] = PersonName(*own)
    return known


def known_people() -> Iterable[PersonName]:
    """Return whom the page has asked for already."""
    reading = _reading.get()
    return () if reading is None else reading.people.values()


def _rows_of(person: str) -> list[int]:
    # Two look-ups in indexes; asked for as one of two things, everybody is read.
    own = Person.objects.filter(public_id=person).values_list("pk", flat=True)
    merged = Person.objects.filter(merged_into__public_id=person).values_list("pk", flat=True)
    return list(own.union(merged))
