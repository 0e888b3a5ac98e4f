"""The frame of every public page of an event: bar, rail, clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.urls import reverse

from padd.presentation.clock import clock_of
from padd.presentation.progress import segments
from padd.presentation.rounds import stage_of

if TYPE_CHECKING:
    from padd.presentation.event_view import EventView

COLOURS: Final = {"before": "lavender", "finished": "blue"}


class PublicRailItem(msgspec.Struct, frozen=True):
    """One page of the rail."""

    name: str
    word: str
    icon: str


def _places(hall: EventView) -> tuple[PublicRailItem, ...]:
    """Return where one can go: the pages of this event."""
    found = [
        PublicRailItem("listing", "Event", "calendar"),
        PublicRailItem("room-pairings", "Pairings", "arrow-left-right"),
        PublicRailItem("room-standings", "Standings", "trophy"),
    ]
    if hall.opened and hall.format.has_bracket:
        found.append(PublicRailItem("room-bracket", "Bracket", "columns-2"))
    found.append(PublicRailItem("room-info", "Info", "lightbulb"))
    return tuple(found)


def public_frame(hall: EventView, here: str) -> dict[str, Any]:
    """Return what every page of the room shows around its own part."""
    stage = stage_of(hall)
    round_ = hall.current
    return {
        "hall": hall,
        "section": here,
        "places": _places(hall),
        "segments": segments(hall),
        "colour": COLOURS.get(stage, "orange"),
        "stage": stage,
        "clock": clock_of(hall, round_) if hall.opened else None,
        "round_now": round_,
        "live_at": reverse("live", args=(hall.id,)),
        "poll_at": reverse("room-now", args=(hall.id,)),
    }
