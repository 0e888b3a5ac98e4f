"""Tables of text, as the command line prints them."""

from __future__ import annotations

import msgspec


class TextTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as people see it, with the lines below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
