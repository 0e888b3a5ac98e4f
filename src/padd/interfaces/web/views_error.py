"""Pages for what went wrong: what it was, and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

LIMIT = (
    "At most 50 MB are read, and nothing was kept. For a larger event, run "
    "padd standings FILE on the command line."
)


def misread(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer a request that cannot be understood."""
    return _page(
        request,
        400,
        "That could not be read",
        "The request was not as a browser sends it. Go back and try once more.",
    )


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer a request that is not allowed."""
    return _page(request, 403, "That is not open to you", "Nothing was changed.")


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Answer a form that did not come from this page, or was too long ago."""
    return _page(
        request,
        403,
        "This form has grown old",
        "Its check did not match, so nothing was done. Cookies from this site must be "
        "allowed; open the page again and send the form once more.",
    )


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer an address where nothing is."""
    return _page(
        request,
        404,
        "Nothing is here",
        "The address has no page. It may be mistyped, or its event was never kept.",
    )


def too_large(request: HttpRequest) -> HttpResponse:
    """Answer a file beyond the limit."""
    return _page(request, 413, "The file is too large", LIMIT)


def broken(request: HttpRequest) -> HttpResponse:
    """Answer when something failed inside."""
    return _page(
        request,
        500,
        "That did not work",
        "Nothing was changed. Try again; if it fails twice, go on with the scorecards "
        "and tell whoever keeps this installation.",
    )


def _page(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    context = {"code": status, "heading": title, "message": message}
    return render(request, "pages/error.html", context, status=status)
