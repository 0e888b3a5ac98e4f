"""Check-in: the players of the event, who is here, and the heats of a final day."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse

from padd.core.eventlog.state.event_state import EventPlayer, Presence, Stage
from padd.core.eventlog.state.rounds import joinable_round
from padd.core.formats.registry import format_of
from padd.interfaces.web.console.page import console_form, console_page
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.services import eventlog

MOST_HEATS: Final = 4
USUAL_QUALIFIERS: Final = 4


def heats_context(view: EventView) -> dict[str, Any] | None:
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


class CheckInLine(msgspec.Struct, frozen=True):
    """A player of the list, and the heat in which the player has qualified."""

    number: int
    entrant: EventPlayer
    qualified_in: str


@console_page("console-check-in", "console/checkin.html")
def check_in_page(view: EventView, query: QueryDict, _form: QueryDict | None) -> dict[str, Any]:
    """Return the players who entered, and those who are here."""
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
        "heats": heats_context(view),
    }


@console_form("console-check-in", "heats")
def plan_heats(request: HttpRequest, view: EventView) -> HttpResponse:
    """Announce the heats of a final day."""
    form = request.POST
    heats = [
        (heat, parse_int(form.get(f"qualifiers-{at}", "")) or 0)
        for at in range(1, MOST_HEATS + 1)
        if (heat := form.get(f"heat-{at}", ""))
    ]
    done = eventlog.plan_heats(
        event_id=view.id,
        heats=heats,
        by=view.actor,
        now=view.now,
        key=form.get("key", ""),
        reason=form.get("reason", ""),
    )
    return _redirect(view, done)


@console_form("console-check-in", "heats")
def seed_from_heats(request: HttpRequest, view: EventView) -> HttpResponse:
    """Enter the players who qualified, with the seeds that they won."""
    done = eventlog.seed_from_heats(
        event_id=view.id, by=view.actor, now=view.now, key=request.POST.get("key", "")
    )
    return _redirect(view, done)


def _redirect(view: EventView, done: eventlog.Recorded) -> HttpResponse:
    address = reverse("console-check-in", args=(view.id,))
    return HttpResponseRedirect(f"{address}?done={done.sequence}")
