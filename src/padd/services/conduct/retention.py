"""Reduce closed cases to their outcome after some years; delete logs and files."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from padd.core.conduct.case import CaseStage, kept_until
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.store.models.conduct import Case
from padd.store.writes.case_log import shrink_case
from padd.store.writes.event_log import add_audit_entry

AT_ONCE: Final = 100


def shrink_closed(*, by: Actor, now: datetime) -> int:
    """Shrink cases whose years are over, some at a time; return how many."""
    require(Permission.CASE_SHRINK, by)
    closed = Case.objects.filter(stage=CaseStage.CLOSED, shrunk_at=None)
    oldest = closed.order_by("closed_at")[:AT_ONCE]
    over = [row for row in oldest if row.closed_at and kept_until(row.closed_at) <= now]
    for case in over:
        with transaction.atomic():
            shrink_case(case, now=now)
            add_audit_entry(
                Permission.CASE_SHRINK, by=by.label, subject=f"case:{case.public_id}", at=now
            )
    return len(over)
