"""One log line for each request, with the request id that its other lines have."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from padd.platform import metrics
from padd.platform.request_id import REQUEST_ID, without_secrets

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
            metrics.count_request(request, response.status_code, took)
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
    metrics.REQUESTS.labels(page="kept", method="GET", status=str(status)).inc()
    fields = {"method": "GET", "path": path, "status": status, "kept": True}
    _log.info("request", extra={"fields": fields})
