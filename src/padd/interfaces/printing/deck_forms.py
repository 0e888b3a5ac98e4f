"""The deck-list form of a game, empty or with a player's name on it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from padd.interfaces.printing.event_view import PrintView
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
    read: dict[str, list[dict[str, Any]]] = tomllib.loads(PARTS.read_text(encoding="utf-8"))[
        "parts"
    ]
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
