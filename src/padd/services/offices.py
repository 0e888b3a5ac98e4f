"""Offices: given to accounts from a day on, and ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from padd.services.permissions import Act, require
from padd.services.refused import NotFound, Refused, no
from padd.store.log import record
from padd.store.models import Account, Area, Grant, Office

if TYPE_CHECKING:
    from datetime import date, datetime

    from padd.services.actors import Actor


def grant(
    *,
    by: Actor,
    now: datetime,
    email: str,
    office: str,
    area: str = "",
    since: date | None = None,
    until: date | None = None,
) -> int:
    """Give an office to the account of an e-mail address; return its number."""
    with transaction.atomic():
        require(Act.OFFICE_GRANT, by)
        account = Account.objects.filter(email__iexact=email, is_active=True).first()
        if account is None:
            raise Refused(no("account-unknown", "Nobody signs in so.", place="email"))
        if office not in Office.values:
            raise Refused(no("office-unknown", "Choose an office.", place="office"))
        coordinates = office == Office.COORDINATOR
        if coordinates != bool(area) or area == Area.ELSEWHERE:
            raise Refused(
                no("area", "A coordinator has an area, others none.", place="area")
            )
        given = Grant.objects.create(
            account=account,
            office=office,
            area=area,
            since=since or now.date(),
            until=until,
        )
        record(
            Act.OFFICE_GRANT,
            by=by.label,
            subject=f"account:{account.public_id}",
            at=now,
            after={"grant": given.pk, "office": office, "area": area},
        )
    return given.pk


def end(*, by: Actor, now: datetime, grant_id: int) -> None:
    """Take an office away at once."""
    with transaction.atomic():
        require(Act.OFFICE_END, by)
        row = Grant.objects.select_related("account").filter(pk=grant_id).first()
        if row is None or row.ended_at is not None:
            raise NotFound("office")
        row.ended_at = now
        row.save()
        record(
            Act.OFFICE_END,
            by=by.label,
            subject=f"account:{row.account.public_id}",
            at=now,
            before={"grant": row.pk, "office": row.office, "area": row.area},
        )
