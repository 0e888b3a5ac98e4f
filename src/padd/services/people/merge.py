"""Merge two records of one person, with preview and undo."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from padd.core.messages import message
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.championships import book_rights_of_people
from padd.services.people.person_tables import move_rows, move_rows_back, moving_rows
from padd.services.ratings import refresh_ratings
from padd.services.refusal import NotFound, refusal_error
from padd.store.columns.packed_ratings import request_refresh
from padd.store.models.people import Account, Merge, Person
from padd.store.models.ratings import EventRecord
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePreview:
    """What a merge would do, before it is done."""

    keep: str
    duplicate: str
    entries: int
    """Entries that move to the record that is kept."""
    directorships: int
    placings: int
    """Places in finished events that move."""
    collisions: tuple[str, ...]
    """Events that both have entered or direct: nothing moves there."""
    account_moves: bool
    fills: tuple[str, ...]
    """What the kept record lacks and takes over."""


def preview_merge(*, by: Actor, keep: str, duplicate: str) -> MergePreview:
    """Say what merging a duplicate into the record to keep would do."""
    survivor, other = _both(keep, duplicate)
    require(Permission.PERSON_MERGE, by, area=_area(survivor))
    tables = {rows.name: rows for rows in moving_rows(survivor, other)}
    staying = (row for rows in tables.values() for row in rows.staying)
    return MergePreview(
        keep=survivor.handle,
        duplicate=other.handle,
        entries=len(tables["entries"].moving),
        directorships=len(tables["directorships"].moving),
        placings=len(tables["placings"].moving),
        collisions=tuple(dict.fromkeys(row.event.name for row in staying)),
        account_moves=_account_moves(survivor, other),
        fills=_fills(survivor, other),
    )


def merge_people(*, by: Actor, now: datetime, keep: str, duplicate: str, reason: str) -> int:
    """Merge a duplicate into the record to keep; return the number of the merge."""
    with transaction.atomic():
        survivor, other = _both(keep, duplicate)
        require(Permission.PERSON_MERGE, by, area=_area(survivor))
        if other.merges.filter(undone_at=None).exists():
            raise refusal_error(
                "has-duplicates", message("The duplicate has duplicates of its own.")
            )
        moved = _move(survivor, other)
        other.merged_into = survivor
        for person in (survivor, other):
            person.revision = next_number("person")
            person.save()
        done = Merge.objects.create(kept=survivor, duplicate=other, moved=moved, at=now)
        _rerate(other)
        book_rights_of_people((survivor, other), now=now)
        add_audit_entry(
            Permission.PERSON_MERGE,
            by=by.label,
            subject=f"person:{survivor.public_id}",
            at=now,
            before={"duplicate": other.public_id},
            after={"merge": done.pk, "moved": moved},
            reason=reason,
        )
    refresh_ratings(by=by, clock=lambda: now, cause="merge")
    return done.pk


def undo_merge(*, by: Actor, now: datetime, merge_id: int, reason: str) -> None:
    """Take a merge back: whatever moved returns."""
    with transaction.atomic():
        done = (
            Merge.objects.select_related("kept", "duplicate")
            .filter(pk=merge_id, undone_at=None)
            .first()
        )
        if done is None:
            raise NotFound("merge")
        require(Permission.PERSON_UNMERGE, by, area=_area(done.kept))
        _move_back(done)
        done.undone_at = now
        done.save()
        _rerate(done.duplicate)
        book_rights_of_people((done.kept, done.duplicate), now=now)
        add_audit_entry(
            Permission.PERSON_UNMERGE,
            by=by.label,
            subject=f"person:{done.kept.public_id}",
            at=now,
            before={"merge": done.pk},
            after={"duplicate": done.duplicate.public_id},
            reason=reason,
        )
    refresh_ratings(by=by, clock=lambda: now, cause="merge")


def _both(keep: str, duplicate: str) -> tuple[Person, Person]:
    rows = Person.objects.select_related("region").in_bulk(
        [keep, duplicate], field_name="public_id"
    )
    if keep == duplicate:
        raise refusal_error("same-person", message("These two are already one record."))
    for name in (keep, duplicate):
        row = rows.get(name)
        if row is None or row.anonymised_at or row.merged_into_id:
            raise NotFound("person")
    return rows[keep], rows[duplicate]


def _rerate(duplicate: Person) -> None:
    """Let the events of a duplicate be rated anew, for whoever it is now."""
    request_refresh(
        EventRecord.objects.filter(played__person=duplicate).values_list("pk", flat=True)
    )


def _area(person: Person) -> str:
    return person.region.area if person.region else ""


def _account_moves(survivor: Person, other: Person) -> bool:
    has = set(
        Account.objects.filter(person__in=(survivor, other)).values_list("person_id", flat=True)
    )
    return has == {other.pk}


def _fills(survivor: Person, other: Person) -> tuple[str, ...]:
    return tuple(
        field
        for field in ("name", "region_id", "contact", "birth_year")
        if not getattr(survivor, field) and getattr(other, field)
    )


def _move(survivor: Person, other: Person) -> dict[str, list[int] | list[str] | bool]:
    moved = move_rows(moving_rows(survivor, other), survivor)
    account_moves = _account_moves(survivor, other)
    if account_moves:
        Account.objects.filter(person=other).update(person=survivor)
    fills = _fills(survivor, other)
    for field in fills:
        setattr(survivor, field, getattr(other, field))
    survivor.hides_name = survivor.hides_name or other.hides_name
    if "name" in fills:
        survivor.name_outline = other.name_outline
    return {**moved, "account": account_moves, "filled": list(fills)}


def _move_back(done: Merge) -> None:
    survivor, other, moved = done.kept, done.duplicate, done.moved
    move_rows_back(moved, survivor, other)
    if moved["account"]:
        Account.objects.filter(person=survivor).update(person=other)
    for field in moved["filled"]:
        if getattr(survivor, field) == getattr(other, field):
            setattr(survivor, field, None if field in {"region_id", "birth_year"} else "")
    if "name" in moved["filled"] and not survivor.name:
        survivor.name_outline = ""
    other.merged_into = None
    for person in (survivor, other):
        person.revision = next_number("person")
        person.save()
