"""A pasted list of players: lines, numbers and columns as people keep them.

Every line is a name, a bad line with its reason, or empty: none is lost in silence.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from padd.core.messages import Message, message
from padd.core.text import canonical, look_alike_outline, visible_text

LONGEST_NAME: Final = 100
LONGEST_HANDLE: Final = 60
SPACES: Final = re.compile(r"[^\S\t]+")
LINE_ENDS: Final = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")
NUMBERED: Final = re.compile(r"(?:[(\[]?#?\d{1,4}[.):\]](?!\d)|#\d{1,4} |[-*•·–] ) *(?!\t)")
BARE_NUMBER: Final = re.compile(r"\d{1,4}(?: +(?=\D)|$)")
HALF: Final = 2


class NameColumn(StrEnum):
    """What a column of the list holds."""

    NAME = "name"
    FAMILY = "family"
    GIVEN = "given"
    HANDLE = "handle"
    NOTHING = "nothing"


HEADINGS: Final = {
    "name": NameColumn.NAME,
    "names": NameColumn.NAME,
    "player": NameColumn.NAME,
    "players": NameColumn.NAME,
    "full name": NameColumn.NAME,
    "family name": NameColumn.FAMILY,
    "last name": NameColumn.FAMILY,
    "surname": NameColumn.FAMILY,
    "given name": NameColumn.GIVEN,
    "first name": NameColumn.GIVEN,
    "forename": NameColumn.GIVEN,
    "handle": NameColumn.HANDLE,
    "forum handle": NameColumn.HANDLE,
    "forum name": NameColumn.HANDLE,
    "user name": NameColumn.HANDLE,
    "username": NameColumn.HANDLE,
    "nickname": NameColumn.HANDLE,
    "#": NameColumn.NOTHING,
    "no": NameColumn.NOTHING,
    "no.": NameColumn.NOTHING,
    "nr": NameColumn.NOTHING,
    "nr.": NameColumn.NOTHING,
    "number": NameColumn.NOTHING,
    "seed": NameColumn.NOTHING,
}
"""Words of a first line that is a heading."""
OF_THE_NAME: Final = (NameColumn.NAME, NameColumn.GIVEN, NameColumn.FAMILY)


class NameLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the list that names a player."""

    number: int
    name: str
    handle: str = ""
    cells: tuple[str, ...] = ()


class BadLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line without a name, and why."""

    number: int
    text: str
    why: Message


class NameList(msgspec.Struct, frozen=True, kw_only=True):
    """A list as it was read; each line that is not empty is in it once."""

    lines: tuple[NameLine, ...] = ()
    bad: tuple[BadLine, ...] = ()
    columns: tuple[NameColumn, ...] = (NameColumn.NAME,)
    heading: int | None = None
    """The line with the headings of the columns."""
    numbered: int = 0
    """How many lines began with a number."""
    cleaned: tuple[int, ...] = ()
    """The lines from which invisible characters were taken."""
    empty: int = 0

    @property
    def plain(self) -> bool:
        """Whether there is nothing to look over: names, perhaps with a handle."""
        usual = ((NameColumn.NAME,), (NameColumn.NAME, NameColumn.HANDLE))
        return not self.bad and self.heading is None and self.columns in usual


class _Row(msgspec.Struct, frozen=True):
    number: int
    text: str
    cells: tuple[str, ...]


def lines_of(text: str) -> list[str]:
    """Return the lines of a list, wherever it comes from."""
    return LINE_ENDS.split(text)


def read_names(text: str, columns: Sequence[NameColumn] = ()) -> NameList:
    """Read a list; columns that were chosen go before those that are recognized."""
    raw = lines_of(text)
    seen = [canonical(visible_text(line)) for line in raw]
    cleaned = tuple(
        number
        for number, (line, left) in enumerate(zip(raw, seen, strict=True), start=1)
        if left.strip() and len(visible_text(line)) < len(line)
    )
    texts = [
        (n, SPACES.sub(" ", line).strip(" "))
        for n, line in enumerate(seen, start=1)
        if line.strip()
    ]
    empty = len(raw) - len(texts) if texts else 0
    texts = _all_in_one_line(texts)
    found, numbered = _without_numbers(texts)
    rows = _rows(found)
    heading = _heading(rows)
    named = rows if heading is None else rows[1:]
    chosen = tuple(columns) or _columns(heading, named)
    lines = [_line(row, chosen) for row in named]
    return NameList(
        lines=tuple(line for line in lines if isinstance(line, NameLine)),
        bad=tuple(line for line in lines if isinstance(line, BadLine)),
        columns=chosen,
        heading=None if heading is None else rows[0].number,
        numbered=numbered,
        cleaned=cleaned,
        empty=empty,
    )


def same_names(lines: Iterable[NameLine]) -> dict[int, int]:
    """Return the lines whose name stands in an earlier line, with that line.

    Two handles that differ are two people; no question is needed.
    """
    first: dict[str, list[NameLine]] = {}
    twice: dict[int, int] = {}
    for line in lines:
        earlier = first.setdefault(look_alike_outline(line.name), [])
        same = next((e for e in earlier if not _handles_differ(e, line)), None)
        if same is not None:
            twice[line.number] = same.number
        earlier.append(line)
    return twice


def _handles_differ(one: NameLine, other: NameLine) -> bool:
    return bool(one.handle and other.handle) and (one.handle.casefold() != other.handle.casefold())


def _all_in_one_line(texts: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Take whole names that stand beside each other in one line for lines."""
    if len(texts) != 1:
        return texts
    (row,) = _rows(texts)
    if len(row.cells) > 1 and all(_is_full_name(cell) for cell in row.cells):
        return list(enumerate(row.cells, start=1))
    return texts


