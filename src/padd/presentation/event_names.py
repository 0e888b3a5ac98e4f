"""What people call an event and its players."""

from __future__ import annotations

from padd.core.model import Event, PlayerId


def names_of(event: Event) -> dict[PlayerId, str]:
    """Return what people call the players."""
    return {player.id: player.name or player.id for player in event.players}


def title_of(event: Event) -> str:
    """Return what people call the event."""
    return event.name or "Event"
