"""Search for people by name or handle, limited to what the viewer may see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from padd.services.access.actors import Actor
from padd.services.access.permissions import roles_of
from padd.services.access.visibility import Audience, audiences, sees_name
from padd.store.models.people import Person
from padd.store.queries.people import search


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
    hides_name: bool = field(default=False, repr=False)


def look_up(
    *, text: str, eyes: frozenset[Audience], now: datetime, limit: int = 10
) -> tuple[KnownPerson, ...]:
    """Return the people whose name or handle is meant, also if misspelled.

    Nobody is found by a name that these eyes do not see.
    """

    def shown(birth_year: int | None, /, *, hides_name: bool) -> bool:
        return sees_name(birth_year, eyes, now=now, hides_name=hides_name)

    hits = search.find_people(text, limit=limit, shown=shown)
    rows = (
        Person.objects.select_related("region")
        .filter(pk__in=[hit.person_id for hit in hits])
        .in_bulk()
    )
    return tuple(
        hide_name(known_person(rows[hit.person_id], hit.fit), eyes, now=now)
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
        hides_name=person.hides_name,
    )


def hide_name(person: KnownPerson, eyes: frozenset[Audience], *, now: datetime) -> KnownPerson:
    """Return a person without the name, where these eyes do not see it."""
    seen = sees_name(person.birth_year, eyes, now=now, hides_name=person.hides_name)
    return person if seen else replace(person, name="")


def search_people(
    *, by: Actor, now: datetime, text: str, limit: int = 10
) -> tuple[KnownPerson, ...]:
    """Return who is meant by a search, without the names the actor may not see."""
    return look_up(text=text, eyes=audiences(roles_of(by)), now=now, limit=limit)


def all_people(
    *, by: Actor, now: datetime, offset: int = 0, limit: int = 20
) -> tuple[int, tuple[KnownPerson, ...]]:
    """Return how many people are on record, and some of them by handle."""
    rows = Person.objects.filter(merged_into=None, anonymised_at=None)
    chosen = rows.select_related("region").order_by("outline", "pk")
    eyes = audiences(roles_of(by))
    page = tuple(
        hide_name(known_person(person, 1.0), eyes, now=now)
        for person in chosen[offset : offset + limit]
    )
    return rows.count(), page
