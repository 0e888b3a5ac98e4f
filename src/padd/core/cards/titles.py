"""Card titles: marks and brackets removed, and one spelling for comparisons."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

from padd.core.text import transliterate

MARKS: Final = re.compile(r"(?:\s*\*+(?:VP|VAP|AP)?|\s+\*+)+$", re.IGNORECASE)
"""What lists put behind a title for another picture or the other side of a card."""
BRACKET: Final = re.compile(r"\s*\(([^()]*)\)$")
SECOND_EDITION: Final = re.compile(r"\s+2E$")
BACK: Final = "back"
LABELS: Final = frozenset(
    {
        BACK,
        "2e",
        "tribble",
        "borderlesspromos",
        "virtualpromocards",
        "promocards",
        "archiveportrait",
        "promo",
    }
)
"""Brackets that tell where a card was printed, beside the names of sets."""
KEPT: Final = 1 << 15
"""How many folded texts are remembered: searches fold the same again and again."""
OLD_NAME, NEW_NAME = "ikc", "iks"
"""Klingon ships were renamed: I.K.C. Rotarran is I.K.S. Rotarran today."""


class TitleParts(msgspec.Struct, frozen=True):
    """A title taken apart."""

    base: str
    brackets: tuple[str, ...] = ()
    """What stands in brackets behind it, from the left."""
    second_edition: bool = False
    """Whether it is marked as a card of Second Edition that First Edition uses."""


@lru_cache(maxsize=KEPT)
def fold_title(title: str) -> str:
    """Return a title for comparing: letters and digits, plain and small."""
    plain = title if title.isascii() else transliterate(title)
    return "".join(filter(str.isalnum, plain.casefold()))


def without_marks(title: str) -> str:
    """Return a title without stars and marks of promos behind it."""
    return MARKS.sub("", title).rstrip()


@lru_cache(maxsize=KEPT)
def title_parts(title: str) -> TitleParts:
    """Take a title apart: *VP and other marks, brackets, the mark 2E."""
    base, second = without_marks(title), False
    brackets: list[str] = []
    while found := BRACKET.search(base):
        inner = found[1].strip()
        if fold_title(inner) == "2e":
            second = True
        else:
            brackets.insert(0, inner)
        base = without_marks(base[: found.start()])
    if SECOND_EDITION.search(base):
        base, second = SECOND_EDITION.sub("", base), True
    return TitleParts(base or title, tuple(brackets), second)


def other_ship_name(folded: str) -> str | None:
    """Return the other spelling of a ship's name, if it has one."""
    for old, new in ((OLD_NAME, NEW_NAME), (NEW_NAME, OLD_NAME)):
        if folded.startswith(old):
            return new + folded.removeprefix(old)
    return None


def with_current_name(folded: str) -> str:
    """Return a folded title with the name that the ship has today."""
    old = folded.startswith(OLD_NAME)
    return NEW_NAME + folded.removeprefix(OLD_NAME) if old else folded
