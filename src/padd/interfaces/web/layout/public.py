"""The layout of every public page of an event: bar, navigation, clock."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

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


THEME_COOKIE = "padd-theme"
MEDIA = {"device": "screen and (prefers-color-scheme: dark)", "light": "not all", "dark": "screen"}
"""Where the dark values apply, for each choice."""
A_YEAR = 365 * 24 * 3600


def theme_context(request: HttpRequest) -> dict[str, object]:
    """Return the theme of the cookie for every template."""
    cookie = request.COOKIES.get(THEME_COOKIE, "")
    theme = cookie if cookie in MEDIA else "device"
    return {
        "theme": theme,
        "media": MEDIA,
        "dark_media": MEDIA[theme],
        "here": request.get_full_path(),
    }


@csrf_exempt  # A choice of colors; without the token every visitor has the same page.
@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Store the chosen theme and go back to the page it was chosen on."""
    back = request.POST.get("back", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "/"
    response = HttpResponseRedirect(back)
    theme = request.POST.get("theme", "")
    if theme in MEDIA:
        response.set_cookie(
            THEME_COOKIE,
            theme,
            max_age=A_YEAR,
            samesite="Lax",
            httponly=True,
            secure=settings.THEME_COOKIE_SECURE,
        )
    return response
