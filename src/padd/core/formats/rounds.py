"""How far an event is, counted in rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from padd.core.model import Event


def planned_rounds_played(event: Event) -> bool:
    """Tell whether as many rounds are on record as were planned."""
    last = event.rounds[-1].number if event.rounds else 0
    return max(len(event.rounds), last) >= event.rounds_planned
