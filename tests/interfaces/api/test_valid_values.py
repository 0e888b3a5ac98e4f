"""What a caller is told who sent a value that a field does not have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec
import pytest

from padd.interfaces.api.request_body import valid_values


class Color(StrEnum):
    RED = "red"
    BLUE = "blue"


class Painted(msgspec.Struct, tag="painted", tag_field="kind"):
    color: Annotated[Color | None, msgspec.Meta(description="None is plain.")] = None
    size: Literal[1, 2] = 1


class Striped(msgspec.Struct, tag="striped", tag_field="kind"):
    colors: tuple[Color, ...] = ()
    by_place: dict[str, Color] = msgspec.field(default_factory=dict)
    pair: tuple[int, Color] = (0, Color.RED)


class Order(msgspec.Struct):
    thing: Painted | Striped
    name: str = ""


@pytest.mark.parametrize(
    ("place", "values"),
    [
        ("`$.thing.kind`", ("painted", "striped")),
        ("`$.thing.color`", ("red", "blue")),
        ("`$.thing.size`", ("1", "2")),
        ("`$.thing.colors[0]`", ("red", "blue")),
        ("`$.thing.colors[...]`", ("red", "blue")),
        ("`$.thing.pair[1]`", ("red", "blue")),
        ("`$.name`", ()),
        ("`$.thing.nothing`", ()),
    ],
)
def test_every_value_that_may_stand_at_a_place_is_named(place, values):
    assert valid_values(Order, place) == values
