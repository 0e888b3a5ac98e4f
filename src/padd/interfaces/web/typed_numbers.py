"""Numbers typed by people, and numbers in addresses and hidden fields."""

from __future__ import annotations

from typing import Final

from padd.presentation.page_words import MINUS

LONGEST_NUMBER: Final = 9
"""How many digits a number may have that a person types."""


def parse_typed_int(text: str) -> int:
    """Return a whole number as people type it, also with a true minus."""
    digits = text.strip()
    if len(digits) > LONGEST_NUMBER + len("-"):
        raise ValueError(digits)
    try:
        return int(digits.replace(MINUS, "-").replace(",", ""))
    except ValueError:
        raise ValueError(digits) from None


def parse_int(text: str) -> int | None:
    """Return a number of an address or a hidden field, if it is a sensible one."""
    plain = text.isascii() and text.isdecimal()
    return int(text) if plain and len(text) <= LONGEST_NUMBER else None
