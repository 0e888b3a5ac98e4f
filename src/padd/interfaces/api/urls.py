"""The addresses of the API, `/api/v1`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from padd.core.messages import message
from padd.interfaces.api import refusals
from padd.interfaces.api.openapi import api, document_bytes
from padd.interfaces.api.operation import JSON
from padd.interfaces.api.reference import docs

NO_SUCH_METHOD: Final = 405
NINJAS_ROOT: Final = "api-root"


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """Answer with the OpenAPI document."""
    del request
    answer = HttpResponse(document_bytes(), content_type=JSON)
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@csrf_exempt
def too_large(request: HttpRequest) -> HttpResponse:
    """Answer a body beyond any limit, of which nothing was kept."""
    del request
    return refusals.answer_of(refusals.refuse(413, "too-large", message("That is too long.")))


@csrf_exempt
def nothing(request: HttpRequest) -> HttpResponse:
    """Answer an address that the API does not have."""
    del request
    return refusals.answer_of(refusals.missing())


def named(address: URLPattern | URLResolver) -> str:
    """Return the name of an address."""
    return str(getattr(address, "name", ""))


def politely(address: URLPattern | URLResolver) -> URLPattern:
    """Return an address that answers HEAD too, and says no in JSON."""
    if isinstance(address, URLResolver):
        raise TypeError(address)
    view: Callable[..., HttpResponseBase] = address.callback

    @csrf_exempt
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ANN401
        if request.method == "HEAD":
            request.method = "GET"  # the server sends no body
        answer = view(request, *args, **kwargs)
        if answer.status_code != NO_SUCH_METHOD:
            return answer
        allow = answer["Allow"]
        refused = refusals.refuse(
            NO_SUCH_METHOD, "method", message("This address accepts {allow} only.", allow=allow)
        )
        refused.headers["Allow"] = allow
        return refusals.answer_of(refused)

    # Without a prefix of its own a name would lead pages away to the API.
    name = f"api-{address.name}"
    return URLPattern(address.pattern, answered, address.default_args, name)


urlpatterns = [
    path("openapi.json", openapi, name="api-openapi"),
    path("docs", docs, name="api-docs"),
    path("too-large", too_large, name="api-too-large"),
    *(politely(route) for route in api.urls[0] if named(route) != NINJAS_ROOT),
    re_path(r"^.*$", nothing, name="api-nothing"),
]
