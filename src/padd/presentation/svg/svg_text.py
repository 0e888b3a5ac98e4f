"""Text in drawings: its estimated width, shortened names, escaped characters."""

from __future__ import annotations

import re
from html import escape
from typing import Final

import msgspec

from padd.presentation.names import family_first

NARROW: Final = frozenset("iIlj.,'’:;!|()[] ")
SLIM: Final = frozenset("frt-1–")
WIDE: Final = frozenset("mwMW@%—")
SHARES: Final = ((NARROW, 0.29), (SLIM, 0.40), (WIDE, 0.88))
CAPITAL: Final = 0.69
ORDINARY: Final = 0.585
# Anything beyond Latin, Greek and Cyrillic is taken as a full square.
FULL_WIDTH_FROM: Final = 0x1100


def text_width(text: str, size: float) -> float:
    """Return about how wide a text in the house type is, rather too wide."""
    return size * sum(_share(character) for character in text)


def _share(character: str) -> float:
    if ord(character) >= FULL_WIDTH_FROM:
        return 1.0
    for characters, share in SHARES:
        if character in characters:
            return share
    return CAPITAL if character.isupper() else ORDINARY


def short_name(name: str) -> str:
    """Return the name with its first word as an initial; family names stay whole."""
    first, space, rest = name.partition(" ")
    return f"{first[0]}. {rest}" if space and rest and first else name


def fitting_name(name: str, room: float, size: float) -> str:
    """Return the name, shortened to its initial if it is wider than its room."""
    return name if text_width(name, size) <= room else short_name(name)


class StackedName(msgspec.Struct, frozen=True, kw_only=True):
    """A name in two lines for a narrow box."""

    upper: str
    """The family name, or its first part."""
    lower: str = ""
    """The second part of a double name."""
    given: str = ""
    """The given name or its initial, in small type."""

    def width(self, size: float, small: float) -> float:
        """Return how wide the wider line is."""
        below = text_width(self.lower, size) + text_width(f" {self.given}", small)
        return max(text_width(self.upper, size), below)


def stacked_name(name: str, room: float, size: float, small: float) -> StackedName:
    """Return the family name above the given name; a double name breaks at its hyphen.

    A given name that is too wide, or that follows a broken name, becomes an initial.
    """
    parts = family_first(name)
    first, hyphen, second = parts.family.partition("-")
    if hyphen and second and text_width(parts.family, size) > room:
        return StackedName(upper=first + hyphen, lower=second, given=parts.initial)
    wide = text_width(parts.given, small) > room
    return StackedName(upper=parts.family, given=parts.initial if wide else parts.given)


_NEVER: Final = re.compile(
    "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\ufdd0-\ufdef]"
)


def remove_forbidden_characters(text: str) -> str:
    """Return text without the characters that XML does not know."""
    return _NEVER.sub("", text)


def escape_xml(text: str) -> str:
    """Return text to stand in an element or an attribute."""
    return escape(remove_forbidden_characters(text))
