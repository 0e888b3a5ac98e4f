"""Messages: templates with named parameters, turned into sentences later."""

from __future__ import annotations

from fractions import Fraction
from gettext import NullTranslations
from typing import Any, Final, TypeAlias, Union

import msgspec

Parameter: TypeAlias = Union[str, int, Fraction, "Message", tuple["Parameter", ...]]

CATALOGUE: Final = NullTranslations()


class Message(msgspec.Struct, frozen=True):
    """A sentence or a phrase in English, and what belongs in it.

    `str()` puts it into words: gettext chooses the template, English is the source.
    """

    template: str
    plural: str = ""
    """The template for a count that is not one; empty where nothing is counted."""
    parameters: tuple[tuple[str, Parameter], ...] = ()

    def __str__(self) -> str:
        texts = {name: _text(value) for name, value in self.parameters}
        return _template(self).format(**texts)

    @property
    def count(self) -> int:
        """The number that chooses between the two templates."""
        number = dict(self.parameters).get("count", 1)
        return number if isinstance(number, int) else 1


def message(template: str, /, **parameters: Parameter) -> Message:
    """Return a message; the template is a literal, so that it can be extracted."""
    return Message(template, parameters=tuple(sorted(parameters.items())))


def plural(one: str, many: str, /, *, count: int, **parameters: Parameter) -> Message:
    """Return a message with a number in it that decides its grammar."""
    named = tuple(sorted({"count": count, **parameters}.items()))
    return Message(one, many, named)


def verbatim(text: str) -> Message:
    """Return a text by a person as a message; it is not translated."""
    return Message("{text}", parameters=(("text", text),))


def sentences(*parts: Parameter | None) -> Message:
    """Return sentences one after the other; those that are not there are left out."""
    return _join(" ", parts)


def lines(*parts: Parameter | None) -> Message:
    """Return lines one below the other; those that are not there are left out."""
    return _join("\n", parts)


def to_json(message: Message) -> dict[str, Any]:
    """Return a message as it is stored."""
    parameters = {name: _to_stored(value) for name, value in message.parameters}
    named = {"template": message.template, "parameters": parameters}
    return named | ({"plural": message.plural} if message.plural else {})


def from_json(stored: dict[str, Any] | str) -> Message:
    """Return a message that was stored; once, finished sentences were."""
    if isinstance(stored, str):
        return verbatim(stored)
    parameters = sorted(stored["parameters"].items())
    return Message(
        stored["template"],
        stored.get("plural", ""),
        tuple((name, _from_stored(value)) for name, value in parameters),
    )


LIST = message("{others} and {last}")


def _join(separator: str, parts: tuple[Parameter | None, ...]) -> Message:
    named = {f"part{number}": part for number, part in enumerate(parts) if part is not None}
    template = separator.join(f"{{{name}}}" for name in named)
    return Message(template, parameters=tuple(named.items()))


def _to_stored(value: Parameter) -> object:
    if isinstance(value, Message):
        return to_json(value)
    if isinstance(value, tuple):
        return [_to_stored(part) for part in value]
    return value if isinstance(value, int) else str(value)


def _from_stored(value: Any) -> Parameter:  # noqa: ANN401 -- what JSON holds
    if isinstance(value, dict):
        return from_json(value)
    if isinstance(value, list):
        return tuple(_from_stored(part) for part in value)
    number_or_text: str | int = value
    return number_or_text


def _template(message: Message) -> str:
    if message.plural:
        return CATALOGUE.ngettext(message.template, message.plural, message.count)
    return CATALOGUE.gettext(message.template)


def _text(value: Parameter) -> str:
    if not isinstance(value, tuple):
        return str(value)
    *others, last = map(_text, value or ("",))
    if not others:
        return last
    return _template(LIST).format(others=", ".join(others), last=last)
