"""The page that documents the API, prepared from its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from padd.interfaces.api import openapi
from padd.interfaces.api.request_body import JSON

ORDER: Final = (
    *("Events", "Rounds", "Standings", "Players", "Ratings"),
    *("Championships", "Leagues", "Cards and decks", "Limited play", "Rulebooks"),
    *("Conduct", "Running", "Reporting", "Audit", "Webhooks and tokens"),
)
"""The headings in order: what all callers read first, what officials do last."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter, or one field of a body or an answer."""

    name: str
    type: str
    about: str
    needed: bool
    links: tuple[tuple[str, str], ...] = ()
    """The types that it is made of: what they are called, and their anchor."""


class ApiType(msgspec.Struct, frozen=True, kw_only=True):
    """A type that bodies or answers are made of."""

    name: str
    about: str
    fields: tuple[Field, ...]


class OperationEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One operation."""

    id: str
    method: str
    path: str
    summary: str
    scopes: tuple[str, ...]
    parameters: tuple[Field, ...]
    body: str
    body_kind: ApiType | None
    answer: str
    answer_kind: ApiType | None
    responses: tuple[tuple[str, str], ...]


class ApiSection(msgspec.Struct, frozen=True, kw_only=True):
    """The operations on one subject."""

    title: str
    operations: tuple[OperationEntry, ...]


@require_safe
def show_reference(request: HttpRequest) -> HttpResponse:
    """Show every operation: what it takes, returns and refuses."""
    described = openapi.document()
    context = {"section": "api", "sections": sections(described), "kinds": api_types(described)}
    return render(request, "api/docs.html", context)


def sections(document: dict[str, Any]) -> tuple[ApiSection, ...]:
    """Return the operations by subject, in the order of the document."""
    found: dict[str, list[OperationEntry]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            made = _operation(document, path, method, operation)
            found.setdefault(operation["tags"][0], []).append(made)
    return tuple(
        ApiSection(title=title, operations=tuple(found[title]))
        for title in sorted(found, key=ORDER.index)
    )


def _operation(
    document: dict[str, Any], path: str, method: str, operation: dict[str, Any]
) -> OperationEntry:
    body = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
    answers = [
        response.get("content", {}).get(JSON, {}).get("schema")
        for status, response in operation["responses"].items()
        if status.startswith("2")
    ]
    answer = answers[0] if answers else None
    tokens = [need["Token"] for need in operation["security"] if "Token" in need]
    return OperationEntry(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        scopes=tuple(scope for token in tokens for scope in token),
        parameters=tuple(
            Field(
                name=one["name"],
                type=_parameter_words(one["schema"], document["components"]["schemas"]),
                about=one.get("description", ""),
                needed=one.get("required", False),
            )
            for one in operation["parameters"]
        ),
        body=type_words(body.get("schema") or {}) if body else "",
        body_kind=_api_type(document, body.get("schema")),
        answer=type_words(answer) if answer else "",
        answer_kind=_api_type(document, answer),
        responses=tuple(
            (status, response["description"]) for status, response in operation["responses"].items()
        ),
    )


def _parameter_words(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return the type of a parameter; of a choice, what there is to choose from."""
    options = schema.get("anyOf", [schema])
    named = [schemas.get(one.get("$ref", "").rpartition("/")[2], one) for one in options]
    words = dict.fromkeys(type_words(one) for one in named)
    return " or ".join(word for word in words if word != "null")


def _api_type(document: dict[str, Any], schema: dict[str, Any] | None) -> ApiType | None:
    name = (schema or {}).get("$ref", "").rpartition("/")[2]
    found = document["components"]["schemas"].get(name)
    if found is None or "properties" not in found:
        return None
    return ApiType(
        name=name,
        about=found.get("description", ""),
        fields=tuple(_api_fields(found, document["components"]["schemas"])),
    )


def _api_fields(schema: dict[str, Any], schemas: dict[str, Any]) -> Iterator[Field]:
    for name, field in schema["properties"].items():
        yield Field(
            name=name,
            type=type_words(field),
            about=field.get("description", ""),
            needed=name in schema.get("required", ()),
            links=tuple((_type_name(one, schemas), f"type-{one}") for one in _references(field)),
        )


def _references(schema: dict[str, Any]) -> Iterator[str]:
    """Give the names of the types that a field refers to."""
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    items = schema.get("items")
    for part in (*schema.get("anyOf", ()), *([items] if items else [])):
        yield from _references(part)


def _type_name(name: str, schemas: dict[str, Any]) -> str:
    """Return the name of a type; an action is named by its kind."""
    kind = schemas.get(name, {}).get("properties", {}).get("kind", {})
    return str(next(iter(kind.get("enum", ())), name))


def api_types(document: dict[str, Any]) -> tuple[ApiType, ...]:
    """Return every type of the document, by name."""
    schemas = document["components"]["schemas"]
    found = (_api_type(document, {"$ref": f"/{name}"}) for name in sorted(schemas))
    return tuple(kind for kind in found if kind is not None)


def type_words(schema: dict[str, Any]) -> str:
    """Return a type in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        return " or ".join(dict.fromkeys(type_words(one) for one in options))
    if schema.get("type") == "array":
        return f"list of {type_words(schema.get('items') or {})}"
    return str(schema.get("format") or schema.get("type") or "anything")
