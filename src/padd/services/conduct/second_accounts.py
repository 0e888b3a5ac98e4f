"""People who may be a suspended person under another name: shown to the desk.

The desk decides; no one is blocked for a similar name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from padd.core.text import look_alike_outline
from padd.store.models.conduct import Case, Suspension
from padd.store.models.events import Registration, RegistrationState
from padd.store.models.people import Person
from padd.store.queries.people import search

FIT: Final = 0.9
"""How well a name has to fit, from 0 to 1."""
MOST: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondAccount:
    """Somebody who may be the suspended person."""

    person: str
    handle: str
    why: str
    entered: tuple[str, ...]
    """Events to come that they have entered."""


def second_accounts(case: Case, *, now: datetime) -> tuple[SecondAccount, ...]:
    """Return who may be the person of a case, while they are suspended."""
    suspended = Suspension.objects.filter(case=case, lifted_at=None, until__gte=now.date())
    if not suspended.exists():
        return ()
    concerned = case.person
    alike = {row.pk: (row, why) for row, why in _alike(concerned)}
    entered = _entered(alike, now=now)
    return tuple(
        SecondAccount(
            person=row.public_id, handle=row.handle, why=why, entered=tuple(entered.get(row.pk, ()))
        )
        for row, why in list(alike.values())[:MOST]
    )


def _alike(concerned: Person) -> Iterator[tuple[Person, str]]:
    words = [text for text in (concerned.name, concerned.handle) if text]
    found = {
        hit.person_id: hit.fit
        for text in words
        for hit in search.find_people(text, limit=2 * MOST)
        if hit.fit >= FIT and hit.person_id != concerned.pk
    }
    rows = Person.objects.filter(pk__in=found, merged_into=None, anonymised_at=None).order_by(
        "handle"
    )
    for row in rows:
        same = bool(row.name) and look_alike_outline(row.name) == look_alike_outline(concerned.name)
        yield row, "The same name." if same else "A very similar name."


def _entered(people: Iterable[int], *, now: datetime) -> dict[int, list[str]]:
    entries = Registration.objects.filter(
        person__in=list(people), event__starts_at__gt=now
    ).exclude(state=RegistrationState.WITHDRAWN)
    events: dict[int, list[str]] = {}
    for person, name in entries.values_list("person_id", "event__name"):
        events.setdefault(person or 0, []).append(name)
    return events
