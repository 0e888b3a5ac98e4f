"""Why a file of rulebook data is refused, and where in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator

KEY = r'(?:[A-Za-z0-9_-]+|"[^"]*")'
DOTTED = re.compile(rf"\s*({KEY}(?:\s*\.\s*{KEY})*)\s*")
PART = re.compile(KEY)


class RulebookError(ValueError):
    """Data that cannot be trusted: the file, the line, the parameter and why."""

    def __init__(self, *, file: str, line: int, parameter: str, message: str) -> None:
        super().__init__(f"{file}:{line}: {parameter}: {message}")
        self.file = file
        self.line = line
        self.parameter = parameter
        self.message = message


def line_of(text: str, path: tuple[str, ...]) -> int:
    """Return the line that states the path, or as much of the path as is stated."""
    best, deepest = 0, 1
    for number, stated in _stated_paths(text):
        if len(stated) > best and path[: len(stated)] == stated:
            best, deepest = len(stated), number
    return deepest


def _stated_paths(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Give the full path of every table header and key that begins a line."""
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        header = line.startswith("[")
        match = DOTTED.match(line.lstrip("[") if header else line)
        if match is None:
            continue
        key = tuple(part.strip('"') for part in PART.findall(match[1]))
        if header:
            table = key
            yield number, table
        elif line[match.end() :].startswith("="):
            yield number, table + key
