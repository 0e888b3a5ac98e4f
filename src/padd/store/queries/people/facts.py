"""Queries of one person: facts, coming events, events they direct."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet

from padd.store.models.events import (
    Directorship,
    Event,
    EventState,
    Registration,
    RegistrationState,
)
from padd.store.models.people import Account, Grant, Merge, Person
from padd.store.queries.events.calendar import (
    EventRow,
    event_rows_by_id,
    event_rows_from,
    with_event_columns,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFacts:
    """What is on record of a person; `services.access.visibility` says who sees it."""

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
    row: int
    """The key of the row, which says who somebody is to permissions."""


FACTS: Final = (
    *("public_id", "handle", "name", "region__name", "region__slug", "region__area"),
    *("contact", "birth_year", "hides_name", "created_at", "account", "pk"),
)
"""Where the facts of a person stand, in their order."""


def _facts(public_id: str) -> QuerySet[Any, Any]:
    rows = Person.objects.filter(public_id=public_id, anonymised_at=None)
    survivor = (f"merged_into__{column}" for column in FACTS)
    return rows.values_list("merged_into", *FACTS, *survivor)


def person_facts(public_id: str) -> PersonFacts | None:
    """Return a person, or the one a duplicate was merged into, or nothing."""
    for merged_into, *columns in _facts(public_id):
        own = columns[len(FACTS) :] if merged_into else columns[: len(FACTS)]
        facts = dict(zip(PersonFacts.__slots__, own, strict=True))
        for name in ("region", "region_slug", "area"):
            facts[name] = facts[name] or ""
        return PersonFacts(**facts | {"has_account": facts["has_account"] is not None})
    return None


class AccountFacts(NamedTuple):
    """What decides who acts when an account asks."""

    public_id: str
    email: str
    local: bool
    person_id: int | None
    person: str


def account_facts(account: int) -> AccountFacts | None:
    """Return an account that is not closed, or nothing."""
    rows = Account.objects.filter(pk=account, is_active=True).values_list(
        "public_id", "email", "local", "person_id", "person__public_id"
    )
    for public_id, email, local, person_id, person in rows:
        return AccountFacts(public_id, email, local, person_id, person or "")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRegistration:
    """An event that a person has entered, and how the entry stands."""

    entry: str
    state: str
    event: EventRow
    pairings_by_email: bool = False


def own_registrations(
    *, person_id: int, at: str = "", without: AbstractSet[str] = frozenset()
) -> tuple[OwnRegistration, ...]:
    """Return what a person has entered, the latest start first; two queries.

    `at` asks for one event alone, and `without` leaves some out.
    """
    rows = [
        row for event, *row in _registered(person_id) if event not in without and at in {"", event}
    ]
    lines = event_rows_by_id(event for event, _, _, _ in rows)
    return tuple(
        OwnRegistration(entry=entry, state=state, event=line, pairings_by_email=by_email)
        for (_, entry, state, by_email), line in zip(rows, lines, strict=True)
    )


def _registered(person: int) -> QuerySet[Any, Any]:
    rows = Registration.objects.filter(person=person)
    standing = rows.exclude(state=RegistrationState.WITHDRAWN)
    return standing.order_by("-event__starts_at", "-id").values_list(
        *("event__public_id", "event"), *("public_id", "state", "pairings_by_email")
    )


def person_events(
    *, person_id: int | None, account_id: int | None, at_the_laptop: bool = False
) -> tuple[EventRow, ...]:
    """Return the events that one directs or has registered, drafts too.

    At a laptop also what is run on it and was registered by nobody.
    """
    directed = Directorship.objects.filter(person=person_id or 0).values("event")
    own = Q(pk__in=directed) | Q(registrar=account_id or 0)
    if at_the_laptop:
        under_way = [EventState.RUNNING, EventState.RESULTS_ENTERED]
        own |= Q(registrar=None, state__in=under_way)
    rows = Event.objects.filter(own).order_by("-starts_at", "-id")
    return event_rows_from(with_event_columns(rows))


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


def office_holders() -> tuple[HeldOffice, ...]:
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
class MergedRecord:
    """A merge that can still be undone."""

    merge_id: int
    kept: str
    kept_handle: str
    duplicate: str
    duplicate_handle: str
    at: datetime


def merged_records() -> tuple[MergedRecord, ...]:
    """Return the merges in force, the latest first."""
    rows = (
        Merge.objects.filter(undone_at=None)
        .select_related("kept", "duplicate")
        .order_by("-at", "-id")
    )
    return tuple(
        MergedRecord(
            merge_id=row.pk,
            kept=row.kept.public_id,
            kept_handle=row.kept.handle,
            duplicate=row.duplicate.public_id,
            duplicate_handle=row.duplicate.handle,
            at=row.at,
        )
        for row in rows
    )


def people_maybe_hidden(*, players: Iterable[str], born: int) -> QuerySet[Person]:
    """Return those of an event who hide their name, are young, or were erased."""
    may_differ = Q(hides_name=True) | Q(birth_year__gte=born) | Q(anonymised_at__isnull=False)
    return Person.objects.filter(may_differ, public_id__in=players)
