"""Queries of one person: facts, coming events, events they direct."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from padd.store.models import (
    Event,
    EventState,
    Grant,
    Merge,
    Person,
    Registration,
    RegistrationState,
)
from padd.store.queries.calendar import EventRow, lines_of

if TYPE_CHECKING:
    from datetime import date, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFacts:
    """Download all data about a person; who sees what is in `services.sight`."""

    public_id: str
    handle: str
    name: str
    region: str
    region_slug: str
    area: str
    contact: str
    birth_year: int | None
    hides_name: bool
    created_at: datetime
    has_account: bool


def person_facts(public_id: str) -> PersonFacts | None:
    """Return a person, or the one a duplicate was merged into, or nothing."""
    row = (
        Person.objects.select_related(
            "region", "account", "merged_into__region", "merged_into__account"
        )
        .filter(public_id=public_id, anonymised_at=None)
        .first()
    )
    if row is None:
        return None
    row = row.merged_into or row
    return PersonFacts(
        public_id=row.public_id,
        handle=row.handle,
        name=row.name,
        region=row.region.name if row.region else "",
        region_slug=row.region.slug if row.region else "",
        area=row.region.area if row.region else "",
        contact=row.contact,
        birth_year=row.birth_year,
        hides_name=row.hides_name,
        created_at=row.created_at,
        has_account=hasattr(row, "account"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRegistration:
    """An event that a person has entered, and how the entry stands."""

    entry: str
    state: str
    event: EventRow
    pairings_by_email: bool = False


def registrations_of(*, person_id: int) -> tuple[OwnRegistration, ...]:
    """Return what a person has entered, the latest start first; two queries."""
    rows = list(
        Registration.objects.filter(person=person_id)
        .exclude(state=RegistrationState.WITHDRAWN)
        .select_related("event__region", "event__venue")
        .order_by("-event__starts_at", "-id")
    )
    lines = lines_of([row.event for row in rows])
    return tuple(
        OwnRegistration(
            entry=row.public_id,
            state=row.state,
            event=line,
            pairings_by_email=row.pairings_by_email,
        )
        for row, line in zip(rows, lines, strict=True)
    )


def events_of(
    *, person_id: int | None, account_id: int | None, at_the_laptop: bool = False
) -> tuple[EventRow, ...]:
    """Return the events that one directs or has registered, drafts too.

    At a laptop also what is run on it and was registered by nobody.
    """
    own = Q(directorships__person=person_id or 0) | Q(registrar=account_id or 0)
    if at_the_laptop:
        under_way = (EventState.RUNNING, EventState.RESULTS_ENTERED)
        own |= Q(registrar=None, state__in=under_way)
    rows = (
        Event.objects.filter(own)
        .select_related("region", "venue")
        .distinct()
        .order_by("-starts_at", "-id")
    )
    return lines_of(rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOffice:
    """An office and who holds it."""

    grant_id: int
    office: str
    area: str
    person: str
    handle: str
    since: date
    until: date | None
    ended_at: datetime | None

    def in_force(self, day: date) -> bool:
        """Tell whether it is held on a day."""
        over = self.until is not None and self.until < day
        return self.ended_at is None and not over


def offices() -> tuple[HeldOffice, ...]:
    """Return every office that was ever given, those still held first."""
    rows = Grant.objects.select_related("account__person").order_by(
        "ended_at", "office", "area", "since"
    )
    return tuple(
        HeldOffice(
            grant_id=row.pk,
            office=row.office,
            area=row.area,
            person=row.account.person.public_id if row.account.person else "",
            handle=row.account.person.handle if row.account.person else "",
            since=row.since,
            until=row.until,
            ended_at=row.ended_at,
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """A merge that can still be undone."""

    merge_id: int
    kept: str
    kept_handle: str
    duplicate: str
    duplicate_handle: str
    at: datetime


def merges() -> tuple[Merged, ...]:
    """Return the merges in force, the latest first."""
    rows = (
        Merge.objects.filter(undone_at=None)
        .select_related("kept", "duplicate")
        .order_by("-at", "-id")
    )
    return tuple(
        Merged(
            merge_id=row.pk,
            kept=row.kept.public_id,
            kept_handle=row.kept.handle,
            duplicate=row.duplicate.public_id,
            duplicate_handle=row.duplicate.handle,
            at=row.at,
        )
        for row in rows
    )
