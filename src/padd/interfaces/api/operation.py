"""Declare the operations of the API, and answer requests with them.

A function becomes an operation by its router. Its positional parameters are those of
the path, its keyword-only parameters those of the query, `body` is the body of the
request, and what it returns is the answer. The types that read and write these values
also describe them in the OpenAPI document.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, TypeVar, get_type_hints

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers

from padd.core.messages import message
from padd.interfaces.api.authentication import authenticate
from padd.interfaces.api.refusals import ApiRefusal, Problem, status_refusal
from padd.interfaces.api.request_body import BODY_LIMIT, JSON, decode_body, read_body
from padd.services import idempotency
from padd.services.access.api_tokens import Caller, Scope
from padd.services.refusal import HOUSE, NotFound

READ_STATUSES: Final = (304, 400, 401, 404, 429, 503)
WRITE_STATUSES: Final = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
IF_MATCH: Final = "If-Match"
IF_MATCH_PATTERN: Final = re.compile(r'(?:W/)?"?([0-9]{1,9})(?:\.[!-~]*)?"?')
IDEMPOTENCY_KEY: Final = "Idempotency-Key"
BOOLEAN_WORDS: Final = {
    **dict.fromkeys(("yes", "y", "on", "t"), "true"),
    **dict.fromkeys(("no", "n", "off", "f"), "false"),
}
"""Words for yes and no that a parameter takes beside true and false."""

View = TypeVar("View", bound=Callable[..., Any])
Answer = TypeVar("Answer", bound=msgspec.Struct)


class NotModified(Exception):  # noqa: N818 -- an answer, not an error
    """Ends a read with status 304: the caller has this state already."""


class OperationParameter(msgspec.Struct, frozen=True):
    """One parameter of the path or of the query."""

    name: str
    type: Any
    location: str
    default: Any = msgspec.NODEFAULT


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One method at one path: what it takes, demands, answers and refuses."""

    view: Callable[..., Any]
    method: str
    path: str
    tag: str
    parameters: tuple[OperationParameter, ...]
    body: Any
    answer: Any
    statuses: tuple[int, ...]
    status: int = 200
    scopes: tuple[Scope, ...] = ()
    """The token needs one of these; without any, no token is needed."""
    limit: int = BODY_LIMIT
    """The most bytes of a body."""
    has_etag: bool = False
    takes_if_match: bool = False
    takes_key: bool = False


class ApiRequest(msgspec.Struct):
    """A request with its caller and its moment; what a view gets."""

    http: HttpRequest
    caller: Caller
    now: datetime
    keyed: idempotency.KeyedRequest | None = None
    expected: int | None = None
    """The number of the last log entry that the caller has read."""
    headers: dict[str, str] = {}

    @property
    def log_key(self) -> str:
        """The key of the request in the log of an event; empty without one."""
        return self.keyed.log_key if self.keyed else ""

    def check_etag(self, etag: str) -> None:
        """Set the ETag of the answer; end the request if the caller has that state."""
        self.headers["ETag"] = f'"{etag}"'
        response = get_conditional_response(self.http, etag=self.headers["ETag"])
        if response is not None and response.status_code == 304:  # noqa: PLR2004
            raise NotModified

    def require_scope(self, *scopes: Scope) -> None:
        """Refuse a token that has none of these scopes."""
        if not self.caller.scopes & frozenset(scopes):
            needed = " or ".join(scopes)
            raise status_refusal(
                403, "scope", message("This token lacks the scope {scopes}.", scopes=needed)
            )


def answer_from(kind: type[Answer], source: object, **changes: Any) -> Answer:  # noqa: ANN401
    """Return an answer with the attributes of another object; `changes` are those that differ."""
    same = (name for name in kind.__struct_fields__ if name not in changes)
    return kind(**{name: getattr(source, name) for name in same}, **changes)


