"""Error pages: what happened, and what to do."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from padd.core.refusal import RefusalError
from padd.interfaces.web.layout.public import theme_context
from padd.presentation.messages import text
from padd.services.database_errors import is_unavailable

RETRY_SECONDS = "5"
AWAY = "The database can’t be reached at the moment. Nothing was changed."
LIMIT = (
    "The limit is 50 MB. Nothing was stored. For a larger event, run "
    "padd standings FILE on the command line."
)


def bad_request_page(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer a request that cannot be understood."""
    return _page(
        request, 400, "Bad request", "The request could not be read. Go back and try again."
    )


def forbidden_page(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer a request that is not allowed."""
    return _page(request, 403, "You don’t have access", "Nothing was changed.")


def expired_form_page(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Answer a form that did not come from this page, or was too long ago."""
    return _page(
        request,
        403,
        "This form has expired",
        "Nothing was changed. Allow cookies from this site, reload the "
        "page and send the form again.",
    )


def not_found_page(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer an address where nothing is."""
    return _page(
        request,
        404,
        "Page not found",
        "There is no page at this address. Check it for typos, or go to the home page.",
    )


def form_address_page(request: HttpRequest, refused: HttpResponse) -> HttpResponse:
    """Answer a request to read an address that only takes a form."""
    page = _page(
        request,
        405,
        "Nothing to read here",
        "This address only takes a form that you send from another page. Nothing was "
        "changed. Go back to that page, or to the home page.",
    )
    page["Allow"] = refused["Allow"]
    return page


def too_large_page(request: HttpRequest) -> HttpResponse:
    """Answer a file beyond the limit."""
    return _page(request, 413, "The file is too large", LIMIT)


def too_large_path(path: str) -> str:
    """Return the address of the page that refuses a request to a path as too large."""
    return "/api/v1/too-large" if path.startswith("/api/") else "/too-large/"


def server_error_page(request: HttpRequest) -> HttpResponse:
    """Answer when something failed inside."""
    if is_unavailable(sys.exc_info()[1]):
        return database_away_page(request)
    return _page(
        request,
        500,
        "Something went wrong",
        "Nothing was changed. Try again. If it keeps failing, continue "
        "on paper scorecards and tell the person who runs this installation.",
    )


def database_away_page(request: HttpRequest) -> HttpResponse:
    """Answer while the database is away or held, from a page that needs none."""
    if request.path.startswith("/api/"):
        problem = {
            "code": "unavailable",
            "message": AWAY,
            "rule": "PADD",
            "next": "Try again in a few seconds.",
        }
        response: HttpResponse = JsonResponse({"error": problem, "also": []}, status=503)
    else:
        # Without the request, so that nothing looks up the actor.
        page = render_to_string(
            "shared/away.html",
            {
                **theme_context(request),
                "message": AWAY,
                "seconds": RETRY_SECONDS,
                "reloads": request.method == "GET",
            },
        )
        response = HttpResponse(page, status=503)
    response["Retry-After"] = RETRY_SECONDS
    response["Cache-Control"] = "no-store"
    return response


def staff_only_page(request: HttpRequest) -> HttpResponse:
    """Answer a visitor who asks for more than reading."""
    return _page(
        request,
        403,
        "Directors only",
        "On the computer that runs PADD, open the link it printed at startup. "
        "The pages for players are open to everyone.",
    )


def refusal_page(request: HttpRequest, refused: RefusalError) -> HttpResponse:
    """Answer what a service refuses, with its reasons."""
    if "not-saved" in refused.codes:
        page = _page(request, 503, "Not saved", text(refused.refusal.message))
        page["Retry-After"] = "2"
        return page
    outdated = "outdated" in refused.codes
    return _page(
        request,
        409 if outdated else 422,
        "Someone else was faster" if outdated else "Not possible",
        " ".join(text(refusal.message) for refusal in refused.refusals),
    )


def locked_out_page(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    """Answer too many wrong passwords."""
    return _page(
        request,
        429,
        "Too many wrong passwords",
        "Wait fifteen minutes and try again, or set a new password by e-mail.",
    )


def too_many_requests_page(request: HttpRequest) -> HttpResponse:
    """Answer requests that come more often than a person sends them."""
    page = _page(
        request, 429, "Too many requests", "Nothing was changed. Wait a minute and try again."
    )
    page["Retry-After"] = "60"
    return page


def _page(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    context = {"code": status, "heading": title, "message": message}
    return render(request, "shared/error.html", context, status=status)
