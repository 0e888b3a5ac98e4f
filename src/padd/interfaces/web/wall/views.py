"""`/wall/`: the projector, and the page to choose what it shows."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_http_methods, require_safe

from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.layout.console import console_layout
from padd.interfaces.web.layout.public import public_layout
from padd.interfaces.web.request_actor import actor_of, shared_address, sign_in_required
from padd.interfaces.web.request_event import staff_event_view, visitor_event_view
from padd.interfaces.web.wall.screens import (
    WallScreens,
    current_screen,
    draft_groups,
    groups_version,
    wall_screens,
)
from padd.presentation.eventlog.event_view import EventView
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed
from padd.services.eventlog import room
from padd.services.eventlog.history import STAFF
from padd.services.refusal import NotAllowed, NotFound

MOST: Final = 6
"""Events in turn on one screen."""
A_PAGE: Final = 24
"""Rows of a page where no script counts what fits."""


@require_safe
def wall(request: HttpRequest) -> HttpResponse:
    """Show events on a big screen, one after the other."""
    ids = list(dict.fromkeys(request.GET.getlist("event")))[:MOST]
    events = ids or list(eventlog.running_event_names())[:MOST]
    views = [visitor_event_view(request, event) for event in events]
    seen = [(view, room.room_notes(event=view.id), draft_groups(view)) for view in views]
    known_as = [
        f"{view.id}-{view.sequence}-{notes.version}-{current_screen(view, notes)}"
        f"-{groups_version(groups).replace(' ', '_')}"
        for view, notes, groups in seen
    ]
    etag = f'"{".".join(known_as)}"'
    scripted = bool(request.headers.get("X-Live"))
    same = get_conditional_response(request, etag=etag) if scripted else None
    if same is not None:
        return same
    shown = [wall_screens(request, view, notes, groups) for view, notes, groups in seen]
    response = render(request, "wall/wall.html", _context(request, shown))
    response["ETag"] = etag
    return response


def _context(request: HttpRequest, shown: list[WallScreens]) -> dict[str, Any]:
    """Return what the page shows at once, for screens without scripts."""
    turn = _parse_turn(request.GET.get("turn", ""))
    steps = [(screens, page) for screens in shown for page in range(_pages(screens))]
    first, page = steps[turn % len(steps)] if steps else (None, 0)
    query = [("event", event_id) for event_id in request.GET.getlist("event")]
    light = request.GET.get("light") == "yes"
    if light:
        query.append(("light", "yes"))
    following = urlencode([*query, ("turn", (turn + 1) % len(steps) if steps else 0)])
    return {
        "events": shown,
        "first": first,
        "page": page,
        "a_page": A_PAGE,
        "following": f"{reverse('wall')}?{following}",
        "light": light,
        "poll_at": f"{reverse('wall')}?{urlencode(query)}",
    }


def _parse_turn(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0  # noqa: PLR2004 -- a page number


def _pages(screens: WallScreens) -> int:
    rows = {"names": screens.names, "tables": screens.tables, "standings": screens.standings}
    return max(1, -(-len(rows.get(screens.view, ())) // A_PAGE))


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def projector(request: HttpRequest, event: str) -> HttpResponse:
    """Choose what the wall shows."""
    actor, view = actor_of(request), visitor_event_view(request, event)
    roles = view.snapshot.roles
    if not allowed(Permission.ROOM_SHOW, roles):
        raise NotAllowed(Permission.ROOM_SHOW)
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        try:
            _choose(request, event, actor)
        except (NotFound, NotAllowed):
            raise
        except RefusalError as refused:
            refusals = refused.refusals
        else:
            return HttpResponseRedirect(reverse("projector", args=(event,)))
    place = f"{reverse('wall')}?event={event}"
    # Whoever only keeps the screen has no desk to go back to.
    staff = any(allowed(permission, roles) for permission in STAFF)
    around_it = (
        console_layout(staff_event_view(request, event), "projector", request.GET)
        if staff
        else public_layout(view, "projector")
    )
    context = {
        **around_it,
        "frame": "layout/console.html" if staff else "layout/public.html",
        "section": "projector",
        "staff": staff,
        "event_id": event,
        "notes": room.room_notes(event=event),
        "has_clinch": view.opened and view.format.gives_victory_points,
        "views": room.wall_choices(view.snapshot),
        "by_itself": _automatic_text(view),
        "wall_at": place,
        "shared": shared_address(request, place),
        "others": [event_id for event_id in eventlog.running_event_names() if event_id != event],
        "refusals": refusals,
    }
    status = 422 if refusals else 200
    return render(request, "wall/projector.html", context, status=status)


def _choose(request: HttpRequest, event: str, actor: Actor) -> None:
    """Save what one of the two forms of the page chooses."""
    if "clinch" in request.POST:
        shown = request.POST["clinch"] == "show"
        room.show_clinch_on_wall(event=event, shown=shown, by=actor, now=timezone.now())
    else:
        shows = request.POST.get("shows", "")
        room.choose_wall_view(event=event, shows=shows, by=actor, now=timezone.now())


def _automatic_text(view: EventView) -> str:
    """Return what the wall shows by itself, in words."""
    during = "the pods with their totals" if view.format.in_pods else "the clock"
    after = "bracket" if view.format.has_bracket else "standings"
    return f"Welcome, then pairings, {during}, and the {after}, as the event progresses."
