"""What the players' address of a laptop serves: public pages and phones, no more.

A laptop listens twice: on localhost for the director, and on the venue's network for
everyone else, over plain HTTP, which others in the network can read. So staff pages, accounts and
the API are not there at all. What is not listed here is not served.
"""

from __future__ import annotations

import ipaddress
from typing import Final

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import ResolverMatch

OWN_NAMES: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})
PASSED_ON: Final = (
    *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO"),
    *("HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_VIA"),
)
"""What a program in between adds to a request."""
OPEN: Final = frozenset(
    {
        *("home", "calendar", "feed", "region-feed", "search", "theme", "too-large"),
        *("listing", "event-calendar", "code", "flyer", "live", "guest", "my-entry"),
        *("players", "player", "player-feed", "venues", "venue", "leave"),
        *("read", "event", "event-file", "example", "example-file"),
        *("rulebooks", "compare", "find", "rulings", "rulebook", "wall", "department"),
        *("report-check", "sheet-pdf", "sheet-csv", "cards", "card", "deck-new"),
        *("road-latest", "road", "championship", "masters", "badges", "packs"),
        *("packs-file", "event-packs", "event-decks", "event-draft"),
        *("leagues", "league", "league-feed", "league-missions", "league-champions"),
        *("league-champions-csv", "league-table-pdf", "league-missions-pdf"),
        "league-certificate",
    }
)
"""Public pages, by the name of their address."""
OPEN_PACKAGES: Final = (
    "padd.interfaces.web.phone.views",
    "padd.interfaces.web.phone.appointment",
    "padd.interfaces.web.phone.draft",
    "padd.interfaces.web.phone.deck",
    "padd.interfaces.web.phone.sign_in",
    "padd.interfaces.web.ratings.",
    "padd.interfaces.web.public.",
    "padd.interfaces.web.results.",
)
"""Packages whose pages are public, but for those named below."""
PAGES: Final = "padd.interfaces.web."
CLOSED: Final = frozenset({"room-notes", "tokens"})
SAFE: Final = frozenset({"GET", "HEAD"})
TAKES_FORMS: Final = (
    "padd.interfaces.web.phone.views",
    "padd.interfaces.web.phone.appointment",
    "padd.interfaces.web.phone.draft",
    "padd.interfaces.web.phone.deck",
    "padd.interfaces.web.phone.sign_in",
)
FORMS: Final = frozenset({"theme", "guest", "my-entry", "event", "event-file", "leave", "deck-new"})
"""Public addresses that take a form."""


def is_from_laptop(request: HttpRequest) -> bool:
    """Tell whether the request comes from the computer that PADD runs on."""
    if settings.HOSTED:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def may_enter_without_link(request: HttpRequest) -> bool:
    """Tell whether the director may come in without the printed link.

    Only a browser on this computer that asks for this computer by name, and no
    program in between that passes on what others ask.
    """
    if settings.ACCOUNTS or not is_from_laptop(request):
        return False
    try:
        address = request.get_host()
    except DisallowedHost:
        return False
    host = address.rpartition(":")[0] or address
    return host in OWN_NAMES and not any(name in request.META for name in PASSED_ON)


def is_on_player_address(request: HttpRequest) -> bool:
    """Tell whether a laptop was asked from the venue's network.

    Where people sign in with accounts, or where the director trusts the network,
    there is one address for all.
    """
    return staff_pages_are_local() and not is_from_laptop(request)


def staff_pages_are_local() -> bool:
    """Tell whether the staff's pages are served on this computer alone."""
    return not (settings.HOSTED or settings.ACCOUNTS or settings.STAFF_NETWORK)


def is_open_to_players(match: ResolverMatch, method: str) -> bool:
    """Tell whether an address is served in the venue's network."""
    name, module = match.url_name or "", match.func.__module__
    if name in CLOSED or not module.startswith(PAGES):
        return False
    if name in OPEN:
        return method in SAFE or name in FORMS
    if not module.startswith(OPEN_PACKAGES):
        return False
    return method in SAFE or module in TAKES_FORMS
