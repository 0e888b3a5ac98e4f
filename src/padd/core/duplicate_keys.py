"""Detect duplicate keys in JSON objects: readers would lose the first value."""

from __future__ import annotations

import json
from typing import Any


class RepeatedKey(dict[str, Any]):
    """An object in which a key stands twice."""

    key: str


def repeated_key(data: bytes) -> str | None:
    """Return the place of the first key that stands twice in its object."""
    seen = False

    def object_of(items: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal seen
        values = dict(items)
        if len(values) == len(items):
            return values
        seen = True
        marked = RepeatedKey(values)
        keys = [key for key, _ in items]
        marked.key = next(key for key in keys if keys.count(key) > 1)
        return marked

    document = json.loads(data, object_pairs_hook=object_of)
    return _place(document, "") if seen else None


def _place(value: object, path: str) -> str | None:
    if isinstance(value, RepeatedKey):
        return f"{path}.{value.key}".removeprefix(".")
    inner: list[tuple[str, object]] = []
    if isinstance(value, dict):
        inner = [(f"{path}.{key}".removeprefix("."), v) for key, v in value.items()]
    elif isinstance(value, list):
        inner = [(f"{path}[{index}]", item) for index, item in enumerate(value)]
    return next((place for at, item in inner if (place := _place(item, at)) is not None), None)
