"""The layout of every public page of an event: bar, navigation, clock."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.urls import reverse

from padd.presentation.eventlog.clock import clock_view
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.progress import progress_segments
from padd.presentation.eventlog.rounds import event_stage

COLOURS: Final = {"before": "lavender", "finished": "blue"}


class PublicNavigationItem(msgspec.Struct, frozen=True):
    """One page of the navigation."""

    name: str
    word: str
    icon: str


def _public_navigation(view: EventView) -> tuple[PublicNavigationItem, ...]:
    """Return where one can go: the pages of this event."""
    pairings = "Pods" if view.opened and view.format.in_pods else "Pairings"
    items = [
        PublicNavigationItem("listing", "Event", "calendar"),
        PublicNavigationItem("room-pairings", pairings, "arrow-left-right"),
        PublicNavigationItem("room-standings", "Standings", "trophy"),
    ]
    if view.opened and view.format.has_bracket:
        items.append(PublicNavigationItem("room-bracket", "Bracket", "columns-2"))
    items.append(PublicNavigationItem("room-info", "Info", "lightbulb"))
    return tuple(items)


def public_layout(view: EventView, here: str) -> dict[str, Any]:
    """Return what every page of the room shows around its own part."""
    stage = event_stage(view)
    round_ = view.current
    return {
        "event_view": view,
        "section": here,
        "places": _public_navigation(view),
        "segments": progress_segments(view),
        "colour": COLOURS.get(stage, "orange"),
        "stage": stage,
        "clock": clock_view(view, round_) if view.opened else None,
        "round_now": round_,
        "live_at": reverse("live", args=(view.id,)),
        "poll_at": reverse("room-now", args=(view.id,)),
    }
