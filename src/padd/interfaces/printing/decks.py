"""Deck-list forms, filled deck lists and deck-check sheets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import rtoml

from padd.interfaces.printing.event_view import PrintView
from padd.interfaces.printing.pdf import Paper, PrintedDocument, render_pdf
from padd.presentation.decks.check_points import CheckPoint
from padd.presentation.decks.deck_view import DeckView
from padd.presentation.messages import text
from padd.presentation.page_words import EDITIONS

PARTS: Final = Path(__file__).with_name("deckforms.toml")
WORDS: Final = {
    "size": "exactly {} cards",
    "seed_most": "at most {} cards",
    "draw_least": "at least {} cards",
    "missions": "{} missions",
}


@cache
def _parts() -> dict[str, list[dict[str, Any]]]:
    read: dict[str, list[dict[str, Any]]] = rtoml.loads(PARTS.read_text(encoding="utf-8"))["parts"]
    return read


def deck_form_content(view: PrintView) -> dict[str, Any]:
    """Return the blanks of the form."""
    copies = view.book.decks.copies.get(view.event.edition)
    most = f"At most {copies} copies of a card. " if copies else ""
    return {
        "title": f"Deck list, {EDITIONS[view.event.edition]}",
        "lines": [view.place_and_day, view.game],
        "parts": [
            {**part, "size": _size(view, part.get("size"))} for part in _parts()[view.event.edition]
        ],
        "note": (
            f"{most}Write the full title of each card. By signing you "
            "confirm that your deck matches this list."
        ),
        "foot": view.foot,
    }


def _size(view: PrintView, name: str | None) -> str:
    """Return what the rulebook says about the size of a part, if it says so."""
    if name is None:
        return ""
    decks = view.book.decks
    sizes = {
        "size": decks.size,
        "seed_most": decks.seed_most,
        "draw_least": decks.draw_least,
        "missions": decks.missions,
    }
    size = (sizes[name] or {}).get(view.event.format)
    return "" if size is None else WORDS[name].format(size)


class PrintedDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck on paper: whose it is, what for, and its cards."""

    name: str
    lines: tuple[str, ...]
    """What stands below the name: the event, the day, the game."""
    deck: DeckView


def deck_lists(
    decks: Sequence[PrintedDeck],
    *,
    title: str,
    foot: str,
    paper: Paper = Paper.A4,
    check: tuple[CheckPoint, ...] | None = None,
) -> PrintedDocument:
    """Return the decks as filled lists; with points to check, as check sheets."""
    content = {
        "title": title,
        "foot": foot,
        "decks": [_deck(deck) for deck in decks],
        "check": check is not None,
        "points": [{"text": text(point.text), "rule": point.rule} for point in check or ()],
    }
    return render_pdf("decklist", content, paper=paper)


def _deck(printed: PrintedDeck) -> dict[str, Any]:
    return {
        "name": printed.name,
        "lines": list(printed.lines),
        "cards": printed.deck.cards,
        "parts": [
            {
                "title": part.title,
                "cards": part.cards,
                "lines": [{"count": quantity, "title": title} for quantity, title, _ in part.lines],
            }
            for part in printed.deck.sections
        ],
    }
