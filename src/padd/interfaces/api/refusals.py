"""Answer refusals in the API: a status, and the same codes as everywhere."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from ninja.errors import ValidationError

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


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done, and what can be done instead."""

    code: Annotated[
        str,
        msgspec.Meta(
            description=("A stable code for the reason; the wording may change, the code does not.")
        ),
    ]
    message: str
    rule: Annotated[
        str,
        msgspec.Meta(
            description=("The section of the rulebook, or PADD for a requirement of the program.")
        ),
    ] = ""
    next: Annotated[str, msgspec.Meta(description="What to do instead.")] = ""
    place: Annotated[str, msgspec.Meta(description="The field or parameter it is about.")] = ""
    actions: Annotated[
        tuple[int, ...], msgspec.Meta(description="The entries of the log that prevent it.")
    ] = ()


class Error(msgspec.Struct, frozen=True, kw_only=True):
    """What every answer with a status of 400 or above contains."""

    error: Problem
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


def refuse(
    status: int, code: str, message: Message, *, place: str = "", way_out: Message | None = None
) -> ApiRefusal:
    """Return a refusal of the house, to be raised."""
    refusal = Refusal(code=code, message=message, rule=HOUSE, place=place, way_out=way_out)
    return ApiRefusal(status, problem_of(refusal))


def missing() -> ApiRefusal:
    """Return the one answer for what is not there and for what may not be seen."""
    return refuse(404, "not-found", message("Not found."))


def problem_of(refusal: Refusal) -> Problem:
    """Return a refusal of core or of a service as the API writes it."""
    return Problem(
        code=refusal.code,
        message=text(refusal.message),
        rule=refusal.rule,
        place=refusal.place,
        next=text(refusal.way_out),
        actions=refusal.actions,
    )


def by_rules(refusal: Refusal) -> ApiRefusal:
    """Return what the rules of the day do not let through, to be raised."""
    status = 409 if refusal.code in CONFLICTS else 422
    return ApiRefusal(status, problem_of(refusal))


def refusal_of(raised: Exception) -> ApiRefusal:
    """Return any refusal as one of the API; what is none of them broke."""
    match raised:
        case ApiRefusal():
            return raised
        case NotFound() | NotAllowed() | Http404():
            return missing()
        case RefusalError():
            return _by_service(raised)
        case ValidationError():
            return ApiRefusal(400, *_misread(raised.errors))
        case _ if is_unavailable(raised):
            away = refuse(
                503,
                "unavailable",
                message("The database cannot be reached; nothing was changed."),
                way_out=message("Try again in a few seconds."),
            )
            return ApiRefusal(503, *away.problems, headers={"Retry-After": "5"})
        case _:
            return refuse(
                500,
                "broken",
                message("Something went wrong, and nothing was changed."),
                way_out=message(
                    "Try again. If it keeps failing, tell the person who runs this installation."
                ),
            )


def _by_service(raised: RefusalError) -> ApiRefusal:
    problems = tuple(problem_of(refusal) for refusal in raised.refusals)
    if isinstance(raised, StillUnderWay):
        return ApiRefusal(409, *problems, headers={"Retry-After": RETRY_SECONDS})
    if NOT_SAVED in raised.codes:
        return ApiRefusal(503, *problems, headers={"Retry-After": RETRY_SECONDS})
    return ApiRefusal(409 if CONFLICTS & set(raised.codes) else 422, *problems)


def _misread(errors: Sequence[Mapping[str, object]]) -> tuple[Problem, ...]:
    problems = []
    for error in errors:
        place = error.get("loc", ())
        named = ".".join(map(str, place)) if isinstance(place, (tuple, list)) else ""
        problems.append(
            Problem(
                code="misread",
                message=f"{error.get('msg', 'Invalid value')}.",
                rule=HOUSE,
                place=named,
            )
        )
    return tuple(problems)


def answer_of(refused: ApiRefusal) -> HttpResponse:
    """Return the answer that a refusal makes."""
    first, *rest = refused.problems
    content = msgspec.json.encode(Error(error=first, also=tuple(rest)))
    answer = HttpResponse(content, status=refused.status)
    answer["Content-Type"] = "application/json"
    answer["Cache-Control"] = "no-store"
    for name, value in refused.headers.items():
        answer[name] = value
    return answer


def on_exception(request: HttpRequest, raised: Exception | type[Exception]) -> HttpResponse:
    """Answer whatever was raised; what nobody foresaw goes to the error log."""
    refused = refusal_of(raised if isinstance(raised, Exception) else raised())
    if refused.status == 500:  # noqa: PLR2004 -- broken inside
        _log.error("%s %s broke", request.method, request.path, exc_info=True)
    return answer_of(refused)
