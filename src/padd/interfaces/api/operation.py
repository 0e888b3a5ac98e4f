"""Declare an API operation: parameters, scope, response, refusals.

ninja finds the address and reads the parameters. Bodies and answers are msgspec
values, as everywhere in PADD: strict when they are read, and described in the OpenAPI
document by the same types that read and write them.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from hashlib import sha256
from typing import Any, Final, get_type_hints

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from ninja import Router

from padd.core.messages import message
from padd.interfaces.api.authentication import Token, present
from padd.interfaces.api.refusals import refuse
from padd.interfaces.api.valid_values import valid_values
from padd.services import idempotency
from padd.services.access.api_tokens import Caller, Scope
from padd.services.refusal import NotFound

BODY_LIMIT: Final = 200_000
"""More than any act needs; files of events have their own limit."""
JSON: Final = "application/json"
EXACT: Final = 2**53
"""Below this every whole number is itself as a float, too."""
READS: Final = (200, 304, 400, 401, 404, 429, 503)
WRITES: Final = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
IF_MATCH: Final = "If-Match"
MATCH: Final = re.compile(r'(?:W/)?"?([0-9]{1,9})(?:\.[!-~]*)?"?')
KEY: Final = "Idempotency-Key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """What the OpenAPI document says of an operation beyond its parameters."""

    answer: Any
    status: int
    body: Any
    statuses: tuple[int, ...]
    writes: bool
    scopes: tuple[Scope, ...]
    conditional: bool
    matches: bool
    keyed: bool


@dataclass(slots=True)
class ApiRequest:
    """A request, by whom and when; what a view gets instead of Django's request."""

    http: HttpRequest
    caller: Caller
    now: datetime
    body: Any = None
    keyed: idempotency.KeyedRequest | None = None
    expected: int | None = None
    """The number of the last entry that the caller has seen."""
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def log_key(self) -> str:
        """The name of the wish in the log of an event; none where no key was sent."""
        return self.keyed.log_key if self.keyed else ""

    def unchanged(self, etag: str) -> bool:
        """Name the state that is answered from; tell whether it is known already."""
        self.headers["ETag"] = f'"{etag}"'
        response = get_conditional_response(self.http, etag=self.headers["ETag"])
        return response is not None and response.status_code == 304  # noqa: PLR2004

    def needs(self, *scopes: Scope) -> None:
        """Refuse a token that has none of these scopes."""
        if not self.caller.scopes & frozenset(scopes):
            scopes_needed = " or ".join(scopes)
            raise refuse(
                403, "scope", message("This token lacks the scope {scopes}.", scopes=scopes_needed)
            )


def matched(request: HttpRequest) -> int | None:
    """Return the number of the last entry that was seen, by the If-Match header."""
    header = request.headers.get(IF_MATCH)
    if header is None or header == "*":
        return None
    number = MATCH.fullmatch(header)
    if number is None:
        raise refuse(
            400,
            "misread",
            message(
                "If-Match must be the ETag of the event, or the number of its last entry in quotes."
            ),
            place=IF_MATCH,
        )
    return int(number[1])


NOT_CHANGED: Final = object()
"""What a view returns when the caller has seen this very state."""

View = typing.TypeVar("View", bound="Callable[..., Any]")


def operation(
    router: Router,
    method: str,
    path: str,
    *,
    answer: Any,  # noqa: ANN401 -- any type that msgspec writes
    scopes: tuple[Scope, ...] = (),
    status: int = 200,
    body: Any = None,  # noqa: ANN401 -- any type that msgspec reads
    limit: int = BODY_LIMIT,
    statuses: tuple[int, ...] | None = None,
    conditional: bool = True,
    matches: bool = False,
    keyed: bool = True,
) -> Callable[[View], View]:
    """Make a view an operation of the API; scopes are those of which one is needed."""
    writes = method != "GET"
    described = Described(
        answer=answer,
        status=status,
        body=body,
        statuses=statuses or (WRITES if writes else READS),
        writes=writes,
        scopes=scopes,
        conditional=conditional and not writes,
        matches=matches,
        keyed=keyed and writes,
    )

    def made(view: View) -> View:
        wrapped = _wrapped(view, described, limit)
        router.api_operation(
            [method],
            path,
            auth=Token(needed=bool(scopes)),
            operation_id=view.__name__,
            summary=_first_line(view),
            tags=router.tags,
            openapi_extra={"x-padd": described},
        )(wrapped)
        return view

    return made


def _first_line(view: Callable[..., Any]) -> str:
    return (view.__doc__ or "").strip().splitlines()[0].rstrip(".")


