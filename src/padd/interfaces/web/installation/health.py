"""Pages for machines: alive, ready, metrics, robots.txt and security.txt.

They are answered before anything else handles the request, so a load balancer needs
neither https nor the site's name, and no session.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, Gauge, generate_latest

from padd.platform.access_log import REGISTRY
from padd.services.delivery import mail_queue
from padd.services.installation.readiness import readiness_checks
from padd.store.queries.events.calendar import CalendarFilter, nearest_events

MAIL_WAITING: Final = Gauge(
    "padd_mail_waiting", "E-mails that wait for the mail server", registry=REGISTRY
)
EVENTS_RUNNING: Final = Gauge(
    "padd_events_running", "Events that are being played", registry=REGISTRY
)
VALID: Final = timedelta(days=180)
ROBOTS: Final = """User-agent: *
Disallow: /accounts/
Disallow: /desk/
Disallow: /my/
Disallow: /play/
Disallow: /search/
Disallow: /tokens/
"""


def health(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer machines, and pass everybody else on."""
    answers = {
        "/health/live": _live,
        "/health/ready": _ready,
        "/metrics": _metrics,
        "/robots.txt": _robots,
        "/.well-known/security.txt": _security,
    }

    def answer(request: HttpRequest) -> HttpResponseBase:
        for_machines = answers.get(request.path)
        if for_machines is None or request.method not in {"GET", "HEAD"}:
            return get_response(request)
        response = for_machines(request)
        if response is None:
            return get_response(request)
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        return response

    return answer


def _live(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("alive\n", content_type="text/plain")


def _ready(_request: HttpRequest) -> HttpResponse:
    """Say whether requests can be answered; the words tell no stranger more."""
    found = readiness_checks(now=timezone.now())
    ready = all(finding.fine for finding in found)
    checks = {finding.code: "ok" if finding.fine else "failing" for finding in found}
    response = JsonResponse({"ready": ready, "checks": checks}, status=200 if ready else 503)
    if not ready:
        response["Retry-After"] = "5"
    return response


def _metrics(request: HttpRequest) -> HttpResponse | None:
    """Return the figures for a request with the token; without a token there are none."""
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    given = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not hmac.compare_digest(given.encode(), wanted.encode()):
        return None
    try:
        live = nearest_events(CalendarFilter(when="live"), now=timezone.now(), most=1000)
        MAIL_WAITING.set(mail_queue.count_waiting_emails())
        EVENTS_RUNNING.set(len(live))
    except DatabaseError:
        MAIL_WAITING.set(float("nan"))
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)


def _robots(_request: HttpRequest) -> HttpResponse:
    closed = "User-agent: *\nDisallow: /\n"
    return HttpResponse(ROBOTS if settings.HOSTED else closed, content_type="text/plain")


def _security(_request: HttpRequest) -> HttpResponse | None:
    """Return the contact for security problems, if the host has named one."""
    if not settings.SECURITY_CONTACT:
        return None
    until = (timezone.now() + VALID).replace(microsecond=0).isoformat()
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {until}",
        "Preferred-Languages: en",
        f"Canonical: {settings.URL}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")
