"""Bring the event in the calendar up to what its log says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.core.eventlog.action import Phase
from padd.store.models import Event, EventState

if TYPE_CHECKING:
    from padd.core.eventlog.state import LogState

LISTED_AS: Final = {
    Phase.OPEN: EventState.RUNNING,
    Phase.FINISHED: EventState.RESULTS_ENTERED,
    Phase.REPORTED: EventState.AWAITING_PROCESSING,
}


def follow(row: Event, *, before: LogState, after: LogState) -> None:
    """Let the listing say how far the event is, and which rulings it is run by."""
    if before.phase is after.phase or after.phase is Phase.NEW:
        return
    Event.objects.filter(pk=row.pk).update(
        state=LISTED_AS[after.phase], rulings=list(after.rulings)
    )
