"""The event that a page is about, as the viewer may see it."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone

from padd.interfaces.web.request_actor import actor_of
from padd.presentation.eventlog.event_view import EventView, Viewer
from padd.services.access.actors import VISITOR
from padd.services.eventlog import room
from padd.services.eventlog.history import snapshot_for_staff


def staff_event_view(request: HttpRequest, event: str) -> EventView:
    """Return an event for its staff; others do not find it."""
    actor = actor_of(request)
    snapshot = snapshot_for_staff(event_id=event, by=actor)
    return EventView(snapshot, Viewer.STAFF, actor, timezone.now())


def visitor_event_view(request: HttpRequest, event: str) -> EventView:
    """Return an event as visitors see it, the same for every actor."""
    now = timezone.now()
    snapshot = room.snapshot_for_visitor(event=event, by=actor_of(request), now=now)
    return EventView(snapshot, Viewer.VISITOR, VISITOR, now)
