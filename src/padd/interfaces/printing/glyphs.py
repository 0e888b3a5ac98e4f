"""Make text printable: no hidden characters, and which ones no font has."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import typst

from padd.core.text import HIDDEN, canonical

FONTS: Final = Path(__file__).with_name("fonts")
LONGEST: Final = 2_000
LONGEST_NAME: Final = 72
LONGEST_WORD: Final = 22
PIECE: Final = 4
"""Letters after which a word may break that is longer than that."""
MOST_MARKS: Final = 3
"""Marks above or below one letter; any language does with fewer."""
BREAK: Final = "\u200b"
LONG_WORD: Final = re.compile(rf"[^\s-]{{{LONGEST_WORD + 1},}}")
PIECES: Final = re.compile(rf"(?:\S[\u0300-\u036f]*){{1,{PIECE}}}")
"""A mark stays with its letter."""
UNSEEN: Final = frozenset({"Cc", "Cs", "Cn", "Co"})
NO_GLYPH_NEEDED: Final = frozenset({"Zs", "Zl", "Zp", "Cf", "Mn", "Me"})
NO_LETTER: Final = "\U000f8fff"
"""A code point without a meaning."""
GLYPH: Final = re.compile(rb'<use[^>]*href="#([^"]+)"')
ONE_BY_ONE: Final = b"""
#set page(width: 40mm, height: 20mm, margin: 1mm)
#set text(font: "Inter")
#for (at, letter) in json(bytes(sys.inputs.letters)).enumerate() {
  if at > 0 { pagebreak() }
  letter
}
"""
_known: Final[dict[str, bool]] = {}
"""Letters that were asked about before."""


def clean_text(text: str) -> str:
    """Return a text as it can be set: one line, visible letters, words that break."""
    spaced = " ".join(canonical(text[:LONGEST]).split())
    letters: list[str] = []
    marks = 0
    for letter in spaced:
        kind = unicodedata.category(letter)
        if letter in HIDDEN or kind in UNSEEN:
            continue
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            letters.append(letter)
    return LONG_WORD.sub(_breakable, "".join(letters))


def _breakable(word: re.Match[str]) -> str:
    return BREAK.join(PIECES.findall(word[0]))


def shorten_name(name: str) -> str:
    """Return a name that fits into a line of a form or two, cut if it must be."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def clean_document(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    """Return a document with every text in it cleaned."""
    match value:
        case str():
            return clean_text(value)
        case dict():
            return {key: clean_document(item) for key, item in value.items()}
        case list() | tuple():
            return [clean_document(item) for item in value]
        case _:
            return value


def unprintable_letters(value: Any) -> tuple[str, ...]:  # noqa: ANN401 -- any JSON value
    """Return the letters of a document that no font of this computer has."""
    needed = {
        letter
        for letter in set(_letters(value))
        if unicodedata.category(letter) not in NO_GLYPH_NEEDED
    }
    new = tuple(sorted(needed - _known.keys()))
    if new:
        _known.update(zip(new, _can_be_set(new), strict=True))
    return tuple(sorted(letter for letter in needed if not _known[letter]))


def _letters(value: Any) -> Iterator[str]:  # noqa: ANN401 -- any JSON value
    match value:
        case str():
            yield from value
        case dict():
            for item in value.values():
                yield from _letters(item)
        case list() | tuple():
            for item in value:
                yield from _letters(item)


@cache
def fonts() -> typst.Fonts:
    """Return the house font, those that come with typst, and those of the computer."""
    return typst.Fonts(font_paths=[str(FONTS)])


def _can_be_set(letters: tuple[str, ...]) -> Iterator[bool]:
    """Set each letter on a page of its own, and see which look like one of no font.

    Only the typesetter knows all fonts that it finds, those inside it included.
    """
    sheet = typst.Compiler(
        ONE_BY_ONE, font_paths=fonts(), sys_inputs={"letters": json.dumps((NO_LETTER, *letters))}
    ).compile(format="svg")
    pages = [sheet] if isinstance(sheet, bytes) else list(sheet or ())
    nothing, *shown = (GLYPH.findall(page) for page in pages)
    return (letters != nothing for letters in shown)
