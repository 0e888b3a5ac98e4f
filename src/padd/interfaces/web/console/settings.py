"""The settings of a running event, also those of its calendar."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse

from padd.core.eventlog.actions.settings import game_objection, style_objection
from padd.core.eventlog.state.director_plays import voters_on_director
from padd.core.eventlog.state.event_state import Phase
from padd.core.eventlog.state.way_of_play import usual_way_of_play
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.console.page import console_form, console_page
from padd.interfaces.web.console.players import players_by_name
from padd.interfaces.web.notice import redirect_with_notice
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.events.quick_start import GAMES, ROUND_ROBIN, STYLES, SWISS_FOR
from padd.rulebooks.schema import cite
from padd.services.access.permissions import Permission, allowed
from padd.services.events import lifecycle
from padd.services.refusal import NotAllowed
from padd.store.queries.events.venues import find_venues
from padd.store.writes.local_events import NOWHERE

MOST_VENUES: Final = 200


@console_page("console-settings", "console/settings.html")
def settings_page(view: EventView, _query: QueryDict, _typed: QueryDict | None) -> dict[str, Any]:
    """Return what can be changed about the event itself."""
    director = view.state.director_playing()
    known = view.book.pairing.system
    return {
        "event": view.state.settings,
        "games": [game for game in GAMES if game[0] in view.book.default_rules],
        "styles": [s for s in STYLES if SWISS_FOR.get(s[0], s[0]) in known],
        "style": ROUND_ROBIN if view.state.round_robin else view.state.settings.pairing_style,
        "game_fixed": game_objection(view.state),
        "style_fixed": style_objection(view.state),
        "match_lengths": view.book.brackets.match_lengths
        if view.format.has_bracket and not view.state.begun
        else (),
        "local_start": _local_start(view),
        "prizes": view.calendar_event.prizes,
        "place": view.calendar_event.place,
        "named": not view.calendar_event.place.startswith(NOWHERE),
        "may_delete": allowed(Permission.EVENT_DISCARD, view.roles)
        and view.state.phase is not Phase.REPORTED,
        "venues": find_venues("", limit=MOST_VENUES),
        "minutes": view.state.minutes,
        "staff": view.state.staff,
        "changes": view.state.rounds_changes,
        "notes": view.state.notes,
        "in_event": players_by_name(view),
        "director": director,
        "voters": sorted(voters_on_director(view.state, director)) if director else (),
        "approval": view.state.approval,
        "rounds_rule": cite(view.book, "sanctioning.rounds_change.running"),
        **_online(view),
    }


def _online(view: EventView) -> dict[str, Any]:
    """Return how an online event is played: as announced, or as the rulebook says."""
    settings, book = view.state.settings, view.book
    if not settings.online or book.online is None:
        return {"way": None}
    way = view.state.way_of_play
    return {
        "way": way or usual_way_of_play(book, settings.edition),
        "way_announced": way is not None,
        "way_rule": cite(book, "online.software"),
        "extension_rule": cite(book, "online.no_extensions_announced"),
    }


def _local_start(view: EventView) -> str:
    """Return the start as the clock of the venue shows it, for a field of a form."""
    starts = view.state.settings.starts
    if starts is None:
        return ""
    moment = datetime.fromisoformat(starts)
    local = moment.astimezone(view.calendar_event.zone) if moment.tzinfo else moment
    return local.strftime("%Y-%m-%dT%H:%M")


@console_form("console-settings", "place")
def save_place(request: HttpRequest, view: EventView) -> HttpResponse:
    """Save the venue and the prizes of an event that is under way."""
    lifecycle.correct_venue_or_prizes(
        by=view.actor,
        now=view.now,
        event=view.id,
        venue=request.POST.get("venue", ""),
        prizes=request.POST.get("prizes", ""),
    )
    where = reverse("console-settings", args=(view.id,))
    return redirect_with_notice(request, where, message("Saved place and prizes."))


@console_form("console-settings", "delete")
def delete_event(request: HttpRequest, view: EventView) -> HttpResponse:
    """Delete an event that was a test, if the form confirms it."""
    if not view.may_run:
        raise NotAllowed(Permission.EVENT_DISCARD)
    if request.POST.get("sure") != "yes":
        reason = message("Confirm that the event should be deleted.")
        raise RefusalError(Refusal("not-sure", reason))
    lifecycle.delete_event(by=view.actor, now=view.now, event=view.id)
    return HttpResponseRedirect(reverse("mine"))
