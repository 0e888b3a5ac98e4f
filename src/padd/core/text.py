"""Names in any script: normalized, without hidden characters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Marks that turn the reading direction around or hide inside a word: a name that
# needs one is not known, a name that deceives with one is.
HIDDEN = frozenset(
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
)
# Letters of other scripts that print like a Latin one.
TWINS = str.maketrans("аеорсухіјѕԁһӏԛԝкмтвнαεορνικτυχβηζγ", "aeopcyxijsdhlqwkmtbhaeopvikruxbnzy")


# Fillers that count as letters or marks and print as nothing.
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10)))
)
IGNORABLE_BLOCKS = (
    range(0x180B, 0x1810),
    range(0x2060, 0x2070),
    range(0xFFF0, 0xFFF9),
    range(0x1BCA0, 0x1BCA4),
    range(0x1D173, 0x1D17B),
    range(0xE0000, 0xE1000),
)
JOINERS = frozenset("\u200c\u200d")
# Letters that no decomposition takes apart.
PLAIN_LETTERS = str.maketrans(
    dict(zip("øØđĐðÐłŁħĦıŧŦŋŊ", "oOdDdDlLhHitTnN", strict=True))
    | {"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ß": "ss", "ẞ": "SS"}
    | {"þ": "th", "Þ": "TH"}
)


def ignorable_character(text: str) -> str | None:
    """Return the first character that may print as nothing, if there is one.

    What Unicode lets a program leave out (Default_Ignorable_Code_Point) would let two
    handles look the same.
    """
    for character in text if not text.isascii() else "":
        if character in BLANK or character in JOINERS or character in HIDDEN:
            return character
        if any(ord(character) in block for block in IGNORABLE_BLOCKS):
            return character
    return None


def visible_text(text: str) -> str:
    """Return a text without what cannot be seen; tabs stay, they part columns.

    A joiner stays behind a letter or mark of a script that is written with joiners.
    """
    if text.isascii() and text.isprintable():
        return text
    seen: list[str] = []
    for character in text:
        category = unicodedata.category(character)
        if character in JOINERS:
            keep = bool(seen) and unicodedata.category(seen[-1]) in {"Lo", "Mn", "Mc"}
        else:
            keep = character == "\t" or not (category in {"Cc", "Cf", "Cs"} or character in BLANK)
        if keep:
            seen.append(character)
    return "".join(seen)


def transliterate(text: str) -> str:
    """Return a text in plain Latin letters, as far as it has any (ø to o)."""
    plain = unicodedata.normalize("NFKD", text.translate(PLAIN_LETTERS))
    return plain.encode("ascii", "ignore").decode()


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


def look_alike_outline(text: str) -> str:
    """Return what a text looks like, so that look-alikes have one outline."""
    if text.isascii():
        return "".join(text.casefold().split())
    plain = unicodedata.normalize("NFKD", text).casefold().translate(TWINS)
    return "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace())


@lru_cache(maxsize=4096)
def name_shapes(text: str) -> frozenset[str]:
    """Return what a name looks like: as one word, and by its words in any order.

    "Kirk, James T" and "James T. Kirk" have one shape in common.
    """
    spaced = "".join(c if c.isalnum() else " " for c in canonical(text))
    in_order = " ".join(sorted(map(look_alike_outline, spaced.split())))
    return frozenset({look_alike_outline(text), in_order}) - {""}


def slug(text: str) -> str:
    """Return the short name of a title: lower case, words joined by hyphens."""
    words = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    return "-".join(words[1:] if words[:1] == ["the"] else words)
