"""The OpenAPI document: addresses from ninja, bodies and answers from msgspec."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from padd.interfaces.api.field_docs import describe_fields, describe_keys, structs_below
from padd.interfaces.api.operation import IF_MATCH, JSON, KEY, MATCH, Described
from padd.interfaces.api.refusals import Error
from padd.services.idempotency import LONGEST_KEY

REF: Final = "#/components/schemas/{name}"
WORDS: Final = {
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
ETAG: Final = {"ETag": {"description": "Identifies this state.", "schema": {"type": "string"}}}
KEY_HEADER: Final = {
    "name": KEY,
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
    "schema": {"type": "string", "pattern": rf"^(?:\*|{MATCH.pattern})$"},
}
FOUND_EVENT: Final = {"event": "$response.body#/event"}
LINKS: Final[dict[str, Any]] = {
    "events": {
        name: {"operationId": name, "parameters": {"event": "$response.body#/events/0/id"}}
        for name in ("event", "event_players", "rounds", "standings")
    },
    **{
        done: {
            name: {"operationId": name, "parameters": FOUND_EVENT}
            for name in ("run", "log", "rounds", "draw", "act", "undo")
        }
        for done in ("open_event", "act", "draw", "undo", "redo", "import_event")
    },
    "players": {
        name: {"operationId": name, "parameters": {"player": "$response.body#/players/0/id"}}
        for name in ("player", "player_ratings")
    },
    "add_hook": {
        name: {"operationId": name, "parameters": {"webhook": "$response.body#/id"}}
        for name in ("hook", "remove_hook")
    },
}
"""Where one can go on from an answer."""
HEADERS: Final[dict[int, Any]] = {429: RETRY_AFTER, 503: RETRY_AFTER}


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """Return ninja's document with all that msgspec reads and writes, and refusals."""
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    told: list[tuple[dict[str, Any], Described]] = [
        (operation, operation.pop("x-padd")) for operation in operations
    ]
    types = [Error]
    for _, described in told:
        types += [kind for kind in (described.answer, described.body) if _typed(kind)]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    structs = structs_below("padd")
    describe_fields(components, structs)
    describe_keys(components, structs)
    found = dict(zip(map(id, types), schemas, strict=True))
    for operation, described in told:
        _complete(operation, described, found)
    document["components"]["schemas"] = {**document["components"].get("schemas", {}), **components}
    document["components"]["securitySchemes"] = {"Token": {"type": "http", "scheme": "bearer"}}
    built: dict[str, Any] = msgspec.to_builtins(document)
    _open_lists(built)
    return built


def _open_lists(node: object) -> None:
    """Say of lists of a fixed length what their items are.

    "Nothing beyond these" is `items: false`, which generators of clients do not take;
    the length says the same.
    """
    for inner in node.values() if isinstance(node, dict) else node:  # type: ignore[attr-defined] # dicts and lists alone come here
        if isinstance(inner, dict | list):
            _open_lists(inner)
    if isinstance(node, dict) and node.get("items") is False:
        kinds = node.pop("prefixItems", [])
        different = [kind for at, kind in enumerate(kinds) if kind not in kinds[:at]]
        node["items"] = different[0] if len(different) == 1 else {"anyOf": different}


def _typed(kind: object) -> bool:
    return kind is not None and kind is not bytes


def _complete(operation: dict[str, Any], described: Described, found: dict[int, Any]) -> None:
    operation["description"] = _about(operation, described)
    token = {"Token": list(described.scopes)}
    operation["security"] = [token] if described.scopes else [{}, {"Token": []}]
    operation["responses"] = dict(
        sorted(_responses(described, found).items(), key=lambda item: item[0])
    )
    if described.body is not None:
        schema = {} if described.body is bytes else found[id(described.body)]
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    links = LINKS.get(operation["operationId"])
    if links:
        operation["responses"][str(described.status)]["links"] = links
    parameters = operation.setdefault("parameters", [])
    if described.keyed:
        parameters.append(KEY_HEADER)
    if described.matches:
        parameters.append(MATCH_HEADER)


def _about(operation: dict[str, Any], described: Described) -> str:
    """Return what the summary, its first line, leaves out, and who may call it."""
    _, _, rest = operation["description"].partition("\n\n")
    scopes = " or ".join(f"`{scope}`" for scope in described.scopes)
    needs = f"Needs a token with the scope {scopes}." if scopes else "Needs no token."
    return "\n\n".join(filter(None, (rest.strip(), needs)))


def _responses(described: Described, found: dict[int, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for status in (described.status, *described.statuses):
        response: dict[str, Any] = {"description": WORDS[status]}
        headers = HEADERS.get(status)
        if status == described.status:
            if described.answer is not None:
                schema = {} if described.answer is bytes else found[id(described.answer)]
                response["content"] = {JSON: {"schema": schema}}
            headers = ETAG if described.conditional else None
        elif status >= 400:  # noqa: PLR2004 -- refusals
            response["content"] = {JSON: {"schema": found[id(Error)]}}
        if headers:
            response["headers"] = headers
        made.setdefault(str(status), response)
    return made
