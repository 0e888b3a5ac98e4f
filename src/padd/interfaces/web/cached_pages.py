"""Which pages are the same for many people, and from when they are not any more.

The page of a running event is the same for all until its log grows. Other public pages
and the lists of the API are the same for every visitor until anything is recorded. A
static file does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from django.db import DatabaseError, connections
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.http.response import HttpResponseBase

from padd.interfaces.web.layout.public import MEDIA, THEME_COOKIE
from padd.platform.middleware import content_etag
from padd.platform.page_cache import CACHE_HEADER, EVERYTHING, CacheableRequest
from padd.store.installation import read_replica
from padd.store.writes.event_log import data_generation, last_sequences

EVENTS: Final = "/events/"
STATIC: Final = "/static/"
SHOWN_TO_ALL: Final = frozenset({"pairings", "standings", "bracket"})
"""Pages of a running event that do not depend on who reads them."""
SHOWN_TO_VISITORS: Final = frozenset({"", "results"})
"""Pages of an event that are the same for everyone who is not signed in."""
CALENDAR: Final = frozenset({"area", "day", "format", "game", "kind", "q", "region", "when"})
PARAMETERS: Final[Mapping[str, frozenset[str]]] = {
    "": CALENDAR | {"month"},
    "calendar": CALENDAR | {"month", "page"},
    "department": frozenset(),
    "events": frozenset({"by", "first", "other", "sent"}),
    "players": frozenset({"game", "keeper", "list", "q", "show"}),
    "ratings": frozenset({"active", "area", "game", "keeper", "list", "page", "q", "region"}),
    "rulebooks": frozenset({"a", "b", "q", "show"}),
    "seasons": frozenset(),
    "venues": frozenset({"q"}),
}
"""The areas of public pages, by the start of their path, and the query parameters that
their pages read. Others are dropped before the page is made."""
LISTS: Final = frozenset(
    {"events", "leagues", "players", "ratings", "rulebooks", "seasons", "venues"}
)
"""The lists of the API that are the same for every program without a token."""
LIST_PARAMETERS: Final = frozenset(
    {
        *("active", "area", "edition", "format", "keeper", "kind", "list", "online", "page"),
        *("person", "q", "region", "size", "when"),
    }
)
LONGEST_QUERY: Final = 500
"""Longer queries are answered, but not stored."""


def cacheable_request(scope: Mapping[str, Any]) -> CacheableRequest | None:
    """Return what the answer to a request depends on, or None if it may not be stored."""
    if scope["method"] != "GET":
        return None
    headers = dict(scope["headers"])
    path, query = scope["path"], scope["query_string"]
    secure = headers.get(b"x-forwarded-proto", b"") == b"https"
    place = (path, scope.get("scheme", ""), headers.get(b"host", b""), secure)
    if path.startswith(STATIC):
        return CacheableRequest(key=place, query=query, reads_everything=False)
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    anonymous = b"authorization" not in headers and not cookies.keys() - {THEME_COOKIE}
    reads_everything = is_for_visitors(path)
    if not (_is_shown_to_all(path) or (anonymous and reads_everything)):
        return None
    known = _known_parameters(path, query)
    if known is None:
        return None
    theme = cookies.get(THEME_COOKIE, "")
    key = (*place, known, scope.get("server"), theme if theme in MEDIA else "")
    return CacheableRequest(key=key, query=known, reads_everything=reads_everything)


def is_for_visitors(path: str) -> bool:
    """Tell whether a page may be the same for everyone who is not signed in."""
    parts = path.split("/", 4)
    if path.startswith(EVENTS):
        return len(parts) > 3 and parts[3] in SHOWN_TO_VISITORS  # noqa: PLR2004
    if parts[1:3] == ["api", "v1"]:
        return len(parts) == 4 and parts[3] in LISTS  # noqa: PLR2004 -- /api/v1/<list>
    return path.endswith("/") and parts[1] in PARAMETERS


def _is_shown_to_all(path: str) -> bool:
    """Tell whether a page of a running event is the same for everyone."""
    parts = path.split("/", 4)
    return (
        path.startswith(EVENTS)
        and len(parts) == 5  # noqa: PLR2004 -- /events/<id>/<page>/
        and parts[3] in SHOWN_TO_ALL
    )


def _known_parameters(path: str, query: bytes) -> bytes | None:
    """Return a query string without unknown parameters, or None if it is not stored.

    The API is asked as it is, because it may refuse what it does not know.
    """
    if not query:
        return query
    if len(query) > LONGEST_QUERY:
        return None
    area = path.split("/", 2)[1]
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True)
    except ValueError:
        return None
    if area == "api":
        return query if all(name in LIST_PARAMETERS for name, _ in pairs) else None
    known = [(name, value) for name, value in pairs if name in PARAMETERS[area]]
    return query if len(known) == len(pairs) else urlencode(known).encode()


def current_version(source: str) -> str | None:
    """Return the version of what pages are made from, or None if it is not known."""
    try:
        if source == EVERYTHING:
            # A page is as new as the database it was read from.
            with read_replica.replica_reads():
                return data_generation()
        head = last_sequences([source]).get(source)
        return None if head is None else str(head)
    except DatabaseError:
        if source == EVERYTHING:
            read_replica.pause_replica()
        connections.close_all()
        return None
    finally:
        # A file stays open, because opening it takes longer than looking. A connection
        # to a server goes back to its pool, so that a replaced server is noticed.
        for connection in connections.all(initialized_only=True):
            if connection.vendor != "sqlite":
                connection.close()


def mark_public_pages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Mark pages that are the same for every visitor, so that the page cache stores them."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if (
            _is_from_visitor(request)
            and isinstance(response, HttpResponse)
            and response.status_code == HTTPStatus.OK
            and not response.cookies
            and CACHE_HEADER not in response
        ):
            response[CACHE_HEADER] = EVERYTHING
            response.setdefault("ETag", content_etag(response.content))
        return response

    return answer


def visitor_pages_from_replica(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Read visitors' pages from the replica, or from the primary while there is none.

    People who are signed in may have written something just now, and read the primary.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not (read_replica.replica_available() and _is_from_visitor(request)):
            return get_response(request)
        with read_replica.replica_reads():
            response = get_response(request)
        if response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
            return response
        read_replica.pause_replica()
        return get_response(request)

    return answer


def _is_from_visitor(request: HttpRequest) -> bool:
    """Tell whether a visitor asks for a page that is the same for all visitors."""
    return (
        request.method == "GET"
        and is_for_visitors(request.path)
        and not request.COOKIES.keys() - {THEME_COOKIE}
        and "Authorization" not in request.headers
    )
