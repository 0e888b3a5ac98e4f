"""What the check-in of a final day says about its heats."""

from __future__ import annotations

from typing import Any, Final

from padd.core.formats.registry import format_of
from padd.presentation.eventlog.event_view import EventView
from padd.services import eventlog

MOST_HEATS: Final = 4
USUAL_QUALIFIERS: Final = 4


def heats_shown(view: EventView) -> dict[str, Any] | None:
    """Return what the check-in of a final day says about its heats."""
    settings = view.state.settings
    if not format_of(settings).has_bracket or view.state.begun or not view.may_run:
        return None
    return {
        "planned": eventlog.heat_states(view.state),
        "seeded": any(heat.qualified for heat in settings.heats),
        "possible": eventlog.possible_heats(view.id),
        "places": range(1, MOST_HEATS + 1),
        "usual": USUAL_QUALIFIERS,
    }
