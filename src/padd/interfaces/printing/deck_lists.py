"""Filled deck lists and deck-check sheets, one deck to a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from padd.interfaces.printing.pdf import Paper, Printed, pressed
from padd.presentation.decks.check_points import CheckPoint
from padd.presentation.decks.deck_view import DeckView
from padd.presentation.messages import text


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
) -> Printed:
    """Return the decks as filled lists; with points to check, as check sheets."""
    content = {
        "title": title,
        "foot": foot,
        "decks": [_deck(deck) for deck in decks],
        "check": check is not None,
        "points": [{"text": text(point.text), "rule": point.rule} for point in check or ()],
    }
    return pressed("decklist", content, paper=paper)


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
