"""Answer refusals in the API: a status, and the same codes as everywhere."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Annotated, Final, TypeVar

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from msgspec import Meta

from padd.core.messages import Message, message
from padd.core.refusal import Refusal, RefusalError
from padd.presentation.messages import text
from padd.services.database_errors import is_unavailable
from padd.services.idempotency import StillUnderWay
from padd.services.refusal import HOUSE, NotAllowed, NotFound

_log: Final = logging.getLogger(__name__)

CONFLICTS: Final = frozenset({"changed-meanwhile", "outdated", "under-way"})
NOT_SAVED: Final = "not-saved"
RETRY_SECONDS: Final = "2"

Outcome = TypeVar("Outcome")


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done, and what can be done instead."""

    code: Annotated[
        str,
        msgspec.Meta(
            description="A stable code for the reason; the wording may change, the code does not."
        ),
    ]
    message: Annotated[str, Meta(description="The same in words, for people.")]
    rule: Annotated[
        str,
        msgspec.Meta(
            description="The section of the rulebook, or PADD for a requirement of the program."
        ),
    ] = ""
    next: Annotated[str, msgspec.Meta(description="What to do instead.")] = ""
    place: Annotated[str, msgspec.Meta(description="The field or parameter it is about.")] = ""
    actions: Annotated[
        tuple[int, ...], msgspec.Meta(description="The entries of the log that prevent it.")
    ] = ()


class Error(msgspec.Struct, frozen=True, kw_only=True):
    """What every answer with a status of 400 or above contains."""

    error: Annotated[Problem, Meta(description="Why it was not done.")]
    also: Annotated[
        tuple[Problem, ...], msgspec.Meta(description="Further reasons, if there are several.")
    ] = ()


class ApiRefusal(Exception):  # noqa: N818 -- a refusal is not an error of ours
    """Ends a request with a status and its reasons."""

    def __init__(
        self, status: int, *problems: Problem, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(problems[0].message)
        self.status = status
        self.problems = problems
        self.headers = dict(headers or {})


def status_refusal(
    status: int,
    code: str,
    message: Message,
    *,
    place: str = "",
    way_out: Message | None = None,
    headers: Mapping[str, str] | None = None,
) -> ApiRefusal:
    """Return a refusal of the API itself with a status, to be raised."""
    refusal = Refusal(code=code, message=message, rule=HOUSE, place=place, way_out=way_out)
    return ApiRefusal(status, problem_of(refusal), headers=headers)


def not_found() -> ApiRefusal:
    """Return the refusal for what does not exist and for what the caller may not see."""
    return status_refusal(404, "not-found", message("Not found."))


def problem_of(refusal: Refusal) -> Problem:
    """Return a refusal of core or of a service as a part of an answer."""
    return Problem(
        code=refusal.code,
        message=text(refusal.message),
        rule=refusal.rule,
        place=refusal.place,
        next=text(refusal.way_out),
        actions=refusal.actions,
    )


def refusal_of(raised: Exception) -> ApiRefusal:
    """Return the refusal for an exception; an unforeseen one has the status 500."""
    match raised:
        case ApiRefusal():
            return raised
        case NotFound() | NotAllowed() | Http404():
            return not_found()
        case RefusalError():
            return _service_refusal(raised)
        case _ if is_unavailable(raised):
            return status_refusal(
                503,
                "unavailable",
                message("The database cannot be reached; nothing was changed."),
                way_out=message("Try again in a few seconds."),
                headers={"Retry-After": "5"},
            )
        case _:
            return status_refusal(
                500,
                "broken",
                message("Something went wrong, and nothing was changed."),
                way_out=message(
                    "Try again. If it keeps failing, tell the person who runs this installation."
                ),
            )


def _service_refusal(raised: RefusalError) -> ApiRefusal:
    problems = tuple(problem_of(refusal) for refusal in raised.refusals)
    if isinstance(raised, StillUnderWay):
        return ApiRefusal(409, *problems, headers={"Retry-After": RETRY_SECONDS})
    if NOT_SAVED in raised.codes:
        return ApiRefusal(503, *problems, headers={"Retry-After": RETRY_SECONDS})
    return ApiRefusal(409 if CONFLICTS & set(raised.codes) else 422, *problems)


def refusal_response(refused: ApiRefusal) -> HttpResponse:
    """Return the response for a refusal."""
    first, *rest = refused.problems
    content = msgspec.json.encode(Error(error=first, also=tuple(rest)))
    answer = HttpResponse(content, status=refused.status)
    answer["Content-Type"] = "application/json"
    answer["Cache-Control"] = "no-store"
    for name, value in refused.headers.items():
        answer[name] = value
    return answer


def exception_response(request: HttpRequest, raised: Exception) -> HttpResponse:
    """Return the response for an exception; an unforeseen one goes to the error log."""
    refused = refusal_of(raised)
    if refused.status == 500:  # noqa: PLR2004 -- unforeseen
        _log.error("%s %s broke", request.method, request.path, exc_info=True)
    return refusal_response(refused)
