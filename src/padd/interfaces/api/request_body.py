"""Read the body of a request into the struct that an operation takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec
from django.http import HttpRequest
from msgspec import inspect

from padd.core.messages import message
from padd.interfaces.api.refusals import status_refusal

BODY_LIMIT: Final = 200_000
"""More than any action needs; event files have their own limit."""
FILE_LIMIT: Final = 20_000_000
JSON: Final = "application/json"
EXACT: Final = 2**53
"""Below this every whole number is the same as a float."""
STEP: Final = re.compile(r"\.(\w+)|\[(?:\.\.\.|\d+)\]")


def read_body(http: HttpRequest, body: Any, limit: int) -> bytes:  # noqa: ANN401 -- any type
    """Return the body of a request; refuse a wrong type and a body beyond the limit."""
    if body is not None and http.content_type != JSON:
        raise status_refusal(
            415,
            "content-type",
            message("Send {media_type}.", media_type=JSON),
            place="Content-Type",
        )
    raw = bytes(http.read(limit + 1))
    if len(raw) > limit:
        raise status_refusal(
            413, "too-large", message("The limit is {limit} bytes.", limit=f"{limit:,}")
        )
    if body is None and raw.strip():
        raise status_refusal(400, "misread", message("This operation takes no request body."))
    return raw


def decode_body(raw: bytes, body: Any) -> Any:  # noqa: ANN401 -- any type that msgspec reads
    """Return a body as its type; refuse unknown keys and wrong types."""
    if body is bytes:
        return raw
    try:
        return msgspec.convert(_with_integers(msgspec.json.decode(raw)), body, str_keys=True)
    except msgspec.ValidationError as error:
        fault, _, place = str(error).replace(" - at `key` in `$", " - at `$").partition(" - at ")
        good = valid_values(body, place) if fault.startswith("Invalid") else ()
        raise status_refusal(
            400,
            "misread",
            message("{fault}.", fault=fault),
            way_out=message("Use one of {good}.", good=", ".join(good)) if good else None,
            place=place.strip("`$."),
        ) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise status_refusal(400, "misread", message("The request body is not JSON.")) from None


def _with_integers(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    """Return a document with 1 for 1.0: to JSON they are the same number."""
    match value:
        case float() if value.is_integer() and abs(value) < EXACT:
            return int(value)
        case list():
            return [_with_integers(item) for item in value]
        case dict():
            return {key: _with_integers(item) for key, item in value.items()}
        case _:
            return value


@cache
def valid_values(body: Any, place: str) -> tuple[str, ...]:  # noqa: ANN401 -- any type
    """Return the values that may stand at a place such as `$.outcome.ending`, in order."""
    kinds = [inspect.type_info(body)]
    for step in STEP.finditer(place.strip("`").removeprefix("$")):
        kinds = [inner for kind in kinds for inner in _types_inside(kind, step[1])]
    values = (value for kind in kinds for value in _values(kind))
    return tuple(dict.fromkeys(map(str, values)))


def _plain_types(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Give a type without its descriptions, or every type of a union."""
    match kind:
        case inspect.Metadata():
            yield from _plain_types(kind.type)
        case inspect.UnionType():
            for one in kind.types:
                yield from _plain_types(one)
        case _:
            yield kind


def _types_inside(kind: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    for plain in _plain_types(kind):
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
    for plain in _plain_types(kind):
        match plain:
            case inspect.EnumType():
                yield from (member.value for member in plain.cls)
            case inspect.LiteralType():
                yield from plain.values
