"""Letters on paper: nothing hidden, nothing too tall, and which ones no font has."""

from __future__ import annotations

import struct
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typst

from padd.core.text import HIDDEN, canonical

if TYPE_CHECKING:
    from collections.abc import Iterator

FONTS: Final = Path(__file__).with_name("fonts")
LONGEST: Final = 2_000
LONGEST_NAME: Final = 72
LONGEST_WORD: Final = 22
MOST_MARKS: Final = 3
"""Marks above or below one letter; any language does with fewer."""
BREAK: Final = "\u200b"
UNSEEN: Final = frozenset({"Cc", "Cs", "Cn", "Co"})
NO_GLYPH_NEEDED: Final = frozenset({"Zs", "Zl", "Zp", "Cf", "Mn", "Me"})
TO_THE_END: Final = 0xFFFF


def clean(text: str) -> str:
    """Return a text as it can be set: one line, visible letters, words that break."""
    spaced = " ".join(canonical(text[:LONGEST]).split())
    kept: list[str] = []
    marks = run = 0
    for letter in spaced:
        kind = unicodedata.category(letter)
        if letter in HIDDEN or kind in UNSEEN:
            continue
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks > MOST_MARKS:
            continue
        run = 0 if letter in " -" else run + (not marks)
        if run > LONGEST_WORD and not marks:
            kept.append(BREAK)
            run = 1
        kept.append(letter)
    return "".join(kept)


def short(name: str) -> str:
    """Return a name that fits into a line of a form or two, cut if it must be."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def cleaned(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    """Return a document with every text in it cleaned."""
    match value:
        case str():
            return clean(value)
        case dict():
            return {key: cleaned(item) for key, item in value.items()}
        case list() | tuple():
            return [cleaned(item) for item in value]
        case _:
            return value


def unprintable(value: Any) -> tuple[str, ...]:  # noqa: ANN401 -- any JSON value
    """Return the letters of a document that no font of this computer has."""
    rare = set(_letters(value)) - _house()
    asked = {c for c in rare if unicodedata.category(c) not in NO_GLYPH_NEEDED}
    return tuple(sorted(asked - _elsewhere())) if asked else ()


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


@cache
def _house() -> frozenset[str]:
    return frozenset(_covered(FONTS / "Inter-Regular.ttf", 0))


@cache
def _elsewhere() -> frozenset[str]:
    """Return the letters of all other fonts that can be found."""
    found: set[str] = set()
    for font in fonts().fonts():
        if font.path is not None:
            found |= _covered(Path(font.path), font.index)
    return frozenset(found)


def _covered(path: Path, index: int) -> set[str]:
    """Return the letters of a font; of one that cannot be read, none."""
    try:
        data = path.read_bytes()
        start = struct.unpack_from(">I", data, 12 + 4 * index)[0] if _many(data) else 0
        return {chr(point) for point in _points(data, start)}
    except (OSError, struct.error, ValueError):
        return set()


def _many(data: bytes) -> bool:
    return data[:4] == b"ttcf"


def _points(data: bytes, start: int) -> Iterator[int]:
    """Yield the code points of a font's character map."""
    (tables,) = struct.unpack_from(">H", data, start + 4)
    for number in range(tables):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * number)
        if tag == b"cmap":
            (maps,) = struct.unpack_from(">H", data, offset + 2)
            for one in range(maps):
                (at,) = struct.unpack_from(">I", data, offset + 8 + 8 * one)
                yield from _mapped(data, offset + at)


def _mapped(data: bytes, at: int) -> Iterator[int]:
    """Yield the code points of one table: short (4) or long (12) form."""
    (form,) = struct.unpack_from(">H", data, at)
    if form == 4:  # noqa: PLR2004 -- as the format calls it
        (twice,) = struct.unpack_from(">H", data, at + 6)
        count = twice // 2
        ends = struct.unpack_from(f">{count}H", data, at + 14)
        starts = struct.unpack_from(f">{count}H", data, at + 16 + twice)
        for first, last in zip(starts, ends, strict=True):
            if first != TO_THE_END:
                yield from range(first, last + 1)
    elif form == 12:  # noqa: PLR2004 -- as the format calls it
        (groups,) = struct.unpack_from(">I", data, at + 12)
        for group in range(groups):
            first, last, _ = struct.unpack_from(">III", data, at + 16 + 12 * group)
            yield from range(first, last + 1)
