"""The request to verify a new venue, at the desk of its coordinator."""

from __future__ import annotations

from datetime import datetime

from padd.core.messages import message
from padd.services.access.actors import Actor
from padd.store.models.events import Approval, ApprovalKind, Venue


def ask_to_verify(venue: Venue, *, requester: Actor, now: datetime) -> None:
    """Put a new venue into the inbox of its coordinator."""
    Approval.objects.create(
        kind=ApprovalKind.VENUE,
        venue=venue,
        area=venue.region.area,
        requester_id=requester.account_id,
        asked=message("New venue: {name}, {town}", name=venue.name, town=venue.town),
        created_at=now,
    )
