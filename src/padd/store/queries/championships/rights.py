"""Queries of the byes and head starts that people have won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet

from padd.store.models.championships import Right, RightEntry
from padd.store.prepared_query import GivenValue, prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class RightRow:
    """A right with its entries, as pages show it."""

    public_id: str
    person: str
    handle: str
    name: str
    edition: str
    rounds: tuple[int, ...]
    points: int
    target: str
    year: int | None
    areas: tuple[str, ...]
    origin: str
    origin_name: str
    place: int | None
    won_at: datetime
    cite: str
    entries: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """One line of the ledger."""

    number: int
    kind: str
    event: str
    championship: str
    """The championship of the event, where it is one."""
    event_name: str
    at: datetime
    reason: str


def find_rights(
    *,
    people: Iterable[str] = (),
    origins: Iterable[str] = (),
    edition: str = "",
    target: str = "",
    text: str = "",
    most: int = 200,
) -> tuple[RightRow, ...]:
    """Return rights of people, won at championships, or good for a target."""
    given = {
        "people": list(people),
        "origins": list(origins),
        "edition": edition,
        "target": target,
        "text": text,
    }
    rows = _rights(most, *(name for name, value in given.items() if value), **given)
    entries: dict[str, list[EntryRow]] = defaultdict(list)
    for key, *entry in _entries(rights=[row[0] for row in rows]) if rows else ():
        entries[key].append(_entry(entry))
    return tuple(_right(row, tuple(entries[row[0]])) for row in rows)


RIGHT: Final = (
    "public_id",
    "person__public_id",
    "person__handle",
    "person__name",
    "edition",
    "rounds",
    "points",
    "target",
    "year",
    "areas",
    "origin__public_id",
    "origin__name",
    "place",
    "won_at",
    "cite",
)
ENTRY: Final = (
    "number",
    "kind",
    "event__public_id",
    "event__stage__championship__public_id",
    "event__name",
    "at",
    "reason",
)


@prepared
def _rights(
    most: int,
    *filters: str,
    people: GivenValue,
    origins: GivenValue,
    edition: GivenValue,
    target: GivenValue,
    text: GivenValue,
) -> QuerySet[Any, Any]:
    wanted = {
        "people": Q(person__public_id__in=[people]),
        "origins": Q(origin__public_id__in=[origins]),
        "edition": Q(edition=edition),
        "target": Q(target=target),
        "text": Q(person__handle__icontains=text) | Q(person__name__icontains=text),
    }
    rows = Right.objects.filter(*(wanted[name] for name in filters))
    rows = rows.filter(person__anonymised_at=None)
    return rows.values_list(*RIGHT)[:most]


@prepared
def _entries(*, rights: GivenValue) -> QuerySet[Any, Any]:
    rows = RightEntry.objects.filter(right__public_id__in=[rights])
    return rows.values_list("right__public_id", *ENTRY)


def _right(row: Sequence[Any], entries: tuple[EntryRow, ...]) -> RightRow:
    public_id, person, handle, name, edition, rounds, points, target, *rest = row
    year, areas, origin, origin_name, place, won_at, cite = rest
    return RightRow(
        public_id=public_id,
        person=person,
        handle=handle,
        name=name,
        edition=edition,
        rounds=tuple(rounds),
        points=points,
        target=target,
        year=year,
        areas=tuple(areas),
        origin=origin or "",
        origin_name=origin_name or "",
        place=place,
        won_at=won_at,
        cite=cite,
        entries=entries,
    )


def _entry(row: Sequence[Any]) -> EntryRow:
    number, kind, event, championship, event_name, at, reason = row
    return EntryRow(
        number=number,
        kind=kind,
        event=event or "",
        championship=championship or "",
        event_name=event_name or "",
        at=at,
        reason=reason,
    )
