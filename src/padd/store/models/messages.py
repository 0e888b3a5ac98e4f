"""Messages in columns: template and parameters; older rows have finished sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import models

from padd.core.messages import Message, from_json, to_json

if TYPE_CHECKING:
    Text = models.CharField[Message, Message]
else:
    Text = models.CharField


class MessageField(Text):
    """A text column: template and parameters as JSON, or the sentence of before."""

    def from_db_value(self, column: str, *_: object) -> Message:
        """Return a message as it was stored."""
        return from_json(json.loads(column) if column.startswith("{") else column)

    def get_prep_value(self, value: Message) -> str:
        """Return a message for its column."""
        return json.dumps(to_json(value), ensure_ascii=False)

    def to_python(self, value: Message) -> Message:
        """Return the message itself: a form has no field for one."""
        return value

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """Say that the table has a text column, as it always had."""
        name, _, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options


class Reason(msgspec.Struct, frozen=True):
    """Why a report is held, or why an event moves no rating."""

    code: str
    message: Message
    rule: str


def stored_reasons(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    """Return reasons for their column."""
    return [
        {"code": reason.code, "message": to_json(reason.message), "rule": reason.rule}
        for reason in reasons
    ]


def read_reasons(column: Iterable[dict[str, Any]]) -> tuple[Reason, ...]:
    """Return the reasons of a column."""
    return tuple(Reason(row["code"], from_json(row["message"]), row["rule"]) for row in column)
