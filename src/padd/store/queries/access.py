"""Queries of the audit, of helpers who were invited, and of who acted in a log."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Q, QuerySet

from padd.store.models.access import ApiToken, PassRequest, StaffInvite, StaffRole
from padd.store.models.eventlog import AuditEntry
from padd.store.models.events import ChangeNote
from padd.store.models.people import Account, Area, Grant, Office, Person

MOST: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """One change on record."""

    number: int
    at: datetime
    actor: str
    act: str
    subject: str
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str


def audit_history(subject: str) -> tuple[AuditRow, ...]:
    """Return what was done to something such as `event:7kq2m9xw3p`, first to last."""
    rows = AuditEntry.objects.filter(subject=subject).order_by("id")[:MOST]
    return tuple(map(_audit_row, rows))


def audit_page(
    *, subject: str, actor: str, act: str, before: int | None, limit: int
) -> tuple[AuditRow, ...]:
    """Return the latest entries of the audit that fit, below a number; one query."""
    rows = AuditEntry.objects.order_by("-id")
    fields = {"subject": subject, "actor": actor, "act": act}
    rows = rows.filter(**{name: value for name, value in fields.items() if value})
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return tuple(map(_audit_row, rows[:limit]))


def _audit_row(row: AuditEntry) -> AuditRow:
    return AuditRow(
        number=row.pk,
        at=row.at,
        actor=row.actor,
        act=row.act,
        subject=row.subject,
        before=row.before,
        after=row.after,
        reason=row.reason,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChangeRow:
    """One edit of an event."""

    at: datetime
    by: str
    before: dict[str, Any]
    after: dict[str, Any]
    ground: str
    agreed: tuple[str, ...]
    """Handles of the players who agreed to another number of rounds."""
    reason: str


def change_notes(event: str) -> tuple[EventChangeRow, ...]:
    """Return the edits of a listing, first to last; two queries."""
    rows = ChangeNote.objects.filter(event__public_id=event).prefetch_related("agreed")
    return tuple(
        EventChangeRow(
            at=row.at,
            by=row.by,
            before=row.before,
            after=row.after,
            ground=row.ground,
            agreed=tuple(person.handle for person in row.agreed.all()),
            reason=row.reason,
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """An invited helper, as the director sees the list."""

    public_id: str
    role: str
    label: str
    created_at: datetime
    expires_at: datetime
    redeemed_at: datetime | None
    revoked_at: datetime | None


def staff_invites(event: str) -> tuple[Invite, ...]:
    """Return the invites of an event, first to last."""
    rows = StaffInvite.objects.filter(event__public_id=event)
    return tuple(
        Invite(
            public_id=row.public_id,
            role=row.role,
            label=row.label,
            created_at=row.created_at,
            expires_at=row.expires_at,
            redeemed_at=row.redeemed_at,
            revoked_at=row.revoked_at,
        )
        for row in rows
    )


def accounts_among(ids: AbstractSet[str]) -> dict[str, bool]:
    """Return which ids are accounts, and whether the account is the laptop's own."""
    return dict(Account.objects.filter(public_id__in=ids).values_list("public_id", "local"))


def actor_labels(ids: AbstractSet[str]) -> dict[str, str]:
    """Return what tokens, helpers and persons among these ids are called."""
    if not ids:
        return {}
    tokens = ApiToken.objects.filter(public_id__in=ids).values_list("public_id", "label")
    invites = StaffInvite.objects.filter(public_id__in=ids)
    people = Person.objects.filter(public_id__in=ids).values_list("public_id", "handle")
    helpers = {
        key: label or str(StaffRole(role).label)
        for key, label, role in invites.values_list("public_id", "label", "role")
    }
    return dict(tokens) | helpers | dict(people)


def count_waiting_phones(event: str, *, since: datetime) -> int:
    """Return how many phones have asked to come in since then and wait."""
    rows = PassRequest.objects.filter(event__public_id=event, decided_at=None, asked_at__gt=since)
    return rows.count()


def grants_in_force(on: date) -> QuerySet[Grant]:
    """Return the offices that are held on a day."""
    return Grant.objects.filter(Q(until=None) | Q(until__gte=on), since__lte=on, ended_at=None)


def offices_held(account: int, *, on: date) -> tuple[tuple[str, str], ...]:
    """Return the offices of an account on a day, each with its area."""
    return tuple(grants_in_force(on).filter(account=account).values_list("office", "area"))


def vacant_areas(on: date) -> frozenset[str]:
    """Return the areas that have no coordinator on a day; the Director has them."""
    grants = grants_in_force(on).filter(office=Office.COORDINATOR, account__is_active=True)
    return frozenset(Area.values) - set(grants.values_list("area", flat=True))


def coordinator_addresses(area: str, *, on: date) -> list[str]:
    """Return whom to write to about something that waits for an area's desk."""
    in_force = grants_in_force(on).filter(account__is_active=True)
    coordinators = in_force.filter(office=Office.COORDINATOR, area=area or "-")
    addresses = list(coordinators.values_list("account__email", flat=True))
    return addresses or director_addresses(on=on)


def director_addresses(*, on: date) -> list[str]:
    """Return the addresses of the Director of Organized Play."""
    head = grants_in_force(on).filter(account__is_active=True, office=Office.DIRECTOR)
    return list(head.values_list("account__email", flat=True))