def _without_numbers(texts: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], int]:
    """Take the numbers off the beginnings of lines, and tell how many had one."""
    everywhere = len(texts) > 1 and all(
        BARE_NUMBER.match(line) or NUMBERED.match(line) for _, line in texts
    )
    found, numbered = [], 0
    for number, line in texts:
        begins = NUMBERED.match(line) or (everywhere and BARE_NUMBER.match(line))
        numbered += bool(begins)
        found.append((number, line[begins.end() :] if begins else line))
    return found, numbered


def _rows(texts: list[tuple[int, str]]) -> list[_Row]:
    """Cut lines into cells: by tabs, else by semicolons, else by commas."""
    mark = next((m for m in "\t;" if any(m in line for _, line in texts)), ",")
    return [_Row(number, line, _cells(line, mark)) for number, line in texts]


def _cells(line: str, mark: str) -> tuple[str, ...]:
    if mark not in line:
        return (_tidy(line),)
    quoted = '"' in line
    cells = next(csv.reader([line], delimiter=mark)) if quoted else line.split(mark)
    tidied = [_tidy(cell) for cell in cells]
    while len(tidied) > 1 and not tidied[-1]:
        tidied.pop()
    return tuple(tidied)


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _heading(rows: list[_Row]) -> tuple[NameColumn, ...] | None:
    """Return the columns that the first line names, if it is a heading."""
    if len(rows) < HALF:
        return None
    words = [HEADINGS.get(cell.casefold()) for cell in rows[0].cells]
    columns = tuple(word or NameColumn.NOTHING for word in words)
    known = all(word or not cell for word, cell in zip(words, rows[0].cells, strict=True))
    return columns if known and set(columns) & {*OF_THE_NAME, NameColumn.HANDLE} else None


def _columns(heading: tuple[NameColumn, ...] | None, rows: list[_Row]) -> tuple[NameColumn, ...]:
    """Recognize what the columns hold, by their heading or by what is in them."""
    width = max((len(row.cells) for row in rows), default=1)
    if heading is not None:
        if len(heading) > width and heading[0] is NameColumn.NOTHING:
            heading = heading[1:]  # of the numbers that stood before the names
        return (*heading, *(NameColumn.NOTHING for _ in range(width - len(heading))))
    kinds = [_holds(rows, at) for at in range(width)]
    names = [at for at, kind in enumerate(kinds) if kind is NameColumn.NAME]
    columns: list[NameColumn] = [NameColumn.NOTHING] * width
    for at, kind in enumerate(kinds):
        if kind is NameColumn.HANDLE:
            columns[at] = kind
    if len(names) > 1 and not _has_full_names(rows, names[0]):
        columns[names[0]], columns[names[1]] = NameColumn.FAMILY, NameColumn.GIVEN
    elif names:
        columns[names[0]] = NameColumn.NAME
        if len(names) > 1 and NameColumn.HANDLE not in columns:
            columns[names[1]] = NameColumn.HANDLE
    elif NameColumn.HANDLE not in columns:
        columns[0] = NameColumn.NAME
    return tuple(columns)


def _holds(rows: list[_Row], at: int) -> NameColumn:
    cells = [row.cells[at] for row in rows if at < len(row.cells) and row.cells[at]]
    if not any(_has_letters(cell) for cell in cells):
        return NameColumn.NOTHING
    handles = sum(_like_a_handle(cell) for cell in cells)
    if at and handles * HALF > len(cells):
        return NameColumn.HANDLE
    return NameColumn.NAME


def _like_a_handle(cell: str) -> bool:
    """Tell whether it is one word as no name is written."""
    odd = any(c.isdecimal() or c in "_@." for c in cell[:-1])
    return " " not in cell and (cell.islower() or odd)


def _has_full_names(rows: list[_Row], at: int) -> bool:
    """Tell whether most cells of a column hold a whole name, not one half of it.

    A cell of two words with a capital in front of each is one; “van der Meulen” in
    front of another name is not.
    """
    beside = [row.cells[at] for row in rows if len(row.cells) > at + 1]
    whole = Counter(_is_full_name(cell) for cell in beside)
    return whole[True] > whole[False]


def _is_full_name(cell: str) -> bool:
    words = cell.split()
    return "," in cell or (len(words) > 1 and words[0][:1].isupper())


def _line(row: _Row, columns: tuple[NameColumn, ...]) -> NameLine | BadLine:
    def of(column: NameColumn) -> str:
        cells = zip(columns, row.cells, strict=False)
        return _tidy(" ".join(cell for held, cell in cells if held is column))

    handle = of(NameColumn.HANDLE)
    halves = _tidy(f"{of(NameColumn.GIVEN)} {of(NameColumn.FAMILY)}")
    name, comma, after = of(NameColumn.NAME).partition(",")
    if comma and not handle and _like_a_handle(after.strip()):
        handle = after.strip()
    elif comma:
        name = f"{after} {name}"
    name = _tidy(name) or halves
    if not _has_letters(name):
        name = handle or name
    why = None
    if not _has_letters(name):
        why = message("It contains no letters, so there is no name to add.")
    elif len(name) > LONGEST_NAME:
        why = message(
            "The name has {letters} characters; the limit is {most}.",
            letters=len(name),
            most=LONGEST_NAME,
        )
    elif len(handle) > LONGEST_HANDLE:
        why = message(
            "The handle has {letters} characters; the limit is {most}.",
            letters=len(handle),
            most=LONGEST_HANDLE,
        )
    if why is not None:
        return BadLine(number=row.number, text=_tidy(row.text), why=why)
    return NameLine(number=row.number, name=name, handle=handle, cells=row.cells)


def _has_letters(text: str) -> bool:
    return any(character.isalpha() for character in text)
