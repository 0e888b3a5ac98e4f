"""Whether the heats of a final day have begun, which fixes its bracket (§10)."""

from __future__ import annotations

from padd.core.eventlog.state.event_state import LogState
from padd.services.eventlog.log_cache import cached_log, event_row
from padd.store.models.events import Event


def heats_begun(state: LogState) -> bool:
    """Tell whether a heat that is run here has a round that was published."""
    settings = state.event
    if settings is None or not settings.heats:
        return False
    if any(heat.qualified for heat in settings.heats):
        return True
    names = {heat.event for heat in settings.heats if heat.event}
    rows = Event.objects.filter(public_id__in=names, actions__sequence=1)
    return any(cached_log(event_row(row.public_id)).state.begun for row in rows)