class Router:
    """The operations of one area, under one heading of the reference."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.operations: list[Operation] = []

    def get(
        self,
        path: str,
        *,
        scopes: tuple[Scope, ...] = (),
        statuses: tuple[int, ...] = (),
        has_etag: bool = True,
        answer: Any = None,  # noqa: ANN401 -- any type that msgspec writes
    ) -> Callable[[View], View]:
        """Make a function the operation that reads a path.

        `answer` is the type of an answer that the function returns as encoded bytes.
        """
        lacking = (403,) if scopes else ()
        return self._operation(
            "GET",
            path,
            scopes=scopes,
            statuses=(*READ_STATUSES, *lacking, *statuses),
            has_etag=has_etag,
            answer=answer,
        )

    def write(
        self,
        method: str,
        path: str,
        *,
        takes_key: bool = True,
        **options: Any,  # noqa: ANN401
    ) -> Callable[[View], View]:
        """Make a function an operation that changes something; options are of `Operation`."""
        return self._operation(
            method, path, statuses=WRITE_STATUSES, takes_key=takes_key, **options
        )

    def post(self, path: str, **options: Any) -> Callable[[View], View]:  # noqa: ANN401
        """Make a function the operation that posts to a path; options are of `Operation`."""
        return self.write("POST", path, **options)

    def _operation(
        self,
        method: str,
        path: str,
        *,
        answer: Any = None,  # noqa: ANN401
        **options: Any,  # noqa: ANN401
    ) -> Callable[[View], View]:
        def register(view: View) -> View:
            hints = get_type_hints(view, include_extras=True)
            parameters = _parameters(view, hints)
            for parameter in parameters:
                # msgspec must not inspect a type for the first time in two threads at once.
                msgspec.json.Decoder(parameter.type)
            self.operations.append(
                Operation(
                    view=view,
                    method=method,
                    path=path,
                    tag=self.tag,
                    parameters=parameters,
                    body=hints.get("body"),
                    answer=answer or hints["return"],
                    **options,
                )
            )
            return view

        return register


def _parameters(view: Callable[..., Any], hints: dict[str, Any]) -> tuple[OperationParameter, ...]:
    _request, *arguments = inspect.signature(view).parameters.values()
    return tuple(
        OperationParameter(
            one.name,
            hints[one.name],
            "query" if one.kind is one.KEYWORD_ONLY else "path",
            msgspec.NODEFAULT if one.default is one.empty else one.default,
        )
        for one in arguments
        if one.name != "body"
    )


def answer_request(
    operation: Operation, http: HttpRequest, in_path: dict[str, Any]
) -> HttpResponse:
    """Return the answer of an operation to a request."""
    caller = authenticate(http, token_required=bool(operation.scopes))
    values = _parameter_values(operation, http, in_path)
    request = ApiRequest(http, caller, timezone.now())
    if operation.scopes:
        request.require_scope(*operation.scopes)
    if operation.method == "GET":
        return _read(request, lambda: operation.view(request, **values))
    raw = read_body(http, operation.body, operation.limit)
    if operation.body is not None:
        values["body"] = decode_body(raw, operation.body)
    if operation.takes_if_match:
        request.expected = _expected_sequence(http)
    if operation.takes_key:
        request.keyed = _keyed_request(request, raw)
    return _write(request, lambda: operation.view(request, **values), operation.status)


def _parameter_values(
    operation: Operation, http: HttpRequest, in_path: dict[str, Any]
) -> dict[str, Any]:
    """Return the values of all parameters; refuse those that are wrong or unknown."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for parameter in operation.parameters:
        sent = in_path if parameter.location == "path" else http.GET
        if parameter.name not in sent:
            values[parameter.name] = parameter.default
            fault = "Field required" if parameter.default is msgspec.NODEFAULT else ""
        else:
            values[parameter.name], fault = _convert(sent[parameter.name], parameter)
        if fault:
            place = f"{parameter.location}.{parameter.name}"
            problems.append(Problem(code="misread", message=f"{fault}.", rule=HOUSE, place=place))
    if problems:
        raise ApiRefusal(400, *problems)
    _refuse_unknown_parameters(operation, http)
    if any(isinstance(value, str) and "\0" in value for value in in_path.values()):
        # PostgreSQL cannot be asked for an id with a NUL byte, so there is none.
        raise NotFound("address")
    return values


def _convert(sent: object, parameter: OperationParameter) -> tuple[Any, str]:
    """Return the value of a parameter, and what is wrong with it."""
    try:
        return msgspec.convert(sent, parameter.type, strict=False), ""
    except msgspec.ValidationError as error:
        word = BOOLEAN_WORDS.get(str(sent).lower())
        return (None, str(error)) if word is None else _convert(word, parameter)


def _refuse_unknown_parameters(operation: Operation, http: HttpRequest) -> None:
    """Refuse parameters that the operation does not have: most often a name is misspelled."""
    known = {one.name for one in operation.parameters if one.location == "query"}
    for name, values in http.GET.lists():
        if name not in known:
            raise status_refusal(
                400,
                "unknown-parameter",
                message("There is no parameter {name}.", name=name),
                place=name,
            )
        if len(values) > 1:
            raise status_refusal(
                400, "misread", message("{name} appears twice.", name=name), place=name
            )


def _expected_sequence(http: HttpRequest) -> int | None:
    """Return the number of the last log entry the caller has read, by If-Match."""
    header = http.headers.get(IF_MATCH)
    if header is None or header == "*":
        return None
    number = IF_MATCH_PATTERN.fullmatch(header)
    if number is None:
        raise status_refusal(
            400,
            "misread",
            message(
                "If-Match must be the ETag of the event, or the number of its last entry in quotes."
            ),
            place=IF_MATCH,
        )
    return int(number[1])


def _keyed_request(request: ApiRequest, raw: bytes) -> idempotency.KeyedRequest | None:
    """Return what identifies a request with an Idempotency-Key."""
    key = request.http.headers.get(IDEMPOTENCY_KEY)
    if key is None or request.caller.token_id is None:
        return None
    fits = key.isascii() and key.isprintable() and key.strip() == key
    if not fits or not 0 < len(key) <= idempotency.LONGEST_KEY:
        raise status_refusal(
            400,
            "misread",
            message(
                "The key must have 1 to {longest} visible characters.",
                longest=idempotency.LONGEST_KEY,
            ),
            place=IDEMPOTENCY_KEY,
        )
    head = f"{request.http.method} {request.http.path}\n".encode()
    return idempotency.KeyedRequest(token_id=request.caller.token_id, key=key, request=head + raw)


def _read(request: ApiRequest, view: Callable[[], Any]) -> HttpResponse:
    try:
        answer = view()
        if isinstance(answer, HttpResponse):
            response = answer
        else:
            content = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
            if "ETag" not in request.headers:
                request.check_etag(sha256(content).hexdigest()[:24])
            response = HttpResponse(content, content_type=JSON)
    except NotModified:
        response = HttpResponse(status=304)
        del response["Content-Type"]
    for name, value in request.headers.items():
        response[name] = value
    patch_vary_headers(response, ["Authorization"])
    if not request.caller.token:
        # Pages of other sites may read what is public; no cookie is ever looked at.
        response["Access-Control-Allow-Origin"] = "*"
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _write(request: ApiRequest, view: Callable[[], Any], status: int) -> HttpResponse:
    def effect() -> idempotency.StoredAnswer:
        answer = view()
        content = b"" if answer is None else msgspec.json.encode(answer)
        return idempotency.StoredAnswer(status, content)

    keyed = request.keyed
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
