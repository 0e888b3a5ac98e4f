"""Read one generation of ratings as a whole while the next one is published."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from padd.store.models import Person, RatingsNow
from padd.store.prepared_query import prepared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet

    from padd.store.prepared_query import GivenValue


@dataclass(frozen=True, slots=True)
class _Reading:
    """What one page reads: a generation, and who is meant by whom."""

    generation: int
    rows: dict[str, list[int]] = field(default_factory=dict)


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
    return next((number for (number,) in _newest()), 0)


@prepared
def _newest() -> QuerySet[Any, Any]:
    return RatingsNow.objects.filter(pk=1).values_list("generation")


def in_generation(generation: int | GivenValue) -> Q:
    """Return what picks the rows of a generation."""
    return Q(born__lte=generation, died__gt=generation)


def rows_of(person: str) -> list[int]:
    """Return the rows of a person: their own, and duplicates merged into it."""
    reading = _reading.get()
    if reading is None:
        return _rows_of(person)
    if person not in reading.rows:
        reading.rows[person] = _rows_of(person)
    return reading.rows[person]


def _rows_of(person: str) -> list[int]:
    return [row for (row,) in _own_and_merged(person=person)]


@prepared
def _own_and_merged(*, person: GivenValue) -> QuerySet[Any, Any]:
    # Two look-ups in indexes; asked for as one of two things, everybody is read.
    own = Person.objects.filter(public_id=person).values_list("pk")
    merged = Person.objects.filter(merged_into__public_id=person).values_list("pk")
    return own.union(merged)
