"""Queries of decks registered for an event."""

from __future__ import annotations

from padd.core.decks.event_decks import HandedInDeck
from padd.core.eventlog.state.actor import log_moment
from padd.core.model import PlayerId
from padd.store.models.decks import RegisteredDeck


def has_decks(event: str) -> bool:
    """Tell whether any deck is registered for an event, by its public id."""
    return RegisteredDeck.objects.filter(event__public_id=event).exists()


def handed_in_decks(event_id: int) -> tuple[HandedInDeck, ...]:
    """Return what players have registered for an event, without its contents."""
    rows = RegisteredDeck.objects.filter(event_id=event_id).order_by("player")
    return tuple(
        HandedInDeck(
            player=PlayerId(row.player),
            digest=row.digest,
            verdict=row.verdict,
            at=log_moment(row.registered_at),
        )
        for row in rows
    )
