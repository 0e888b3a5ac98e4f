"""Addresses of pages and API operations for e-mails, webhooks and paper.

The URL configuration belongs to the interfaces; a test compares this table with it.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings

PATHS: Final = {
    "api-one_round": "/api/v1/events/{event}/rounds/{number}",
    "api-rulings": "/api/v1/rulings",
    "api-standings": "/api/v1/events/{event}/standings",
    "console-open-games": "/events/{event}/run/open-games/",
    "desk": "/desk/",
    "held-reports": "/desk/reports/",
    "listing": "/events/{event}/",
    "phone-arrange": "/play/{event}/arrange/",
    "phone-door": "/play/",
    "phone-join": "/play/{event}/join/",
    "report": "/events/{event}/report/",
    "report-check": "/events/{event}/report/check/",
    "report-in": "/report/in/",
    "results": "/events/{event}/results/",
    "room-pairings": "/events/{event}/pairings/",
    "room-standings": "/events/{event}/standings/",
    "unsubscribe": "/unsubscribe/{token}/",
}
"""Paths by the names of the URL configuration."""


def link_path(page: str, **parts: str | int) -> str:
    """Return the path of a page by its name in the URL configuration."""
    return PATHS[page].format(**parts)


def page_url(page: str, **parts: str | int) -> str | None:
    """Return the address of a page, where this installation has one."""
    return f"{settings.URL}{link_path(page, **parts)}" if settings.URL else None
