"""Offices: assigned to accounts from a given day, and ended."""

from __future__ import annotations

from datetime import date, datetime

from django.db import transaction
from django.db.models import QuerySet

from padd.core.messages import message
from padd.services.access.actors import Actor
from padd.services.access.permissions import KEEPS_ADMINISTRATORS, Permission, require, roles_of
from padd.services.refusal import NotAllowed, NotFound, refusal_error
from padd.store.models.people import Account, Area, Grant, Office
from padd.store.queries.access import grants_in_force
from padd.store.writes.event_log import add_audit_entry


def grant_office(
    *,
    by: Actor,
    now: datetime,
    email: str,
    office: str,
    area: str = "",
    since: date | None = None,
    until: date | None = None,
) -> int:
    """Appoint someone to the account of an e-mail address; return its number."""
    with transaction.atomic():
        require(Permission.OFFICE_GRANT, by)
        _keep_apart(by, Permission.OFFICE_GRANT, office)
        account = _account_of(email)
        _check_office(office, area)
        _check_days(since or now.date(), until)
        if _held(account, office, area).filter(until=None).exists():
            raise refusal_error(
                "held", message("This person already holds this office."), place="office"
            )
        grant = Grant.objects.create(
            account=account, office=office, area=area, since=since or now.date(), until=until
        )
        add_audit_entry(
            Permission.OFFICE_GRANT,
            by=by.label,
            subject=f"account:{account.public_id}",
            at=now,
            after={"grant": grant.pk, "office": office, "area": area},
        )
    return grant.pk


def _account_of(email: str) -> Account:
    account = Account.objects.filter(
        email__iexact=email.strip(), is_active=True, local=False
    ).first()
    if account is None:
        raise refusal_error(
            "account-unknown", message("No account uses that e-mail address."), place="email"
        )
    return account


def _check_office(office: str, area: str) -> None:
    if office not in Office.values:
        raise refusal_error("office-unknown", message("Choose an office."), place="office")
    coordinates = office == Office.COORDINATOR
    if coordinates != bool(area) or area == Area.ELSEWHERE:
        raise refusal_error(
            "area", message("A coordinator needs an area; other offices have none."), place="area"
        )


def _check_days(since: date, until: date | None) -> None:
    if until is not None and until < since:
        raise refusal_error("until", message("The last day is before the first."), place="until")


def end_office(*, by: Actor, now: datetime, grant_id: int) -> None:
    """Take an office away at once."""
    with transaction.atomic():
        require(Permission.OFFICE_END, by)
        row = Grant.objects.select_related("account").filter(pk=grant_id).first()
        if row is None or row.ended_at is not None:
            raise NotFound("office")
        _keep_apart(by, Permission.OFFICE_END, row.office)
        _keep_one_administrator(row, now=now)
        row.ended_at = now
        row.save()
        add_audit_entry(
            Permission.OFFICE_END,
            by=by.label,
            subject=f"account:{row.account.public_id}",
            at=now,
            before={"grant": row.pk, "office": row.office, "area": row.area},
        )


def _keep_one_administrator(row: Grant, *, now: datetime) -> None:
    """Refuse to end the last administrator: nobody could make another one."""
    if row.office != Office.ADMINISTRATOR:
        return
    others = grants_in_force(now.date()).filter(office=Office.ADMINISTRATOR)
    if not others.exclude(pk=row.pk).exists():
        raise refusal_error(
            "last-administrator", message("This is the last administrator. Name another one first.")
        )


def may_grant(by: Actor, office: str) -> bool:
    """Tell whether somebody may give and end an office."""
    roles = roles_of(by)
    return office != Office.ADMINISTRATOR or bool(roles & KEEPS_ADMINISTRATORS)


def grantable_offices(by: Actor) -> tuple[tuple[str, str], ...]:
    """Return the offices that somebody may give, with their titles."""
    return tuple((value, str(title)) for value, title in Office.choices if may_grant(by, value))


def office_titles() -> tuple[tuple[str, str], ...]:
    """Return every office and area with its title."""
    return tuple((value, str(title)) for value, title in (*Office.choices, *Area.choices))


def office_areas() -> tuple[tuple[str, str], ...]:
    """Return the areas that have a coordinator."""
    return tuple((value, str(title)) for value, title in Area.choices if value != Area.ELSEWHERE)


def _keep_apart(by: Actor, permission: Permission, office: str) -> None:
    """Let only administrators make administrators, and end them."""
    if not may_grant(by, office):
        raise NotAllowed(permission)


def _held(account: Account, office: str, area: str) -> QuerySet[Grant]:
    return Grant.objects.filter(account=account, office=office, area=area, ended_at=None)
