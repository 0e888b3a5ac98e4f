"""Static files, and headers beside those that Django and django-csp set."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from padd.interfaces.web.theme import COOKIE
from padd.platform.page_cache import EVERYTHING, KEEP, PROGRAM, is_for_visitors
from padd.store.installation import read_replica

UNUSED_POWERS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def default_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give away no powers of the browser, and let no page be kept by proxies."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", UNUSED_POWERS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return answer


def mark_public_pages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Mark what is the same for every visitor, so that the page cache keeps it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not _comes_from_a_visitor(request):
            return get_response(request)
        response = get_response(request)
        if _is_same_for_visitors(response) and isinstance(response, HttpResponse):
            response[KEEP] = EVERYTHING
            response.setdefault("ETag", _tag_of(response.content))
        return response

    return answer


def visitor_pages_from_replica(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Read what is the same for every visitor from the replica, where there is one.

    Whoever is known may have written something just now, and sees the primary. So do
    visitors while the replica is away.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not (read_replica.replica_available() and _comes_from_a_visitor(request)):
            return get_response(request)
        with read_replica.replica_reads():
            response = get_response(request)
        if response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
            return response
        read_replica.pause_replica()
        return get_response(request)

    return answer


def _comes_from_a_visitor(request: HttpRequest) -> bool:
    """Tell whether somebody who is not known asks for a page that is for everybody."""
    return (
        request.method == "GET"
        and is_for_visitors(request.path)
        and not request.COOKIES.keys() - {COOKIE}
        and "Authorization" not in request.headers
    )


def _tag_of(content: bytes) -> str:
    """Return the name of a page's bytes."""
    return f'"{sha256(content).hexdigest()[:32]}"'


def _is_same_for_visitors(response: HttpResponseBase) -> bool:
    """Tell whether an answer is a whole page that hands nothing to one browser."""
    return (
        response.status_code == HTTPStatus.OK
        and not response.streaming
        and not response.cookies
        and KEEP not in response
    )


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Answers with whole files: they are small, and the server is asynchronous."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Return a static file, or that it has not changed."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file:
                content = found.file.read()
        response = HttpResponse(content, status=int(found.status))
        response.headers.pop("Content-Type", None)
        for name, value in found.headers:
            response[name] = value
        if response.status_code == HTTPStatus.OK and request.method == "GET":
            response[KEEP] = PROGRAM
            response.setdefault("ETag", _tag_of(content))
        return response
