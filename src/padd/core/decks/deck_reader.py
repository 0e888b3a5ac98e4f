"""Read deck lists as players have them: LackeyCCG text and XML, plain lists, CSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import Final, NoReturn
from xml.etree import ElementTree as ET

from padd.core.cards.card_file import decode_text
from padd.core.cards.titles import fold_title
from padd.core.decks.deck_list import SECTION_NAMES, TYPE_SECTIONS, DeckLine, DeckList, Section
from padd.core.messages import Message, message
from padd.core.refusal import refuse
from padd.core.text import visible_text

RULE: Final = "padd-deck/1"
MOST_BYTES: Final = 2 * 1024 * 1024
MOST_LINES: Final = 2_000
MOST_COPIES: Final = 99
LONGEST_TITLE: Final = 200
LEADING: Final = re.compile(r"(\d+)(?:[xX×]\s*| [x×]\s+|\s+)(\S.*)$")
TRAILING: Final = re.compile(r"(.*\S)\s+[(\[]?[xX×]\s?(\d+)[)\]]?$")
HEADING: Final = re.compile(r"(.*?)\s*(?:[(\[]\s*\d+[^)\]]*[)\]])?\s*:?\s*$")
SIDEBOARD: Final = re.compile(r"SB:\s*", re.IGNORECASE)
BULLET: Final = re.compile(r"[-•·]\s+")
COMMENT: Final = ("//", "#", ";")
TITLES: Final = ("title", "card", "card name", "card title", "name")
QUANTITIES: Final = ("qty", "quantity", "count", "copies", "number", "amount")
TYPES: Final = ("missions", "dilemmas")
"""Sections that are types of cards as well as piles."""
SECTIONS: Final = ("section", "zone", "pile", "deck section")


def read_deck(data: bytes, *, source: str = "-") -> DeckList:
    """Return the deck in a file, by what it looks like."""
    if len(data) > MOST_BYTES:
        _refuse("too-large", message("A deck list can be at most 2 MiB."), source)
    text = decode_text(data)
    if text.lstrip().startswith("<"):
        return _checked_deck(tuple(_xml_lines(text, source)), source)
    first, _, _ = text.lstrip().partition("\n")
    delimiter = max(",;\t", key=first.count)
    names = [cell.strip().casefold() for cell in first.split(delimiter)]
    if len(names) > 1 and set(names) & set(TITLES) and set(names) & set(QUANTITIES):
        return _checked_deck(tuple(_csv_lines(text, delimiter, source)), source)
    return _checked_deck(tuple(_text_lines(text, source)), source)


def _checked_deck(lines: tuple[DeckLine, ...], source: str) -> DeckList:
    if not lines:
        _refuse("no-cards", message("The list names no cards."), source)
    return DeckList(lines=lines)


def _text_lines(text: str, source: str) -> Iterator[DeckLine]:
    section: Section | None = None
    pile: Section | None = None  # none in a list that is parted by type alone
    written = re.split(r"\r\n|[\r\n]", text)
    if written[-1] == "":
        written.pop()  # the end of the last line begins no other
    if len(written) > MOST_LINES:
        _refuse("too-many-lines", _too_many(), source)
    for number, raw in enumerate(written, 1):
        line = BULLET.sub("", visible_text(raw).strip(), count=1)
        if not line or line.startswith(COMMENT):
            continue
        heading = section_of(line)
        if heading is not None:
            section = heading
            pile = pile if heading in TYPES else heading
            continue
        if line.endswith(":") and not LEADING.match(line):
            if _heading(line) in TYPE_SECTIONS:
                section = pile or TYPE_SECTIONS[_heading(line)]
            continue
        own = section
        if SIDEBOARD.match(line):
            own, line = "sideboard", SIDEBOARD.sub("", line, count=1)
        yield _deck_line(number, _quantity_and_title(line), own, line, source)


def section_of(line: str) -> Section | None:
    """Return the section that a heading begins; a card's title is none."""
    return None if LEADING.match(line) else SECTION_NAMES.get(_heading(line))


