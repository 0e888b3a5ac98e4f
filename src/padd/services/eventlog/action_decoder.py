"""Decode an action of an event's log from the fields of a form, by its own struct.

A field of a form is named like the field of the struct; one in a dictionary or a nested
struct has a dot (`scores.ada-feld`). A field that the struct lacks is left out, a blank
one is as if it were missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.log.action_kinds import KINDS
from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.services.local_time import moment

FormFields = Mapping[str, Sequence[str]]
"""The fields of a form: every value of each name."""

LONGEST_NUMBER: Final = 9
"""How many digits a number may have that a person types."""
MINUS: Final = "−"
LAST_SECOND: Final = time(23, 59, 59)
"""When a day ends that is named as a deadline."""
LONGEST_DAY: Final = len("2026-12-24")
NO: Final = frozenset({"", "no", "false", "0"})
MOMENTS: Final = frozenset({"at", "deadline", "starts", "until"})
"""Texts that hold a moment: a form has it as the clocks of the event show it."""
LABELS: Final = {
    "best_of": "The number of games",
    "items": "The number of items",
    "minutes_left": "The minutes",
    "number": "The round",
    "round_days": "The number of days",
    "rounds": "The number of rounds",
}
MISSING: Final = {
    "person": message("Enter who it is."),
    "role": message("Choose a role."),
    "sequences": message("Choose the log entries."),
    "totals": message("The totals of both decks are missing."),
    "until": message("Enter the new deadline."),
}
"""What a form says that lacks a field, where the usual sentence is not clear."""


class FieldError(ValueError):
    """A field is missing or cannot be read."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


def decode_action(
    kind: str,
    fields: FormFields,
    *,
    zone: str = "UTC",
    **known: Any,  # noqa: ANN401 -- values of the struct
) -> Action:
    """Return the action that a form describes; values that are known are not read from it.

    Refuses with every field that is missing or wrong, each at its place.
    """
    form = _Form(fields, zone)
    values, wrong = form.struct_values(KINDS[kind], known)
    if wrong:
        raise RefusalError(*wrong)
    try:
        return msgspec.convert(values, KINDS[kind], str_keys=True)
    except msgspec.ValidationError as error:
        raise RefusalError(incomplete(message("{error}.", error=str(error)))) from None


def incomplete(reason: Message, place: str = "") -> Refusal:
    """Return the refusal of a form that lacks something or cannot be read."""
    return msgspec.structs.replace(Refusal("form-incomplete", reason), place=place)


def first_text(fields: FormFields, name: str) -> str:
    """Return the last value of a field without spaces around it, as a browser means it."""
    values = fields.get(name) or ("",)
    return values[-1].strip()


def parse_number(text: str) -> int:
    """Return a whole number as people type it, also with a true minus."""
    digits = text.strip()
    if len(digits) > LONGEST_NUMBER + len("-"):
        raise ValueError(digits)
    try:
        return int(digits.replace(MINUS, "-").replace(",", ""))
    except ValueError:
        raise ValueError(digits) from None


def required_int(fields: FormFields, name: str, label: str) -> int:
    """Return a whole number of a form."""
    text = first_text(fields, name)
    if not text:
        raise FieldError(message("{what} is missing.", what=label))
    try:
        return parse_number(text)
    except ValueError as wrong:
        reason = message("{what}: “{wrong}” is not a whole number.", what=label, wrong=str(wrong))
        raise FieldError(reason) from None


def parse_moment(text: str, zone: str) -> str | None:
    """Return a moment that a form has as the clocks of a zone show it."""
    if not text:
        return None
    try:
        local = datetime.fromisoformat(text)
        if len(text) == LONGEST_DAY:
            local = datetime.combine(local, LAST_SECOND)
        return moment(local, zone).isoformat()
    except RefusalError as skipped:
        raise FieldError(skipped.refusal.message) from None
    except ValueError:
        raise FieldError(message("“{text}” is not a date and time.", text=text)) from None


