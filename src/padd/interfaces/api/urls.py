"""The addresses of the API, `/api/v1`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from padd.core.messages import message
from padd.interfaces.api import refusals
from padd.interfaces.api.openapi import OPERATIONS, document_bytes
from padd.interfaces.api.operation import Operation, answer_request
from padd.interfaces.api.reference import show_reference
from padd.interfaces.api.request_body import JSON


@require_safe
def show_openapi(_request: HttpRequest) -> HttpResponse:
    """Answer with the OpenAPI document."""
    answer = HttpResponse(document_bytes(), content_type=JSON)
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@csrf_exempt
def refuse_too_large(_request: HttpRequest) -> HttpResponse:
    """Refuse a body beyond any limit."""
    return refusals.refusal_response(
        refusals.status_refusal(413, "too-large", message("That is too long."))
    )


@csrf_exempt
def refuse_unknown_address(_request: HttpRequest) -> HttpResponse:
    """Refuse an address that the API does not have."""
    return refusals.refusal_response(refusals.not_found())


def operation_urls() -> Iterator[URLPattern]:
    """Give one address for each path, with the operations of all its methods."""
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    # Paths without parameters come first: /events/import is not an event.
    for address, methods in sorted(by_path.items(), key=lambda item: "{" in item[0]):
        route = re.sub(r"\{(.+?)\}", r"<\1>", address.removeprefix("/"))
        name = next(iter(methods.values())).view.__name__
        # The prefix keeps these names apart from those of pages.
        yield path(route, csrf_exempt(_OperationView(methods)), name=f"api-{name}")


class _OperationView:
    """The view of one path: calls the operation of the request's method."""

    def __init__(self, methods: dict[str, Operation]) -> None:
        self.methods = methods
        self.allow = ", ".join(methods)

    def __call__(self, request: HttpRequest, **in_path: Any) -> HttpResponse:  # noqa: ANN401
        if request.method == "HEAD":
            request.method = "GET"  # the server sends no body
        operation = self.methods.get(request.method or "")
        if operation is None:
            refused = refusals.status_refusal(
                405,
                "method",
                message("This address accepts {allow} only.", allow=self.allow),
                headers={"Allow": self.allow},
            )
            return refusals.refusal_response(refused)
        try:
            return answer_request(operation, request, in_path)
        except Exception as raised:  # noqa: BLE001 -- whatever is raised is answered in JSON
            return refusals.exception_response(request, raised)


urlpatterns = [
    path("openapi.json", show_openapi, name="api-openapi"),
    path("docs", show_reference, name="api-docs"),
    path("too-large", refuse_too_large, name="api-too-large"),
    *operation_urls(),
    re_path(r"^.*$", refuse_unknown_address, name="api-nothing"),
]
