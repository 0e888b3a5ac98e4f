"""Columns with types, their cells in words, and tables of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from padd.core.model import PlayerId
from padd.presentation.words import SHORT_STEPS, code_text, signed

Cell = int | str | tuple[str, ...] | None
Cells = dict[str, Cell]
Shows = Literal["text", "number", "thousands", "signed", "step", "code", "codes", "player", "yes"]
NUMBERS: Final = frozenset({"number", "thousands", "signed"})


class Column(msgspec.Struct, frozen=True):
    """One column: the key of its cells, its head, and what kind of value it shows."""

    key: str
    title: str
    shows: Shows = "text"
    long_title: str = ""
    """The head where there is room, if it is not the short one."""
    stands_for: str = ""
    """What the head abbreviates, for pages."""

    @property
    def full_title(self) -> str:
        """The head where there is room."""
        return self.long_title or self.title

    @property
    def numeric(self) -> bool:
        """Whether its cells are set flush right."""
        return self.shows in NUMBERS

    def text(self, cells: Cells, names: Mapping[PlayerId, str]) -> str:
        """Return the cell of a row in words; nothing where there is no value."""
        cell: Any = cells.get(self.key)
        if cell is None:
            return ""
        if self.shows == "player":
            return names[cell]
        return WORDS[self.shows](cell)


WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "text": str,
    "number": str,
    "thousands": "{:,}".format,
    "signed": signed,
    "step": lambda step: SHORT_STEPS.get(step, step),
    "code": code_text,
    "codes": lambda codes: " ".join(map(code_text, codes)),
    "yes": lambda holds: "yes" if holds else "",
}


class TextTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as people see it, with the lines below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
