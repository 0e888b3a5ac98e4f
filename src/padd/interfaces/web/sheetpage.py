"""Brackets and Tribbles as their page shows them: the sheets of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from padd.interfaces.books import book_for
from padd.interfaces.web.eventhead import Head, head_of, key_of
from padd.interfaces.web.why import Panel, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import Event
    from padd.interfaces.answers import Answer, Sheet, Way
    from padd.rulebooks.schema import Rulebook


class SheetRow(msgspec.Struct, frozen=True):
    """One line of the standings with its reasons."""

    key: str
    cells: tuple[str, ...]
    why: Panel


class SheetPage(msgspec.Struct, frozen=True):
    """Everything that the page of a bracket or a Tribbles event shows."""

    head: Head
    columns: tuple[str, ...]
    numbers: tuple[str, ...]
    lines: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    rounds: tuple[Sheet, ...]


def sheet_page_of(event: Event, way: Way) -> SheetPage:
    """Return the page of an event that is not Swiss."""
    book = book_for(event)
    answer = way.standings(event, 0)
    standings = answer.sheets[0]
    return SheetPage(
        head=head_of(event, book, final=bool(answer.document["final"])),
        columns=standings.columns,
        numbers=standings.numbers,
        lines=standings.lines,
        rows=tuple(_rows(event, way, answer, book)),
        rounds=way.score(event).sheets,
    )


def _rows(event: Event, way: Way, answer: Answer, book: Rulebook) -> Iterator[SheetRow]:
    placed = answer.document["standings"]
    for index, (row, cells) in enumerate(
        zip(placed, answer.sheets[0].rows, strict=True)
    ):
        player = row["player"]
        panel = told(way.why(event, player, 0), book)
        yield SheetRow(key_of(player, index), cells, panel)