def _heading(line: str) -> str:
    found = HEADING.match(line)
    return fold_title(found[1].rstrip(":")) if found else ""


def _named_section(name: str) -> Section | None:
    """Return the section of a pile or of a type."""
    return {**TYPE_SECTIONS, **SECTION_NAMES}.get(fold_title(name))


def _quantity_and_title(line: str) -> tuple[int, str]:
    if found := LEADING.match(line):
        return int(found[1][:9]), found[2].strip()
    if found := TRAILING.match(line):
        return int(found[2][:9]), found[1].strip()
    return 1, line


def _csv_lines(text: str, delimiter: str, source: str) -> Iterator[DeckLine]:
    try:
        rows = list(csv.DictReader(text.splitlines(), delimiter=delimiter))
    except csv.Error as error:
        _refuse(
            "unreadable", message("The file cannot be read: {error}.", error=str(error)), source
        )
    if len(rows) > MOST_LINES:
        _refuse("too-many-lines", _too_many(), source)
    for number, row in enumerate(rows, 2):
        cells = {
            (name or "").strip().casefold(): visible_text(cell).strip()
            for name, cell in row.items()
            if isinstance(cell, str)
        }
        title = _first_cell(cells, TITLES)
        if not title:
            continue
        counted = _first_cell(cells, QUANTITIES) or "1"
        if not counted.isascii() or not counted.isdigit():
            _refuse("bad-quantity", _bad_quantity(number), source, number)
        section = _named_section(_first_cell(cells, SECTIONS))
        yield _deck_line(number, (int(counted[:9]), title), section, title, source)


def _first_cell(cells: dict[str, str], names: tuple[str, ...]) -> str:
    return next((cells[name] for name in names if cells.get(name)), "")


def _xml_lines(text: str, source: str) -> Iterator[DeckLine]:
    if "<!" in re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL):
        _refuse(
            "xml-entities", message("XML with document types or entities is not supported."), source
        )
    try:
        root = ET.fromstring(text)  # noqa: S314 -- entities are refused above
    except ET.ParseError as error:
        _refuse(
            "unreadable", message("The file cannot be read: {error}.", error=str(error)), source
        )
    number = 0
    counted: dict[tuple[Section | None, str], list[int]] = {}
    for zone in root.iter("superzone"):
        section = _named_section(zone.get("name") or "")
        for card in zone.iter("card"):
            number += 1
            name = card.find("name")
            title = visible_text((name.text or "") if name is not None else "").strip()
            if title:
                counted.setdefault((section, title), [number, 0])[1] += 1
    if number > MOST_LINES:
        _refuse("too-many-lines", _too_many(), source)
    for (section, title), (first, quantity) in counted.items():
        yield _deck_line(first, (quantity, title), section, title, source)


def _deck_line(
    number: int, counted: tuple[int, str], section: Section | None, text: str, source: str
) -> DeckLine:
    quantity, title = counted
    if not 1 <= quantity <= MOST_COPIES:
        _refuse("bad-quantity", _bad_quantity(number), source, number)
    if len(title) > LONGEST_TITLE:
        _refuse(
            "title-too-long",
            message("Line {number}: a title can be at most 200 characters.", number=number),
            source,
            number,
        )
    return DeckLine(line=number, quantity=quantity, title=title, section=section, text=text)


def _too_many() -> Message:
    return message("A deck list can have at most {most} lines.", most=MOST_LINES)


def _bad_quantity(number: int) -> Message:
    return message(
        "Line {number}: a quantity must be a number from 1 to {most}.",
        number=number,
        most=MOST_COPIES,
    )


def _refuse(code: str, said: Message, source: str, line: int | None = None) -> NoReturn:
    refuse(code, said, source if line is None else f"line {line}", RULE)
