"""One log line for each request, with the request id that its other lines have."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY: Final = CollectorRegistry()
REQUESTS: Final = Counter(
    "padd_requests_total", "Requests answered", ["page", "method", "status"], registry=REGISTRY
)
SECONDS: Final = Histogram(
    "padd_request_seconds",
    "How long an answer took",
    ["page"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REGISTRY,
)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def count_request(request: HttpRequest, status: int, seconds: float) -> None:
    """Count one answer by the name of its page, because there is no end of addresses."""
    match = request.resolver_match
    page = (match.view_name if match else "") or "other"
    method = str(request.method)
    REQUESTS.labels(
        page=page, method=method if method in METHODS else "other", status=str(status)
    ).inc()
    SECONDS.labels(page=page).observe(seconds)


REQUEST_ID: Final[ContextVar[str]] = ContextVar("padd_request", default="")
SECRETS: Final = re.compile(r"(/(?:enter|entry|help|unsubscribe|sign|key|confirm-email)/)[^/\s]+")
"""Parts of addresses that give access; they are not logged."""


def without_secrets(text: str) -> str:
    """Return an address, or a line with one, without the parts that give access."""
    return SECRETS.sub(r"\1…", text)


_log: Final = logging.getLogger("padd.access")
HEADER: Final = "X-Request-ID"
GIVEN: Final = re.compile(r"[A-Za-z0-9-]{8,64}")


def access_log(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give each request an id, and log the status and the time of its answer."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get(HEADER, "")
        name = given if GIVEN.fullmatch(given) else secrets.token_hex(8)
        mark = REQUEST_ID.set(name)
        begun = time.perf_counter()
        try:
            response = get_response(request)
            took = time.perf_counter() - begun
            count_request(request, response.status_code, took)
            fields = {
                "method": request.method,
                "path": without_secrets(request.path),
                "status": response.status_code,
                "ms": round(took * 1000, 1),
            }
            _log.info("request", extra={"fields": fields})
            response.headers.setdefault(HEADER, name)
            return response
        finally:
            REQUEST_ID.reset(mark)

    return answer


def log_cached_page(path: str, status: int) -> None:
    """Log and count a page that was sent from the page cache."""
    REQUESTS.labels(page="kept", method="GET", status=str(status)).inc()
    fields = {"method": "GET", "path": path, "status": status, "kept": True}
    _log.info("request", extra={"fields": fields})
