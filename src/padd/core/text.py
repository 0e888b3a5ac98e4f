"""Names in any script: one spelling for each, and nothing hidden inside."""

from __future__ import annotations

import unicodedata

# Marks that turn the reading direction around or hide inside a word: a name that
# needs one is not known, a name that deceives with one is.
HIDDEN = frozenset(
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
)
# Letters of other scripts that print like a Latin one.
TWINS = str.maketrans(
    "аеорсухіјѕԁһӏԛԝкмтвнαεορνικτυχβηζγ",
    "aeopcyxijsdhlqwkmtbhaeopvikruxbnzy",
)


def hidden_character(text: str) -> str | None:
    """Return the first control or direction mark in a text, if there is one."""
    if text.isascii() and text.isprintable():
        return None
    for character in text:
        if character in HIDDEN or unicodedata.category(character) in {"Cc", "Cs"}:
            return character
    return None


def canonical(text: str) -> str:
    """Return the one spelling (NFC) of a text."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def outline(text: str) -> str:
    """Return what a text looks like, so that look-alikes have one outline."""
    if text.isascii():
        return "".join(text.casefold().split())
    plain = unicodedata.normalize("NFKD", text).casefold().translate(TWINS)
    return "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace())


def slug(text: str) -> str:
    """Return the short name of a title: lower case, words joined by hyphens."""
    words = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    return "-".join(words[1:] if words[:1] == ["the"] else words)
