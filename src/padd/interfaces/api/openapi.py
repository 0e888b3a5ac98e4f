"""Every operation of the API, on one object."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from django.http import Http404
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from padd import __version__
from padd.interfaces.api import (
    audit,
    cards,
    careers,
    championships,
    commands,
    conduct,
    event_import,
    eventlog,
    events,
    leagues,
    limited,
    limited_desk,
    people,
    ratings,
    refusals,
    reports,
    rounds,
    rulebooks,
    scenarios,
    standings,
    webhooks,
)
from padd.interfaces.api.schema import completed

ROUTERS: Final = (
    event_import.router,  # before the addresses that hold an event
    events.router,
    rounds.router,
    standings.router,
    people.router,
    ratings.router,
    careers.router,
    championships.router,
    leagues.router,
    rulebooks.router,
    eventlog.router,
    commands.router,
    scenarios.router,
    conduct.router,
    cards.router,
    limited.router,
    limited_desk.router,
    reports.router,
    webhooks.router,
    audit.router,
)

api: Final = NinjaAPI(
    title="PADD",
    version=__version__,
    description="Events, pairings, standings, players, ratings and rulebooks of Star "
    "Trek CCG organized play, and tools for running events.",
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
)
for _router in ROUTERS:
    api.add_router("", _router)
for _kind in (Exception, Http404, ValidationError, HttpError, AuthenticationError):
    # ninja has an answer of its own for some of these.
    api.add_exception_handler(_kind, refusals.on_exception)


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document, made once."""
    return completed(api.get_openapi_schema(path_prefix="/api/v1/"))


@cache
def document_bytes() -> bytes:
    """Return the OpenAPI document as it is sent."""
    return msgspec.json.encode(document())
