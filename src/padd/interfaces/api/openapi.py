"""The OpenAPI document of all operations, made from their types by msgspec."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec import inspect

from padd import __version__
from padd.interfaces.api import (
    access,
    cards,
    championships,
    conduct,
    delivery,
    events,
    leagues,
    limited,
    online,
    people,
    ratings,
    reports,
    rulebooks,
)
from padd.interfaces.api.eventlog import commands, rounds, staff, standings
from padd.interfaces.api.operation import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_MATCH_PATTERN,
    Operation,
    OperationParameter,
)
from padd.interfaces.api.refusals import Error
from padd.interfaces.api.request_body import JSON
from padd.services.idempotency import LONGEST_KEY

ROUTERS: Final = (
    events.router,
    rounds.router,
    standings.router,
    people.router,
    delivery.email_router,
    ratings.router,
    championships.router,
    leagues.router,
    rulebooks.router,
    staff.router,
    commands.router,
    online.router,
    conduct.router,
    cards.router,
    limited.router,
    reports.router,
    access.token_router,
    delivery.router,
    access.router,
)
OPERATIONS: Final = tuple(chain.from_iterable(router.operations for router in ROUTERS))
REFERENCE: Final = "#/components/schemas/{name}"
TAG_DESCRIPTION: Final = "Its kind."
NUMBER_KEYS: Final = {"pattern": "^(0|-?[1-9][0-9]{0,17})$"}
"""What the keys of an object look like that stand for numbers."""
STATUS_DESCRIPTIONS: Final = {
    200: "The answer.",
    201: "Created.",
    204: "Deleted.",
    304: "Nothing has changed since the ETag in If-None-Match.",
    400: "The request is invalid: `place` says where.",
    401: "A token is required, or this one is unknown, expired or revoked.",
    403: "The token lacks the scope.",
    404: "Not found, or not visible to the caller.",
    409: (
        "Someone else made a change first: `actions` lists the entries of "
        "the log the client has not seen. Or a request with the same "
        "Idempotency-Key is still being processed."
    ),
    413: "The body is too large.",
    415: "The body has the wrong type.",
    422: "The rules do not allow this: `rule` says why, `next` what to do.",
    429: "Too many requests; Retry-After says how long to wait.",
    503: "Not saved, and nothing changed; Retry-After says when to try again.",
}
RETRY_AFTER: Final = {
    "Retry-After": {
        "description": "Seconds to wait.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    }
}
REFUSAL_HEADERS: Final[dict[int, Any]] = {429: RETRY_AFTER, 503: RETRY_AFTER}
ETAG: Final = {"ETag": {"description": "Identifies this state.", "schema": {"type": "string"}}}
KEY_HEADER: Final = {
    "name": IDEMPOTENCY_KEY,
    "in": "header",
    "required": False,
    "description": "Identifies the request: it is carried out once even if sent twice.",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
}
MATCH_HEADER: Final = {
    "name": IF_MATCH,
    "in": "header",
    "required": False,
    "description": (
        "The ETag of the event as last seen: if anything changed since, "
        "the answer is 409 with the changes."
    ),
    "schema": {"type": "string", "pattern": rf"^(?:\*|{IF_MATCH_PATTERN.pattern})$"},
}
LINKS: Final = {
    "events": ("event", "/events/0/id", ("event", "event_players", "rounds", "standings")),
    **dict.fromkeys(
        ("open_event", "act", "draw", "undo", "redo", "import_event"),
        ("event", "/event", ("run", "log", "rounds", "draw", "act", "undo")),
    ),
    "players": ("player", "/players/0/id", ("player", "player_ratings")),
    "add_hook": ("webhook", "/id", ("hook", "remove_hook")),
}
"""For an operation: a parameter, where the answer has its value, and operations to go on to."""


@cache
def document_bytes() -> bytes:
    """Return the OpenAPI document as it is sent."""
    return msgspec.json.encode(document())


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document, made once."""
    types = [Error, *dict.fromkeys(chain.from_iterable(map(_types, OPERATIONS)))]
    found, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    schemas = dict(zip(types, found, strict=True))
    _describe_tags_and_keys(components, types)
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        address = f"/api/v1{re.sub(r'{int:', '{', operation.path)}"
        described = _describe_operation(operation, schemas)
        paths.setdefault(address, {})[operation.method.lower()] = described
    built: dict[str, Any] = msgspec.to_builtins(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "PADD",
                "version": __version__,
                "description": "Events, pairings, standings, players, ratings and rulebooks of "
                "Star Trek CCG organized play, and tools for running events.",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"Token": {"type": "http", "scheme": "bearer"}},
            },
            "servers": [],
        }
    )
    _simplify_fixed_lists(built)
    return built


