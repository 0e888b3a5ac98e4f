"""The valid values of a body's field, for callers who sent another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from msgspec import inspect

STEP: Final = re.compile(r"\.(\w+)|\[(?:\.\.\.|\d+)\]")


@cache
def valid_values(body: Any, place: str) -> tuple[str, ...]:  # noqa: ANN401 -- any type
    """Return what may stand at a place such as `$.outcome.ending`, in order."""
    kinds = [inspect.type_info(body)]
    for step in STEP.finditer(place.strip("`").removeprefix("$")):
        kinds = [inner for kind in kinds for inner in _inside(kind, step[1])]
    found = (value for kind in kinds for value in _values(kind))
    return tuple(dict.fromkeys(map(str, found)))


def _plain(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Give a type without its descriptions, or every type of a union."""
    match kind:
        case inspect.Metadata():
            yield from _plain(kind.type)
        case inspect.UnionType():
            for one in kind.types:
                yield from _plain(one)
        case _:
            yield kind


def _inside(kind: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    for plain in _plain(kind):
        match plain:
            case inspect.StructType() if name is not None:
                tag = plain.tag_field
                if tag == name and plain.tag is not None:
                    yield inspect.LiteralType(values=(plain.tag,))
                yield from (field.type for field in plain.fields if field.encode_name == name)
            case inspect.DictType():
                yield plain.value_type
            case inspect.ListType() | inspect.VarTupleType() if name is None:
                yield plain.item_type
            case inspect.TupleType() if name is None:
                yield from plain.item_types


def _values(kind: inspect.Type) -> Iterator[object]:
    for plain in _plain(kind):
        match plain:
            case inspect.EnumType():
                yield from (member.value for member in plain.cls)
            case inspect.LiteralType():
                yield from plain.values
