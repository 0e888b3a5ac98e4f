"""Read card data: CSV with a header; columns are known by name, others ignored."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache
from typing import Final, cast, get_args

import msgspec

from padd.core.cards.printing import CardList, CardSet, ListedCard, ListKind, Printing, Uniqueness
from padd.core.cards.titles import without_marks
from padd.core.messages import message
from padd.core.refusal import refuse
from padd.core.text import visible_text
from padd.rulebooks.sections.section import Edition

RULE: Final = "padd-cards/1"
MOST_ROWS: Final = 60_000
LONGEST_CELL: Final = 2_000
EDITIONS: Final[dict[str, Edition]] = {"1e": "1E", "2e": "2E", "tr": "TR"}
ONLY_IN: Final[tuple[tuple[Edition, frozenset[str]], ...]] = (
    ("1E", frozenset({"blueprint", "from_2e", "virtual_file", "property_logo"})),
    ("2E", frozenset({"collectors_info", "set_number", "name_part", "cost"})),
    ("TR", frozenset({"power", "trouble"})),
)
"""Columns that only the data of one edition has."""
UNIQUENESS: Final[dict[str, Uniqueness]] = {
    "univ": "universal",
    "universal": "universal",
    "n": "universal",
    "enig": "enigma",
    "enigma": "enigma",
    "y": "unique",
    "unique": "unique",
}
CLOCK: Final = re.compile(r"(\d{1,3}):\d\d(?::\d\d)?\s*([AP])M$", re.IGNORECASE)
COLLECTORS: Final = re.compile(r"(\d*)\s*([A-Za-z]+[+*]?)\s*(\d*)$")
INFO: Final = re.compile(r"(\d*)\s*([A-Za-z]+[+*]?)?$")
SUBTITLED: Final = frozenset({"Personnel", "Ship"})

Row = dict[str, str]


class CardFile(msgspec.Struct, frozen=True):
    """What one file holds: printings, sets or a card list."""

    printings: tuple[Printing, ...] = ()
    sets: tuple[CardSet, ...] = ()
    lists: tuple[CardList, ...] = ()


def decode_text(data: bytes) -> str:
    """Return text in whatever a spreadsheet saved: UTF-8, UTF-16, Windows-1252."""
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def read_card_file(data: bytes, *, source: str, edition: Edition) -> CardFile:
    """Return what a CSV file holds; `edition` is for files that do not say theirs."""
    heading, rows = _rows(decode_text(data), source)
    if "title_as_listed" in heading:
        return CardFile(lists=(_retired(rows, source),))
    if "list" in heading:
        return CardFile(lists=tuple(_lists(rows, source, edition)))
    if "code" in heading:
        return CardFile(sets=tuple(_sets(rows, edition)))
    if "title" not in heading:
        refuse(
            "no-cards", message("The first line names no column “title” or “code”."), source, RULE
        )
    told = _edition_in_heading(heading) or edition
    return CardFile(printings=tuple(_printing(row, told) for row in rows))


def _rows(text: str, source: str) -> tuple[frozenset[str], list[Row]]:
    lines = text.replace("\0", "").splitlines(keepends=True)
    if not lines:
        refuse("no-cards", message("The file is empty."), source, RULE)
    delimiter = max(",;\t", key=lines[0].count)
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        heading = [name.strip().casefold() for name in next(reader)]
        rows = [
            {
                name: _visible_cell(cell[:LONGEST_CELL])
                for name, cell in zip(heading, cells, strict=False)
            }
            for cells in reader
            if any(cells)
        ]
    except csv.Error as error:
        refuse(
            "no-cards", message("The file cannot be read: {error}.", error=str(error)), source, RULE
        )
    if len(rows) > MOST_ROWS:
        refuse(
            "too-many-rows",
            message("A card file can have at most {most} lines.", most=MOST_ROWS),
            source,
            RULE,
        )
    return frozenset(heading), rows


@lru_cache(maxsize=1 << 12)
def _visible_cell(cell: str) -> str:
    """Return a cell without invisible characters."""
    if cell.isascii() and cell.isprintable():
        return cell.strip()
    return visible_text(cell).strip()


def _edition_in_heading(heading: frozenset[str]) -> Edition | None:
    for edition, columns in ONLY_IN:
        if columns & heading:
            return edition
    return None


def _printing(row: Row, edition: Edition) -> Printing:
    edition = EDITIONS.get(row.get("edition", "").casefold(), edition)
    number, rarity, set_number = _number_rarity_set(row)
    kind = row.get("type", "") or _tribbles_type(row, edition)
    name = row.get("name_part", "")
    return Printing(
        edition=edition,
        title=row.get("title", ""),
        set=row.get("set", ""),
        number=number,
        rarity=rarity,
        type=kind,
        uniqueness=_uniqueness(row, edition),
        affiliation=row.get("affiliation", ""),
        card_class=row.get("class", ""),
        points=row.get("points", ""),
        span=row.get("span", ""),
        region=row.get("region", ""),
        quadrant=row.get("quadrant", ""),
        kind=row.get("mission_or_dilemma_type", ""),
        icons=row.get("icons", ""),
        staff=row.get("staff", ""),
        persona=row.get("persona", ""),
        species=row.get("species", ""),
        keywords=row.get("keywords", ""),
        cost=row.get("cost", "") or row.get("count", ""),
        property_logo=row.get("property_logo", ""),
        attributes=(
            row.get("integrity_or_range", ""),
            row.get("cunning_or_weapons", ""),
            row.get("strength_or_shields", ""),
        ),
        from_second_edition=_is_yes(row, "from_2e"),
        virtual=_is_yes(row, "virtual_file") if "virtual_file" in row else None,
        set_number=set_number,
        name=name or without_marks(row.get("title", "")),
        name_known=_is_name_known(row, kind),
        aliases=tuple(filter(None, map(str.strip, row.get("aliases", "").split(";")))),
    )


def _number_rarity_set(row: Row) -> tuple[str, str, str]:
    """Return number, rarity and number of the set, from whichever column has them."""
    number, rarity = row.get("number", ""), row.get("rarity", "")
    set_number = row.get("set_number", "")
    written = row.get("collectors_info", "") or row.get("info", "") or number
    if clock := CLOCK.match(written):
        return clock[1], rarity or clock[2].upper(), set_number
    if rarity and (number.isdigit() or not written):
        return number, rarity, set_number
    if "collectors_info" in row and (found := COLLECTORS.match(written)):
        return found[3].lstrip("0"), rarity or found[2], set_number or found[1]
    if found := INFO.match(written):
        return found[1], rarity or found[2] or "", set_number
    return number, rarity, set_number


def _tribbles_type(row: Row, edition: Edition) -> str:
    if edition != "TR":
        return ""
    return "Trouble" if _is_yes(row, "trouble") else "Tribble"


def _uniqueness(row: Row, edition: Edition) -> Uniqueness:
    told = (row.get("uniqueness") or row.get("unique") or "").casefold()
    if told in UNIQUENESS:
        return UNIQUENESS[told]
    return "unique" if edition == "1E" and "uniqueness" in row else ""


def _is_name_known(row: Row, kind: str) -> bool:
    """Tell whether the name without subtitle is known; a lone word has none."""
    if "name_part" not in row or kind not in SUBTITLED:
        return True
    whole = without_marks(row.get("title", ""))
    alone = row.get("unique", "").casefold() == "n" or " " not in whole
    return alone or bool(row.get("subtitle_part") or row.get("split_by"))


def _is_yes(row: Row, column: str) -> bool:
    return row.get(column, "").casefold() in {"y", "yes", "1", "true"}


def _parse_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _sets(rows: Iterable[Row], edition: Edition) -> Iterator[CardSet]:
    for row in rows:
        yield CardSet(
            edition=EDITIONS.get(row.get("edition", "").casefold(), edition),
            code=row.get("code", ""),
            name=row.get("name", ""),
            virtual=_is_yes(row, "virtual"),
            release=_parse_day(row.get("release", "")),
            block=row.get("block_as_announced", ""),
        )


def _retired(rows: Iterable[Row], source: str) -> CardList:
    cards = tuple(
        ListedCard(title=row["title_as_listed"], in_force=day)
        for row in rows
        if (day := _parse_day(row.get("first_seen_in_list_of", "")))
    )
    if not cards:
        refuse("no-cards", message("None of the lines has a date."), source, RULE)
    return CardList(kind="retired", edition="2E", source=source, cards=cards)


def _lists(rows: Iterable[Row], source: str, edition: Edition) -> Iterator[CardList]:
    sorted_in: dict[tuple[ListKind, Edition, str, str], list[ListedCard]] = {}
    for number, row in enumerate(rows, 2):
        day = _parse_day(row.get("in_force", "")) or _parse_day(row.get("announced", ""))
        if row["list"] not in get_args(ListKind) or day is None:
            refuse(
                "bad-list-line",
                message(
                    "Line {number}: a kind of list and a date in_force are needed.", number=number
                ),
                source,
                RULE,
            )
        told = EDITIONS.get(row.get("edition", "").casefold(), edition)
        kind = cast("ListKind", row["list"])
        key = (kind, told, row.get("rules", ""), row.get("source", "") or source)
        sorted_in.setdefault(key, []).append(
            ListedCard(
                title=row.get("title", ""),
                set=row.get("set", ""),
                number=row.get("number", ""),
                in_force=day,
                announced=_parse_day(row.get("announced", "")),
                until=_parse_day(row.get("until", "")),
            )
        )
    for (kind, told, rules, own), cards in sorted_in.items():
        yield CardList(kind=kind, edition=told, rules=rules, source=own, cards=tuple(cards))
