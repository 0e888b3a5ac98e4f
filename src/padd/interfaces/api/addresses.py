"""The addresses of the API, `/api/v1`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import HttpResponse
from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt

from padd import __version__
from padd.interfaces.api import (
    events,
    hooks,
    people,
    refusing,
    rounds,
    rulebooks,
    running,
    standings,
)
from padd.interfaces.api.docs import docs
from padd.interfaces.api.operation import JSON
from padd.interfaces.api.schema import Api, document_bytes

if TYPE_CHECKING:
    from django.http import HttpRequest

ROUTERS: Final = (
    events.router,
    rounds.router,
    standings.router,
    people.router,
    rulebooks.router,
    running.router,
    hooks.router,
)

api: Final = Api(
    title="PADD",
    version=__version__,
    description="Events, pairings, standings, players, ratings and rulebooks of Star "
    "Trek CCG organized play, and the running of events.",
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
)
for _router in ROUTERS:
    api.add_router("", _router)
api.add_exception_handler(Exception, refusing.on_exception)


def openapi(request: HttpRequest) -> HttpResponse:
    """Answer with the OpenAPI document."""
    if request.method not in {"GET", "HEAD"}:
        return refusing.answer_of(refusing.refuse(405, "method", "Only read this."))
    answer = HttpResponse(document_bytes(), content_type=JSON)
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@csrf_exempt
def nothing(request: HttpRequest) -> HttpResponse:
    """Answer an address that the API does not have."""
    del request
    return refusing.answer_of(refusing.missing())


urlpatterns = [
    path("openapi.json", csrf_exempt(openapi), name="api-openapi"),
    path("docs", docs, name="api-docs"),
    *api.urls[0],
    re_path(r"^.*$", nothing, name="api-nothing"),
]
