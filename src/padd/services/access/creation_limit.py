"""Limit how often an account may add public records, counted in the audit.

The audit is shared by all processes and outlives them, so another process or a restart
gives no new allowance.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.access.actors import Actor, ActorKind
from padd.services.access.permissions import Permission
from padd.services.refusal import no
from padd.store.models.eventlog import AuditEntry

WITHIN: Final = timedelta(hours=1)
MOST: Final[Mapping[Permission, int]] = {
    Permission.EVENT_REGISTER: 12,
    Permission.PERSON_ADD: 20,
    Permission.VENUE_ADD: 12,
}
"""How many an hour; a director who enters a field uses names, not new records."""


def limit_creation(permission: Permission, by: Actor, *, now: datetime) -> None:
    """Refuse an account that adds more within an hour than a person would."""
    if by.kind is not ActorKind.ACCOUNT or by.offices:
        return
    done = AuditEntry.objects.filter(act=permission, actor=by.label, at__gt=now - WITHIN).count()
    if done >= MOST[permission]:
        raise RefusalError(
            no(
                "too-often",
                message("You can add {most} an hour. Try again later.", most=MOST[permission]),
            )
        )