def _wrapped(
    view: Callable[..., Any], described: Described, limit: int
) -> Callable[..., HttpResponse]:
    hints = get_type_hints(view, include_extras=True)
    signature = inspect.signature(view)
    known = [
        name
        for name, parameter in signature.parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    ]

    @wraps(view)
    def answered(request: HttpRequest, **params: Any) -> HttpResponse:  # noqa: ANN401
        refuse_unknown(request, known)
        ids = (value for name, value in params.items() if name not in known)
        if any(isinstance(value, str) and "\0" in value for value in ids):
            # PostgreSQL cannot even be asked for such an id, so there is none.
            raise NotFound("address")
        caller: Caller = request.auth  # type: ignore[attr-defined]
        api_request = ApiRequest(http=request, caller=caller, now=present())
        if described.scopes:
            api_request.needs(*described.scopes)
        if not described.writes:
            return _read(api_request, view(api_request, **params))
        raw = read_body(request, described.body, limit)
        api_request.body = decoded(raw, described.body)
        if described.matches:
            api_request.expected = matched(request)
        api_request.keyed = keyed_request(api_request, raw) if described.keyed else None
        return _written(api_request, lambda: view(api_request, **params), described.status)

    resolved = [
        parameter.replace(annotation=hints.get(name, parameter.annotation))
        for name, parameter in signature.parameters.items()
    ]
    answered.__signature__ = signature.replace(parameters=resolved)  # type: ignore[attr-defined]
    return answered


def refuse_unknown(request: HttpRequest, known: list[str]) -> None:
    """Refuse a parameter that nobody reads: it is most often one misspelled."""
    for name, values in request.GET.lists():
        if name not in known:
            raise refuse(
                400,
                "unknown-parameter",
                message("There is no parameter {name}.", name=name),
                place=name,
            )
        if len(values) > 1:
            raise refuse(400, "misread", message("{name} appears twice.", name=name), place=name)


def _read(request: ApiRequest, answer: Any) -> HttpResponse:  # noqa: ANN401
    if answer is NOT_CHANGED:
        response = HttpResponse(status=304)
        del response["Content-Type"]
    elif isinstance(answer, HttpResponse):
        response = answer
    else:
        content = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
        named = "ETag" in request.headers
        if not named and request.unchanged(sha256(content).hexdigest()[:24]):
            return _read(request, NOT_CHANGED)
        response = HttpResponse(content, content_type=JSON)
    for name, value in request.headers.items():
        response[name] = value
    patch_vary_headers(response, ["Authorization"])
    if not request.caller.token:
        # Everybody may read this from any page; no cookie is ever looked at.
        response["Access-Control-Allow-Origin"] = "*"
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def read_body(request: HttpRequest, body: Any, limit: int) -> bytes:  # noqa: ANN401
    """Return the body of a request, no larger than is good for it."""
    if body is not None and request.content_type != JSON:
        raise refuse(
            415,
            "content-type",
            message("Send {media_type}.", media_type=JSON),
            place="Content-Type",
        )
    raw = bytes(request.read(limit + 1))
    if len(raw) > limit:
        raise refuse(413, "too-large", message("The limit is {limit} bytes.", limit=f"{limit:,}"))
    if body is None and raw.strip():
        raise refuse(400, "misread", message("This operation takes no request body."))
    return raw


def decoded(raw: bytes, body: Any) -> Any:  # noqa: ANN401
    """Return what a body says; unknown keys and wrong types are refused."""
    if body is None or body is bytes:
        return raw
    try:
        return msgspec.convert(_whole(msgspec.json.decode(raw)), body, str_keys=True)
    except msgspec.ValidationError as error:
        said = str(error).replace(" - at `key` in `$", " - at `$")
        fault, _, place = said.partition(" - at ")
        good = valid_values(body, place) if fault.startswith("Invalid") else ()
        raise refuse(
            400,
            "misread",
            message("{fault}.", fault=fault),
            way_out=message("Use one of {good}.", good=", ".join(good)) if good else None,
            place=place.strip("`$."),
        ) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise refuse(400, "misread", message("The request body is not JSON.")) from None


def _whole(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    """Return a document whose 1.0 are 1: to JSON they are the same number."""
    match value:
        case float() if value.is_integer() and abs(value) < EXACT:
            return int(value)
        case list():
            return [_whole(item) for item in value]
        case dict():
            return {key: _whole(item) for key, item in value.items()}
        case _:
            return value


def _written(request: ApiRequest, carry_out: Callable[[], Any], status: int) -> HttpResponse:
    keyed = request.keyed

    def effect() -> idempotency.StoredAnswer:
        answer = carry_out()
        content = b"" if answer is None else msgspec.json.encode(answer)
        return idempotency.StoredAnswer(status, content)

    answer = idempotency.answer_once(keyed, effect, now=request.now) if keyed else effect()
    response = HttpResponse(answer.content, content_type=JSON, status=answer.status)
    if answer.again:
        response["Idempotency-Replayed"] = "true"
    if answer.status == 204:  # noqa: PLR2004 -- no content
        del response["Content-Type"]
    for name, value in request.headers.items():
        response[name] = value
    response["Cache-Control"] = "no-store"
    return response


def keyed_request(request: ApiRequest, raw: bytes) -> idempotency.KeyedRequest | None:
    """Return the wish that a request with an Idempotency-Key is."""
    key = request.http.headers.get(KEY)
    if key is None or request.caller.token_id is None:
        return None
    fits = key.isascii() and key.isprintable() and key.strip() == key
    if not fits or not 0 < len(key) <= idempotency.LONGEST_KEY:
        raise refuse(
            400,
            "misread",
            message(
                "The key must have 1 to {longest} visible characters.",
                longest=idempotency.LONGEST_KEY,
            ),
            place=KEY,
        )
    head = f"{request.http.method} {request.http.path}\n".encode()
    return idempotency.KeyedRequest(token_id=request.caller.token_id, key=key, request=head + raw)
