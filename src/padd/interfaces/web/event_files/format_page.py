"""Brackets and Tribbles as their page shows them: the sheets of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from markupsafe import Markup

from padd.core.formats.bracket.event import played_event
from padd.core.model import Kind
from padd.interfaces.web.event_files.why_panel import (
    WhyPanel,
    told,
)
from padd.presentation.bracket import (
    BracketView,
    bracket_view,
)
from padd.presentation.event_head import Head, head_of, key_of
from padd.presentation.event_rulebook import book_for
from padd.presentation.formats.answer import (
    names_of,
    title_of,
)
from padd.presentation.svg.bracket import bracket_svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import Event
    from padd.presentation.formats.answer import (
        FormatAnswer,
        FormatPresenter,
        TextTable,
    )
    from padd.rulebooks.schema import Rulebook


class SheetRow(msgspec.Struct, frozen=True):
    """One line of the standings with its reasons."""

    key: str
    cells: tuple[str, ...]
    why: WhyPanel


class Drawing(msgspec.Struct, frozen=True):
    """A bracket as a picture, and the same in words for phones and readers."""

    svg: Markup
    view: BracketView


class SheetPage(msgspec.Struct, frozen=True):
    """Everything that the page of a bracket or a Tribbles event shows."""

    head: Head
    columns: tuple[str, ...]
    numbers: tuple[str, ...]
    lines: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    rounds: tuple[TextTable, ...]
    drawing: Drawing | None = None


def sheet_page_of(event: Event, way: FormatPresenter) -> SheetPage:
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
        rounds=tuple(_rounds(event, way)),
        drawing=_drawing(event, book) if event.kind is Kind.BRACKET else None,
    )


def _rounds(event: Event, way: FormatPresenter) -> Iterator[TextTable]:
    """Return the rounds under short titles; the page has the event's name."""
    for round_, sheet in zip(event.rounds, way.score(event).sheets, strict=True):
        yield msgspec.structs.replace(sheet, title=f"Round {round_.number}")


def _drawing(event: Event, book: Rulebook) -> Drawing:
    played, names = played_event(event, book), names_of(event)
    lengths = event.best_of or None
    svg = bracket_svg(played, names, title=title_of(event), best_of=lengths)
    # The drawing escapes every name that it writes.
    return Drawing(
        Markup(svg),  # noqa: S704
        bracket_view(played, names, best_of=lengths),
    )


def _rows(
    event: Event, way: FormatPresenter, answer: FormatAnswer, book: Rulebook
) -> Iterator[SheetRow]:
    placed = answer.document["standings"]
    for index, (row, cells) in enumerate(
        zip(placed, answer.sheets[0].rows, strict=True)
    ):
        player = row["player"]
        panel = told(way.why(event, player, 0), book)
        yield SheetRow(key_of(player, index), cells, panel)
