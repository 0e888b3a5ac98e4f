"""The OpenAPI document: every field described, and taken by generators of clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from padd.core.eventlog.table import GameOutcome
from padd.interfaces.api.openapi import document
from padd.interfaces.api.operation import decoded
from padd.interfaces.api.refusals import ApiRefusal
from padd.interfaces.api.valid_values import valid_values
from padd.interfaces.api.webhooks import HookBody

if TYPE_CHECKING:
    from collections.abc import Iterator


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    inner = node.values() if isinstance(node, dict) else node
    for one in inner if isinstance(node, dict | list) else ():
        yield from nodes(one)


def test_every_field_has_a_description() -> None:
    bare = [
        f"{name}.{field}"
        for name, schema in document()["components"]["schemas"].items()
        for field, value in schema.get("properties", {}).items()
        if not value.get("description")
    ]

    assert bare == []


def test_lists_of_a_fixed_length_say_what_their_items_are() -> None:
    lists = [node for node in nodes(document()) if node.get("type") == "array"]

    assert lists
    assert [one for one in lists if not isinstance(one.get("items"), dict)] == []
    assert not any("prefixItems" in one for one in lists)


def test_a_value_that_is_not_known_is_answered_with_those_that_are() -> None:
    body = msgspec.json.encode({"url": "https://x.example", "topics": ["all of it"]})

    with pytest.raises(ApiRefusal) as refused:
        decoded(body, HookBody)

    (problem,) = refused.value.problems
    assert problem.code == "misread"
    assert problem.place == "topics[0]"
    assert "Use one of pairings" in problem.next


def test_values_are_found_behind_lists_choices_and_descriptions() -> None:
    assert "time" in valid_values(GameOutcome, "`$.ending`")
    assert valid_values(GameOutcome, "`$.scores[0]`") == ()
    assert valid_values(tuple[GameOutcome, ...], "`$[...].ending`")
