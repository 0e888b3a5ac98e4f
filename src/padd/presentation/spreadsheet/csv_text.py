"""Tables for a spreadsheet: never a formula, and read back as they were written.

A spreadsheet program runs a cell that begins with `=`, `+`, `-`, `@`, a tab or a line
end. Such text is written after an apostrophe, which marks text in these programs;
reading removes exactly that apostrophe. Numbers stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

Cell = str | int | None

_FORMULA: Final = re.compile(r"'*\s*[=+\-@\t\r\n＝＋－＠]")
_SHIELDED: Final = re.compile(r"'+\s*[=+\-@\t\r\n＝＋－＠]")
_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}".encode()
_SEPARATORS: Final = (",", ";", "\t")
_BREAKS: Final = re.compile(r'[,;\t"\r\n]')
EMPTY: Final = '""'
MOST_LINES: Final = 20_000
"""More than any event has; a longer file is refused before it is taken apart."""
MOST_CELLS: Final = 20 * MOST_LINES
MOST_COLUMNS: Final = 200


class UnreadableSheetError(ValueError):
    """The bytes are not a table of separated values."""


def shield_cell(cell: Cell) -> str:
    """Return a cell as it is written, so that no program takes it for a formula."""
    if cell is None:
        return ""
    if isinstance(cell, int):
        return str(int(cell))
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unshield_cell(written: str) -> str:
    """Return the text that `shield_cell` was given."""
    return written[1:] if _SHIELDED.match(written) else written


def write_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table as CSV that every spreadsheet program opens as what it is.

    The byte order mark tells those programs that names are in UTF-8.
    """
    lines = (",".join(map(_quoted, row)) for row in (header, *rows))
    # A row whose only cell is empty would be no row at all.
    page = "".join(f"{line or EMPTY}\r\n" for line in lines)
    return _MARK + page.encode("utf-8", "replace")


def _quoted(cell: Cell) -> str:
    """Return a cell that no separator splits."""
    text = shield_cell(cell)
    if not _BREAKS.search(text):
        return text
    return '"' + text.replace('"', '""') + '"'


def read_csv(sheet: bytes) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a table, whichever program saved it."""
    if max(sheet.count(b"\n"), sheet.count(b"\r")) > MOST_LINES:
        raise UnreadableSheetError(f"it has more than {MOST_LINES} lines")
    if sum(map(sheet.count, (b",", b";", b"\t"))) > MOST_CELLS:
        raise UnreadableSheetError(f"it has more than {MOST_CELLS} cells")
    text = _decoded(sheet)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    try:
        rows = [[unshield_cell(cell) for cell in line] for line in lines if line]
    except csv.Error as wrong:
        raise UnreadableSheetError(str(wrong)) from wrong
    if rows and len(rows[0]) > MOST_COLUMNS:
        raise UnreadableSheetError(f"it has more than {MOST_COLUMNS} columns")
    return (rows[0], rows[1:]) if rows else ([], [])


def _decoded(sheet: bytes) -> str:
    """Read UTF-8, what Excel calls Unicode text, or the old Western code page."""
    if sheet.startswith((b"\xff\xfe", b"\xfe\xff")):
        return sheet.decode("utf-16", "replace")
    try:
        return sheet.decode("utf-8-sig")
    except UnicodeDecodeError:
        return sheet.decode("cp1252", "replace")


def _separator(text: str) -> str:
    """Find what separates the cells of the first line, outside of quotation marks."""
    first = re.sub(r'"[^"]*"', "", text.split("\n", 1)[0])
    return max(_SEPARATORS, key=first.count)
