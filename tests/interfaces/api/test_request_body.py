"""Bodies of requests: what is refused, and which values are offered instead."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec
import pytest

from padd.core.eventlog.state.table import GameOutcome
from padd.interfaces.api.delivery import HookBody
from padd.interfaces.api.refusals import ApiRefusal
from padd.interfaces.api.request_body import decode_body, valid_values


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


def test_a_value_that_is_not_known_is_answered_with_those_that_are():
    body = msgspec.json.encode({"url": "https://x.example", "topics": ["all of it"]})

    with pytest.raises(ApiRefusal) as refused:
        decode_body(body, HookBody)

    (problem,) = refused.value.problems
    assert problem.code == "misread"
    assert problem.place == "topics[0]"
    assert "Use one of pairings" in problem.next


def test_a_key_that_is_not_a_number_is_told_by_the_field_it_stands_in():
    body = msgspec.json.encode({"lower": {"first": "kirk"}})

    with pytest.raises(ApiRefusal) as refused:
        decode_body(body, dict[str, dict[int, str]])

    (problem,) = refused.value.problems
    assert problem.place == "[...]"


def test_values_are_found_behind_lists_choices_and_descriptions():
    assert "time" in valid_values(GameOutcome, "`$.ending`")
    assert valid_values(GameOutcome, "`$.scores[0]`") == ()
    assert valid_values(tuple[GameOutcome, ...], "`$[...].ending`")
