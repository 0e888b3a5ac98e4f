"""Figures for Prometheus: requests by page and status, and how long they took.

Each process has its own. A scraper that asks several adds them up by their labels.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
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
