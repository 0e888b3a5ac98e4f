"""The standings of brackets and Tribbles, under their own rulebook and another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from padd.core.model import Event
from padd.core.rescore import translated
from padd.presentation.event_rulebook import (
    book_for,
    printed_book_for,
)
from padd.presentation.formats.answer import (
    FormatAnswer,
    TextTable,
    names_of,
)
from padd.rulebooks.compare import citation_of, value_at
from padd.rulebooks.schema import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from padd.presentation.documents import Document


class PlacesTable(msgspec.Struct, frozen=True):
    """The rows of the standings, for programs and for people."""

    rows: tuple[Document, ...]
    final: bool
    sheet: TextTable


Placer = Callable[[Event, Rulebook], PlacesTable]


def standings_answer(event: Event, place: Placer) -> FormatAnswer:
    """Rank an event, and say whose line the interim rulings in force changed."""
    book = book_for(event)
    found = place(event, book)
    document: Document = {
        "event": event.name,
        "rulebook": book.id,
        "final": found.final,
        "standings": list(found.rows),
    }
    if book.rulings:
        without = place(event, printed_book_for(event)).rows
        changed = [row["player"] for row in found.rows if row not in without]
        document["rulings"] = [
            {
                "id": ruling.id,
                "title": ruling.title,
                "cite": ruling.cite,
                "changed": changed,
            }
            for ruling in book.rulings
        ]
    return FormatAnswer(document, (found.sheet,))


def rescored_answer(
    event: Event, other: str, place: Placer, paths: Sequence[str]
) -> FormatAnswer:
    """Rank the same facts under another rulebook, and show who moved and why.

    `paths` are the values of a rulebook on which these places rest.
    """
    own, book = book_for(event), book_for(event, other)
    before = place(event, own)
    found = place(translated(event, own, book), book)
    was = {row["player"]: row["place"] for row in before.rows}
    by = list(_causes(own, book, paths))
    moved: list[Document] = [
        {
            "player": row["player"],
            "from": was[row["player"]],
            "to": row["place"],
            "by": by,
        }
        for row in found.rows
        if was[row["player"]] != row["place"]
    ]
    document: Document = {
        "event": event.name,
        "rulebook": book.id,
        "final": found.final,
        "standings": list(found.rows),
        "compared_with": own.id,
        "moved": moved,
    }
    return FormatAnswer(document, (found.sheet, _moves(event, own.id, moved)))


def _causes(own: Rulebook, other: Rulebook, paths: Sequence[str]) -> Iterator[Document]:
    for path in paths:
        if value_at(own, path) != value_at(other, path):
            citation = citation_of(other, path)
            yield {"rule": path, "about": citation.about, "cite": citation.cite}


def _moves(event: Event, own: str, moved: list[Document]) -> TextTable:
    names = names_of(event)
    lines = () if moved else (f"Nobody moves: {own} gives the same order.",)
    return TextTable(
        title=f"Moved, compared with {own}",
        columns=("Player", "From", "To", "Rules"),
        numbers=("From", "To"),
        rows=tuple(
            (
                names[move["player"]],
                str(move["from"]),
                str(move["to"]),
                "; ".join(
                    f"{cause['about']} ({cause['cite']})" for cause in move["by"]
                ),
            )
            for move in moved
        ),
        lines=lines,
    )