def _types(operation: Operation) -> list[Any]:
    types = [operation.answer, operation.body, *(one.type for one in operation.parameters)]
    return [one for one in types if one not in (None, bytes, type(None))]


def _describe_operation(operation: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    summary, _, more = (operation.view.__doc__ or "").strip().partition("\n\n")
    scopes = " or ".join(f"`{scope}`" for scope in operation.scopes)
    needs = f"Needs a token with the scope {scopes}." if scopes else "Needs no token."
    about = " ".join(more.split())
    described: dict[str, Any] = {
        "operationId": operation.view.__name__,
        "summary": " ".join(summary.split()).rstrip("."),
        "description": f"{about}\n\n{needs}" if about else needs,
        "tags": [operation.tag],
        "security": [{"Token": list(operation.scopes)}] if scopes else [{}, {"Token": []}],
        "parameters": [
            *(_describe_parameter(one, schemas[one.type]) for one in operation.parameters),
            *([KEY_HEADER] if operation.takes_key else []),
            *([MATCH_HEADER] if operation.takes_if_match else []),
        ],
        "responses": _describe_responses(operation, schemas),
    }
    if operation.body is not None:
        content = {JSON: {"schema": schemas.get(operation.body, {})}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _describe_parameter(parameter: OperationParameter, schema: dict[str, Any]) -> dict[str, Any]:
    required = parameter.default is msgspec.NODEFAULT
    default = {} if required or parameter.default is None else {"default": parameter.default}
    return {
        "name": parameter.name,
        "in": parameter.location,
        "required": required,
        "description": schema["description"],
        "schema": {**schema, **default},
    }


def _describe_responses(operation: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status in sorted({operation.status, *operation.statuses}):
        response: dict[str, Any] = {"description": STATUS_DESCRIPTIONS[status]}
        headers = REFUSAL_HEADERS.get(status)
        if status == operation.status:
            if status != 204:  # noqa: PLR2004 -- no content
                response["content"] = {JSON: {"schema": schemas[operation.answer]}}
            headers = ETAG if operation.has_etag else None
            if operation.view.__name__ in LINKS:
                response["links"] = _describe_links(operation.view.__name__)
        elif status >= 400:  # noqa: PLR2004 -- refusals
            response["content"] = {JSON: {"schema": schemas[Error]}}
        if headers:
            response["headers"] = headers
        responses[str(status)] = response
    return responses


def _describe_links(name: str) -> dict[str, Any]:
    parameter, place, following = LINKS[name]
    return {
        one: {"operationId": one, "parameters": {parameter: f"$response.body#{place}"}}
        for one in following
    }


def _describe_tags_and_keys(components: dict[str, Any], types: list[Any]) -> None:
    """Describe what no annotation of a field can: tags, and keys that are numbers."""
    for name, struct in _structs(types).items():
        properties = components[name]["properties"]
        if struct.tag_field is not None:
            properties[struct.tag_field]["description"] = TAG_DESCRIPTION
        for field in struct.fields:
            if _has_number_keys(field.type):
                value = properties[field.encode_name]
                for one in (value, *value.get("anyOf", ())):
                    if "additionalProperties" in one:
                        one["propertyNames"] = NUMBER_KEYS


def _structs(types: list[Any]) -> dict[str, inspect.StructType]:
    """Return every struct that the types are made of, by its name."""
    found: dict[str, inspect.StructType] = {}
    waiting: list[Any] = list(inspect.multi_type_info(types))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls.__name__ in found:
                continue
            found[kind.cls.__name__] = kind
            waiting += (field.type for field in kind.fields)
        for part in ("type", "types", "item_type", "item_types", "key_type", "value_type"):
            inner = getattr(kind, part, ())
            waiting += inner if isinstance(inner, tuple) else (inner,)
    return found


def _has_number_keys(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.Metadata):
        return _has_number_keys(kind.type)
    if isinstance(kind, inspect.UnionType):
        return any(map(_has_number_keys, kind.types))
    if not isinstance(kind, inspect.DictType):
        return False
    return isinstance(kind.key_type, inspect.IntType)


def _simplify_fixed_lists(node: object) -> None:
    """Say of lists of a fixed length what their items are.

    "Nothing beyond these" is `items: false`, which generators of clients do not take;
    the length says the same.
    """
    for inner in node.values() if isinstance(node, dict) else node:  # type: ignore[attr-defined] # dicts and lists alone come here
        if isinstance(inner, dict | list):
            _simplify_fixed_lists(inner)
    if isinstance(node, dict) and node.get("items") is False:
        kinds = node.pop("prefixItems", [])
        different = [kind for at, kind in enumerate(kinds) if kind not in kinds[:at]]
        node["items"] = different[0] if len(different) == 1 else {"anyOf": different}
