"""Check-in: everybody who entered, and who is here."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import QueryDict

from padd.core.eventlog.state.event_state import EventPlayer, Presence, Stage
from padd.core.eventlog.state.rounds import joinable_round
from padd.interfaces.web.console.heats import heats_shown
from padd.interfaces.web.console.page import console_page
from padd.presentation.eventlog.event_view import EventView
from padd.services import eventlog


class CheckInLine(msgspec.Struct, frozen=True):
    """Somebody who entered, and the heat that lets the person in already."""

    number: int
    entrant: EventPlayer
    qualified_in: str


@console_page("console-check-in", "console/checkin.html")
def check_in(view: EventView, query: QueryDict, typed: QueryDict | None) -> dict[str, Any]:
    """Return everybody who entered, and who is here."""
    del typed
    entrants = view.by_name
    here = [e for e in entrants if e.presence is Presence.HERE]
    coming = [e for e in entrants if e.presence is Presence.ENTERED]
    first = view.state.rounds[0] if view.state.rounds else None
    free = (
        [(p, view.name(p)) for p in first.byes]
        if first is not None and first is view.current and first.stage is Stage.PUBLISHED
        else []
    )
    only_coming = query.get("show") == "coming" and bool(coming)
    qualified = {}
    if not view.state.begun:
        qualified = eventlog.qualified_in_earlier_heats(view.id, view.state)
    return {
        "entrants": entrants,
        "people": view.since(
            ("check-in", only_coming, tuple(qualified.items())),
            (view.state.players,),
            lambda _: tuple(
                CheckInLine(number, entrant, qualified.get(entrant.id, ""))
                for number, entrant in enumerate(coming if only_coming else entrants, 1)
            ),
        ),
        "arrived": here,
        "only_coming": only_coming,
        "coming": coming,
        "bracket": view.format.has_bracket,
        "begun": view.state.begun,
        "next_round": joinable_round(view.state, view.book),
        "free": free,
        "heats": heats_shown(view),
    }
