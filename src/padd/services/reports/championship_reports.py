"""Report all stages of a championship at once."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from padd.services.access.actors import Actor
from padd.services.refusal import NotFound
from padd.services.reports.intake import submit_report
from padd.store.models.championships import Championship
from padd.store.models.events import EventState

if TYPE_CHECKING:  # breaks a cycle of imports
    from padd.services.reports.status import ReportOutcome


def submit_stages(*, championship: str, by: Actor, now: datetime) -> tuple[ReportOutcome, ...]:
    """Report every finished stage, heats first; return what became of each.

    A stage that is refused, or whose players are not known, stops the rest; what was
    reported before stays so.
    """
    title = Championship.objects.filter(public_id=championship).first()
    if title is None:
        raise NotFound("championship")
    finished = title.stages.filter(event__state=EventState.RESULTS_ENTERED)
    rows = list(finished.select_related("event").order_by("event__starts_at", "pk"))
    outcomes = []
    for row in rows:
        done = submit_report(event_id=row.event.public_id, by=by, now=now)
        outcomes.append(done)
        if done.asked:
            break
    return tuple(outcomes)
