"""Static files, compression, and headers beside those that Django and django-csp set."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from padd.platform.page_cache import CACHE_HEADER, PROGRAM
from padd.platform.switches import is_enabled

UNUSED_POWERS: Final = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
COMPRESSIBLE: Final = ("text/", "application/json", "application/problem+json", "image/svg+xml")


def default_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Use no powers of the browser, and let no proxy store a page."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", UNUSED_POWERS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return answer


class Compression(GZipMiddleware):
    """Compresses text for browsers that ask for it; streams are sent as they come."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not is_enabled("compression"):
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed where that makes it shorter."""
        kind = response.headers.get("Content-Type", "")
        if response.streaming or not kind.startswith(COMPRESSIBLE):
            return response
        return super().process_response(request, response)


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
            response[CACHE_HEADER] = PROGRAM
            response.setdefault("ETag", content_etag(content))
        return response


def content_etag(content: bytes) -> str:
    """Return the ETag of a body."""
    return f'"{sha256(content).hexdigest()[:32]}"'
