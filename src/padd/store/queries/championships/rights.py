"""Queries of the byes and head starts that people have won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from padd.store.models.championships import Right, RightEntry


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
    chosen = Right.objects.filter(person__anonymised_at=None)
    if wanted := list(people):
        chosen = chosen.filter(person__public_id__in=wanted)
    if titles := list(origins):
        chosen = chosen.filter(origin__public_id__in=titles)
    if edition:
        chosen = chosen.filter(edition=edition)
    if target:
        chosen = chosen.filter(target=target)
    if text:
        chosen = chosen.filter(Q(person__handle__icontains=text) | Q(person__name__icontains=text))
    rows = list(chosen.values_list(*RIGHT)[:most])
    entries: dict[str, list[EntryRow]] = defaultdict(list)
    lines = RightEntry.objects.filter(right__public_id__in=[row[0] for row in rows])
    for key, *entry in lines.values_list("right__public_id", *ENTRY):
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
