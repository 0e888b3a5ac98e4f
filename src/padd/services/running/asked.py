"""What a person or a program asks for, apart from what another service has to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.running.actions import EventReported
from padd.core.running.refused import refused
from padd.services.running import doing

if TYPE_CHECKING:
    from datetime import datetime

    from padd.core.running.acting import Act, Role
    from padd.core.running.refused import Refused
    from padd.services.actors import Actor
    from padd.services.running.writing import Done


def act(
    *,
    event_id: str,
    action: Act,
    by: Actor,
    now: datetime,
    key: str = "",
    expected: int | None = None,
    reason: str = "",
    part: Role | None = None,
) -> Done | Refused:
    """Do one thing in an event, as `doing.act` has it.

    An event counts as reported only together with its report: the entry alone would
    leave it waiting for a report that nobody files.
    """
    if isinstance(action, EventReported):
        return refused(
            "report-is-filed",
            "An event is reported by filing its report.",
            way_out="Check the totals on the page of the report, or run padd report.",
        )
    return doing.act(
        event_id=event_id,
        action=action,
        by=by,
        now=now,
        key=key,
        expected=expected,
        reason=reason,
        part=part,
    )
