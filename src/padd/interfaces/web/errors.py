"""Pages for what went wrong: what it was, and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render

from padd.presentation.messages import text

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from padd.core.refusal import RefusalError

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


def strangers(request: HttpRequest) -> HttpResponse:
    """Answer somebody who is not signed in and asks for more than reading."""
    return _page(
        request,
        403,
        "This is for whoever directs here",
        "Open the link that PADD printed when it was started, on that computer. "
        "The pages for players stay open to everybody.",
    )


def said_no(request: HttpRequest, refused: RefusalError) -> HttpResponse:
    """Answer what a service refuses, with its reasons."""
    if "not-saved" in refused.codes:
        page = _page(request, 503, "Not saved", text(refused.refusal.message))
        page["Retry-After"] = "2"
        return page
    outdated = "outdated" in refused.codes
    return _page(
        request,
        409 if outdated else 422,
        "Somebody was faster" if outdated else "That cannot be done",
        " ".join(text(refusal.message) for refusal in refused.refusals),
    )


def locked_out(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    """Answer too many wrong passwords."""
    return _page(
        request,
        429,
        "Too many wrong passwords",
        "Wait fifteen minutes and try again, or set a new password by e-mail.",
    )


def too_often(request: HttpRequest) -> HttpResponse:
    """Answer whoever asks more often than a person would."""
    page = _page(
        request,
        429,
        "That was too often",
        "Nothing was done this time. Wait a minute and try again.",
    )
    page["Retry-After"] = "60"
    return page


def _page(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    context = {"code": status, "heading": title, "message": message}
    return render(request, "shared/error.html", context, status=status)
