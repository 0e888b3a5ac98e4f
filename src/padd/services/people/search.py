"""Search for people by name or handle, cut to what the viewer may see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from padd.services.access.permissions import roles_of
from padd.services.access.visibility import sees_name, viewers
from padd.store import people_search
from padd.store.models import Person

if TYPE_CHECKING:
    from datetime import datetime

    from padd.services.access.actors import Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPerson:
    """A person as staff see them in a search."""

    public_id: str
    handle: str
    name: str
    region: str
    fit: float
    rating: int | None = None
    birth_year: int | None = field(default=None, repr=False)
    """Decides who sees the name, and is never shown."""


def look_up(*, text: str, limit: int = 10) -> tuple[KnownPerson, ...]:
    """Return the people whose name or handle is meant, also if misspelt."""
    hits = people_search.find(text, limit=limit)
    rows = (
        Person.objects.select_related("region")
        .filter(pk__in=[hit.person_id for hit in hits])
        .in_bulk()
    )
    return tuple(
        known_person(rows[hit.person_id], hit.fit)
        for hit in hits
        if hit.person_id in rows
    )


def known_person(person: Person, fit: float) -> KnownPerson:
    """Return a person as a search shows them, with how well they fit."""
    return KnownPerson(
        public_id=person.public_id,
        handle=person.handle,
        name=person.name,
        region=person.region.name if person.region else "",
        fit=fit,
        birth_year=person.birth_year,
    )


def search_people(
    *, by: Actor, now: datetime, text: str, limit: int = 10
) -> tuple[KnownPerson, ...]:
    """Return who is meant by a search, without the names the actor may not see."""
    return _cut(look_up(text=text, limit=limit), by=by, now=now)


def _cut(
    people: tuple[KnownPerson, ...], *, by: Actor, now: datetime
) -> tuple[KnownPerson, ...]:
    eyes = viewers(roles_of(by))
    return tuple(
        person
        if sees_name(person.birth_year, eyes, now=now)
        else replace(person, name="")
        for person in people
    )


def everybody(
    *, by: Actor, now: datetime, offset: int = 0, limit: int = 20
) -> tuple[int, tuple[KnownPerson, ...]]:
    """Return how many people are on record, and some of them by handle."""
    rows = Person.objects.filter(merged_into=None, anonymised_at=None)
    chosen = rows.select_related("region").order_by("outline", "pk")
    page = tuple(
        known_person(person, 1.0) for person in chosen[offset : offset + limit]
    )
    return rows.count(), _cut(page, by=by, now=now)
