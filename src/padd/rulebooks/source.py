"""Read rulebook data: parameter first, rulebook inside, every value with its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import rtoml

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


RULING_IDS = re.compile(r"AMB-[1-9]\d*(?:, AMB-[1-9]\d*)*")
AT_LINE = re.compile(r"(.*) at line (\d+) column \d+", re.DOTALL)
AT_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
NAMED_FIELD = re.compile(r"field `([^`]+)`")

Place = tuple[str, ...]


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the data files, with no keys but its own."""


T = TypeVar("T", bound=Table)


class Entry(Table, frozen=True):
    """What one rulebook says about one parameter, and where."""

    cite: str
    checked: date
    value: Any = msgspec.UNSET
    same_as: str | None = None
    silent: bool = False
    ruling: str | None = None
    note: str | None = None


class Silence(Table, frozen=True):
    """A rulebook that does not speak of a subject at all."""

    cite: str
    checked: date
    note: str


class Statement(Table, frozen=True):
    """A parameter as it stands in a file, its entries not yet looked at."""

    about: str
    unit: str
    values: dict[str, Any]
    shown_only: str | None = None


class Parameter(Table, frozen=True):
    """One rule, and its value in each rulebook."""

    about: str
    unit: str
    entries: dict[str, Entry]
    shown_only: str | None = None
    """Why nothing reads it: the area that will, or the reason why none has to."""


class TitlePage(Table, frozen=True):
    """The title page of a rulebook."""

    title: str
    document: str
    publisher: str
    version: str
    dated: str
    games: tuple[str, ...]
    rules_sets: tuple[str, ...]
    default_rules: dict[str, str]


class Index(Table, frozen=True):
    """The rulebooks on file and the titles of the rules sets."""

    rulebooks: dict[str, TitlePage]
    rules_sets: dict[str, str]


class Source(msgspec.Struct, frozen=True):
    """A data file and its text, to point at a line of it."""

    file: Path
    text: str

    def refused(self, place: Place, message: str) -> RulebookError:
        """Say what is wrong at a place in this file."""
        return RulebookError(
            file=str(self.file.name),
            line=line_of(self.text, place),
            parameter=".".join(p for p in place if p != "values") or self.file.stem,
            message=message,
        )

    def converted(self, table: object, kind: type[T], place: Place) -> T:
        """Return a table of this file as its type, or refuse it."""
        try:
            return msgspec.convert(table, kind)
        except msgspec.ValidationError as error:
            message, inside = split_error(error)
            raise self.refused(place + inside, message) from error


class Subject(msgspec.Struct, frozen=True):
    """One data file: its parameters, and the rulebooks silent on all of them."""

    name: str
    source: Source
    parameters: dict[Place, Parameter]
    silent: dict[str, Silence]


def split_error(error: msgspec.ValidationError) -> tuple[str, Place]:
    """Return what a failed conversion says, and the place that it names."""
    text = str(error)
    at = AT_PLACE.search(text)
    message = text[: at.start()] if at else text
    steps = at[1].split("[")[0].split(".") if at else []
    field = NAMED_FIELD.search(message)
    return message, (*filter(None, steps), *([field[1]] if field else []))


def read_toml(file: Path) -> tuple[Source, dict[str, Any]]:
    """Return what a TOML file holds, beside its text."""
    source = Source(file, file.read_text(encoding="utf-8"))
    try:
        return source, rtoml.loads(source.text)
    except rtoml.TomlParsingError as error:
        match = AT_LINE.fullmatch(str(error))
        message, line = (match[1], int(match[2])) if match else (str(error), 1)
        lines = source.text.splitlines()
        parameter = lines[min(line, len(lines)) - 1].partition("=")[0].strip()
        raise RulebookError(
            file=file.name, line=line, parameter=parameter, message=message
        ) from error


@cache
def read_index(folder: Path) -> Index:
    """Return the list of rulebooks."""
    source, tables = read_toml(folder / "rulebooks.toml")
    index = source.converted(tables, Index, ())
    for book, head in index.rulebooks.items():
        for name in {*head.rules_sets, *head.default_rules.values()}:
            if name not in index.rules_sets:
                message = f"no rules set `{name}` has a title"
                raise source.refused(("rulebooks", book, "rules_sets"), message)
    return index


@cache
def read_subjects(folder: Path) -> tuple[Subject, ...]:
    """Return every subject on file, each value checked for its source."""
    known = read_index(folder).rulebooks
    files = sorted(set(folder.glob("*.toml")) - {folder / "rulebooks.toml"})
    return tuple(_read_subject(file, known) for file in files)


def _read_subject(file: Path, known: Mapping[str, TitlePage]) -> Subject:
    """Read one data file and check every entry in it."""
    source, tables = read_toml(file)
    silent = {
        book: source.converted(silence, Silence, ("silent", book))
        for book, silence in tables.pop("silent", {}).items()
    }
    for book in silent:
        _check_known(source, ("silent", book), known)
    parameters = {
        place: _parameter(source, place, table, known, silent)
        for place, table in _statements(source, tables, ())
    }
    return Subject(file.stem, source, parameters, silent)


def _statements(
    source: Source, tables: Mapping[str, Any], above: Place
) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    """Give every table that states a parameter, with its place."""
    for key, table in tables.items():
        place = (*above, key)
        if not isinstance(table, dict):
            raise source.refused(place, f"`{key}` is not a table of a parameter")
        if table.keys() & {"about", "unit", "values"}:
            yield place, table
        else:
            yield from _statements(source, table, place)


def _parameter(
    source: Source,
    place: Place,
    table: Mapping[str, Any],
    known: Mapping[str, TitlePage],
    silent: Mapping[str, Silence],
) -> Parameter:
    """Return a parameter with an entry for every rulebook that speaks of it."""
    stated = source.converted(table, Statement, place)
    statements = {}
    for book, value in stated.values.items():
        inside = (*place, "values", book)
        _check_known(source, inside, known)
        if book in silent:
            raise source.refused(inside, f"{book} says nothing about this subject")
        statements[book] = source.converted(value, Entry, inside)
        _check_entry(source, inside, statements[book], stated.values)
    for book in known.keys() - silent.keys() - statements.keys():
        raise source.refused(place, f"{book} has no value and no note of silence")
    return Parameter(
        about=stated.about, unit=stated.unit, entries=statements, shown_only=stated.shown_only
    )


def _check_known(source: Source, place: Place, known: Mapping[str, TitlePage]) -> None:
    """Refuse a rulebook that is not on file."""
    if place[-1] not in known:
        books = ", ".join(known)
        raise source.refused(place, f"no rulebook `{place[-1]}`; there are {books}")


def _check_entry(source: Source, place: Place, statement: Entry, others: Mapping[str, Any]) -> None:
    """Refuse an entry without a source, a value, or with a malformed ruling."""
    ways = (statement.value is not msgspec.UNSET, statement.same_as is not None, statement.silent)
    if not statement.cite.strip():
        raise source.refused((*place, "cite"), "the value has no source")
    if sum(ways) != 1:
        raise source.refused(place, "give one of `value`, `same_as` and `silent`")
    if statement.silent and not statement.note:
        raise source.refused(place, "a silent rulebook needs a note")
    if statement.same_as is not None and "value" not in others.get(statement.same_as, {}):
        raise source.refused(place, f"`{statement.same_as}` has no value of its own here")
    if statement.ruling is not None and not RULING_IDS.fullmatch(statement.ruling):
        raise source.refused(place, f"`{statement.ruling}` is no ruling such as AMB-13")
