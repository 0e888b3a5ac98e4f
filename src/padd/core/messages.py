"""What the program says: templates with named parameters, put into words later."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, Union

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

Parameter: TypeAlias = Union[str, int, Fraction, "Message", tuple["Parameter", ...]]


class Message(msgspec.Struct, frozen=True):
    """A sentence or a phrase in English, and what belongs in it.

    `str()` gives the English source, for tracebacks and logs. What people read is
    made by `padd.presentation.messages`, in their language.
    """

    template: str
    plural: str = ""
    """The template for a count that is not one; empty where nothing is counted."""
    parameters: tuple[tuple[str, Parameter], ...] = ()

    def __str__(self) -> str:
        return self.render(english)

    @property
    def count(self) -> int:
        """The number that chooses between the two templates."""
        number = dict(self.parameters).get("count", 1)
        return number if isinstance(number, int) else 1

    def render(self, translate: Callable[[Message], str]) -> str:
        """Return the text; the translation is a template for each message."""
        texts = {name: _text(value, translate) for name, value in self.parameters}
        return translate(self).format(**texts)


def message(template: str, /, **parameters: Parameter) -> Message:
    """Return a message; the template is a literal, so that it can be extracted."""
    return Message(template, parameters=tuple(sorted(parameters.items())))


def plural(one: str, many: str, /, *, count: int, **parameters: Parameter) -> Message:
    """Return a message with a number in it that decides its grammar."""
    named = tuple(sorted({"count": count, **parameters}.items()))
    return Message(one, many, named)


def sentences(*parts: Message | None) -> Message:
    """Return sentences one after the other; those that are not there are left out."""
    given_parts = [part for part in parts if part is not None]
    names = [f"sentence{number}" for number in range(len(given_parts))]
    template = " ".join(f"{{{name}}}" for name in names)
    return Message(template, parameters=tuple(zip(names, given_parts, strict=True)))


def english(source: Message) -> str:
    """Return the template in the language it was written in."""
    return source.plural if source.plural and source.count != 1 else source.template


LIST = message("{others} and {last}")


def _text(value: Parameter, translate: Callable[[Message], str]) -> str:
    if isinstance(value, Message):
        return value.render(translate)
    if not isinstance(value, tuple):
        return str(value)
    *others, last = (_text(part, translate) for part in value or ("",))
    if not others:
        return last
    return translate(LIST).format(others=", ".join(others), last=last)
