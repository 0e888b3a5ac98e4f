"""Update the event in the calendar from its log."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import F

from padd.core import model
from padd.core.eventlog.state.event_state import LogState, Phase
from padd.store.models.events import Event, EventState

LISTED_AS: Final = {
    Phase.OPEN: EventState.RUNNING,
    Phase.FINISHED: EventState.RESULTS_ENTERED,
    Phase.REPORTED: EventState.AWAITING_PROCESSING,
}
FOLLOWED: Final = ("name", "edition", "rules", "pairing_style", "rounds_planned")
"""Settings that listing and log have under the same name."""


def follow(row: Event, *, before: LogState, after: LogState) -> None:
    """Let the listing say how far the event is, its settings, and its rulings."""
    if after.phase is Phase.NEW:
        return
    changes: dict[str, Any] = {}
    if before.phase is not after.phase:
        changes.update(state=LISTED_AS[after.phase], rulings=list(after.rulings))
    if before.event is not None and after.event is not None:
        changes.update(_settings(before.event, after.event))
    if changes:
        Event.objects.filter(pk=row.pk).update(**changes)


def _settings(before: model.Event, after: model.Event) -> dict[str, Any]:
    """Return what the listing says otherwise after settings were corrected."""
    changes: dict[str, Any] = {
        field: getattr(after, field)
        for field in FOLLOWED
        if getattr(after, field) != getattr(before, field)
    }
    if after.starts and after.starts != before.starts:
        starts = datetime.fromisoformat(after.starts)
        changes["starts_at"] = starts if starts.tzinfo else starts.replace(tzinfo=UTC)
    if changes:
        changes["version"] = F("version") + 1
    return changes
