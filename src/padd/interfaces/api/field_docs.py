"""Descriptions of fields in the OpenAPI document, and of the keys of their objects.

A field is described by its own annotation, by the docstring below it, by a description
for its type and name, or by a shared description for its name.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from typing import Any, Final

import msgspec
from msgspec import inspect as types_of

from padd.interfaces.api.field_words import FIELD_WORDS
from padd.interfaces.api.type_field_words import TYPE_FIELD_WORDS

NUMBER_KEYS: Final = {"pattern": "^(0|-?[1-9][0-9]{0,17})$"}
"""What JSON's keys look like where they stand for numbers."""


def describe_fields(components: dict[str, Any], types: dict[str, type[msgspec.Struct]]) -> None:
    """Give every field a description that has none."""
    for name, schema in components.items():
        written = field_docs(types[name]) if name in types else {}
        for field, value in schema.get("properties", {}).items():
            own = TYPE_FIELD_WORDS.get(f"{name}.{field}")
            words = written.get(field) or own or FIELD_WORDS.get(field)
            if words and not value.get("description"):
                value["description"] = words


def describe_keys(components: dict[str, Any], types: dict[str, type[msgspec.Struct]]) -> None:
    """Say of objects whose keys are numbers that they are."""
    for name, schema in components.items():
        if "properties" not in schema or name not in types:
            continue
        kind: Any = types_of.type_info(types[name])
        for field in kind.fields:
            if _has_number_keys(field.type):
                value = schema["properties"][field.encode_name]
                for one in (value, *value.get("anyOf", ())):
                    if "additionalProperties" in one:
                        one["propertyNames"] = NUMBER_KEYS


def _has_number_keys(kind: types_of.Type) -> bool:
    if isinstance(kind, types_of.UnionType):
        return any(map(_has_number_keys, kind.types))
    return isinstance(kind, types_of.DictType) and isinstance(kind.key_type, types_of.IntType)


@cache
def field_docs(kind: type) -> dict[str, str]:
    """Return the docstrings below the fields of a class, and of what it extends."""
    docs: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] == "padd":
            docs |= _own_docs(base)
    return docs


def _own_docs(kind: type) -> dict[str, str]:
    return _docs_in(kind.__module__).get(kind.__qualname__, {})


@cache
def _docs_in(module: str) -> dict[str, dict[str, str]]:
    """Return the docstrings below fields by class; a module is parsed once."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except OSError:
        return {}
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return {node.name: _docs_below_fields(node.body) for node in classes}


def _docs_below_fields(body: list[ast.stmt]) -> dict[str, str]:
    docs = {}
    for field, below in pairwise(body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        ):
            docs[field.target.id] = " ".join(below.value.value.split())
    return docs


def structs_below(module: str) -> dict[str, type[msgspec.Struct]]:
    """Return every struct of the program by its name."""
    found: dict[str, type[msgspec.Struct]] = {}
    waiting: list[type[msgspec.Struct]] = list(msgspec.Struct.__subclasses__())
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.partition(".")[0] == module:
            found.setdefault(kind.__name__, kind)
    return found
