"""The deck-list form of a game, empty or with a player's name on it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from padd.interfaces.printing.event_view import EDITIONS
from padd.interfaces.printing.pdf import (
    Paper,
    Printed,
    pressed,
)

if TYPE_CHECKING:
    from padd.interfaces.printing.event_view import PrintView

PARTS: Final = Path(__file__).with_name("deckforms.toml")
WORDS: Final = {
    "size": "exactly {} cards",
    "seed_most": "at most {} cards",
    "draw_least": "at least {} cards",
    "missions": "{} missions",
}


@cache
def _parts() -> dict[str, list[dict[str, Any]]]:
    read: dict[str, list[dict[str, Any]]] = tomllib.loads(
        PARTS.read_text(encoding="utf-8")
    )["parts"]
    return read


def deck_form(day: PrintView, *, paper: Paper = Paper.A4) -> Printed:
    """Return the form for one player."""
    return pressed("deckform", deck_form_content(day), paper=paper)


def deck_form_content(day: PrintView) -> dict[str, Any]:
    """Return the blanks of the form."""
    copies = day.book.decks.copies.get(day.event.edition)
    most = f"At most {copies} copies of a card. " if copies else ""
    return {
        "title": f"Deck list, {EDITIONS[day.event.edition]}",
        "lines": [day.place_and_day, day.game],
        "parts": [
            {**part, "size": _size(day, part.get("size"))}
            for part in _parts()[day.event.edition]
        ],
        "note": f"{most}Write the full title of each card. By signing you say that "
        "your deck is as it stands here.",
        "foot": day.foot,
    }


def _size(day: PrintView, name: str | None) -> str:
    """Return what the rulebook says about the size of a part, if it says so."""
    if name is None:
        return ""
    decks = day.book.decks
    sizes = {
        "size": decks.size,
        "seed_most": decks.seed_most,
        "draw_least": decks.draw_least,
        "missions": decks.missions,
    }
    found = (sizes[name] or {}).get(day.event.format)
    return "" if found is None else WORDS[name].format(found)