@cache
def _hints(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the types of a struct's fields, without what only describes them."""
    hints = get_type_hints(struct, include_extras=True)
    return {field.name: _plain(hints[field.name]) for field in msgspec.structs.fields(struct)}


def _plain(hint: Any) -> Any:  # noqa: ANN401 -- a type
    return _plain(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


class _Form:
    """The fields of one form, and the zone of its moments."""

    def __init__(self, fields: FormFields, zone: str) -> None:
        self.fields, self.zone = fields, zone

    def struct_values(
        self, struct: type[msgspec.Struct], known: Mapping[str, Any], within: str = ""
    ) -> tuple[dict[str, Any], list[Refusal]]:
        """Return the values of a struct's fields, and what is wrong with them."""
        values: dict[str, Any] = {}
        wrong: list[Refusal] = []
        for field in msgspec.structs.fields(struct):
            if field.name in known:
                values[field.name] = msgspec.to_builtins(known[field.name], str_keys=True)
                continue
            name = f"{within}{field.name}"
            try:
                value = self.value(name, _hints(struct)[field.name])
            except FieldError as error:
                wrong.append(incomplete(error.reason, name))
                continue
            if value is None and field.required:
                wrong.append(incomplete(_missing(field.name, _hints(struct)[field.name]), name))
            elif value is not None:
                values[field.name] = value
        return values, wrong

    def value(self, name: str, hint: Any) -> Any:  # noqa: ANN401, PLR0911 -- one line for each type
        """Return the value of a field by its type; None where the form lacks it."""
        text = first_text(self.fields, name)
        origin = get_origin(hint)
        if origin in {Union, UnionType}:
            inner = next(_plain(one) for one in get_args(hint) if one is not NoneType)
            return self.value(name, inner) if self._is_filled(name) else None
        if origin is tuple:
            return self._several(name, _plain(get_args(hint)[0]))
        if origin is dict:
            return self._by_key(name, _plain(get_args(hint)[1]))
        if hint is bool:
            return text.casefold() not in NO
        if hint is int:
            label = LABELS.get(name, f"The {name.replace('_', ' ')}")
            return required_int(self.fields, name, label) if text else None
        if hint is PlayerId:
            return text or None
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _member(hint, name, text) if text else None
        if name in MOMENTS:
            return parse_moment(text, self.zone)
        return None if name in MISSING and not text else text

    def _is_filled(self, name: str) -> bool:
        return any(value.strip() for value in self.fields.get(name, ()))

    def _several(self, name: str, hint: Any) -> list[Any] | None:  # noqa: ANN401 -- a type
        """Return a list: a field that is repeated, lines of a text, or numbers with commas."""
        if not self._is_filled(name):
            return [] if name not in MISSING else None
        given = [value.strip() for value in self.fields[name]]
        if hint is int:
            parts = [part.strip() for value in given for part in value.split(",")]
            return [_number(part) for part in parts]
        if hint is PlayerId:
            return [value for value in given if value]
        return [line.strip() for value in given for line in value.splitlines() if line.strip()]

    def _by_key(self, name: str, hint: Any) -> dict[str, Any]:  # noqa: ANN401 -- a type
        fields = (field for field in self.fields if field.startswith(f"{name}."))
        return {
            field.removeprefix(f"{name}."): value
            for field in fields
            if (value := self.value(field, hint)) is not None
        }


def _number(text: str) -> int:
    try:
        return parse_number(text)
    except ValueError:
        raise FieldError(message("“{text}” is not a whole number.", text=text)) from None


def _member(kind: type[Enum], name: str, text: str) -> str:
    try:
        return str(kind(text).value)
    except ValueError:
        what = name.replace("_", " ")
        raise FieldError(MISSING.get(name) or message("Choose the {what}.", what=what)) from None


def _missing(name: str, hint: Any) -> Message:  # noqa: ANN401 -- a type
    if hint is PlayerId or (get_origin(hint) is tuple and PlayerId in get_args(hint)):
        return message("Choose a player.")
    label = LABELS.get(name, f"The {name.replace('_', ' ')}")
    return MISSING.get(name) or message("{what} is missing.", what=label)
