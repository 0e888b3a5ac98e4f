"""The form that opens an event at once: what it offers, and what was typed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from padd.core.event_file import read_event
from padd.core.model import Edition, Event, PairingStyle
from padd.core.validation.sanction import recommended_rounds
from padd.presentation.page_words import EDITIONS
from padd.presentation.rulebooks import rulebook_named
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.eventlog import new_command_key

GAMES: Final = tuple((game, EDITIONS[game]) for game in ("2E", "1E", "TR"))
STYLES: Final = (
    ("swiss", "Swiss rounds"),
    ("single-elimination", "Single elimination, seeded in the order of the list"),
    ("round-robin", "Round robin, everyone plays everyone (unsanctioned)"),
)
ROUND_ROBIN: Final = "round-robin"
SWISS_FOR: Final = {"": PairingStyle.SWISS, ROUND_ROBIN: PairingStyle.SWISS}
"""Choices that are Swiss rounds in the event file, which knows no round robin."""
USUAL_BOOK: Final = "opg-5"
ROUNDS_IF_SILENT: Final = 4


def quick_start_form(typed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return what the form shows, with what was typed."""
    return {
        "section": "",
        "games": GAMES,
        "styles": STYLES,
        "quick_books": [(name, rulebook(name).title) for name in rulebook_ids()],
        "usual_book": USUAL_BOOK,
        "quick": typed or {},
        "quick_key": new_command_key(),
        "refusal": None,
        "bring_refusal": None,
    }


def usual_rounds(players: int, edition: Edition, style: PairingStyle, book: Rulebook) -> int:
    """Return how many rounds a field of this size plays, as the rulebook has it."""
    if style is PairingStyle.SINGLE_ELIMINATION:
        return max(1, (players - 1).bit_length())
    least = (book.sanctioning.minimum_rounds or {}).get(edition)
    if edition is Edition.TRIBBLES:
        return least or ROUNDS_IF_SILENT
    return recommended_rounds(book, players) or least or ROUNDS_IF_SILENT


FOLDER = Path(__file__).parent / "examples"
NAMES = ("lakeside-regional", "subspace-relay", "spacedock-98", "starbase-96")


class Example(msgspec.Struct, frozen=True):
    """One example: its address, its file and its event."""

    name: str
    data: bytes
    event: Event


@cache
def example_named(name: str) -> Example | None:
    """Return an example event, if there is one of that name."""
    if name not in NAMES:
        return None
    data = (FOLDER / f"{name}.event.json").read_bytes()
    event = read_event(data, book_of=rulebook_named, source=f"{name}.event.json")
    return Example(name, data, event)


def all_examples() -> tuple[Example, ...]:
    """Return the examples in the order in which they are offered."""
    return tuple(example for name in NAMES if (example := example_named(name)))


def upload_form_parts(limit: int) -> dict[str, Any]:
    """Return what the form for event files and the list of examples need."""
    return {
        "examples": [(example, rulebook(example.event.rulebook)) for example in all_examples()],
        "books": [rulebook(name) for name in rulebook_ids()],
        "limit": limit,
    }
