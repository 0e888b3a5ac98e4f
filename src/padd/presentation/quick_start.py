"""The form that opens an event at once: what it offers, and what was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.eventlog import new_key

if TYPE_CHECKING:
    from collections.abc import Mapping

GAMES: Final = (
    ("2E", "Second Edition"),
    ("1E", "First Edition"),
    ("TR", "Tribbles"),
)
STYLES: Final = (
    ("swiss", "Swiss rounds"),
    ("single-elimination", "Single elimination, seeded in the order of the list"),
)
USUAL_BOOK: Final = "opg-5"


def quick_start_form(typed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return what the form shows, with what was typed."""
    return {
        "section": "",
        "games": GAMES,
        "styles": STYLES,
        "quick_books": [(name, rulebook(name).title) for name in rulebook_ids()],
        "usual_book": USUAL_BOOK,
        "quick": typed or {},
        "quick_key": new_key(),
        "refusal": None,
        "bring_refusal": None,
    }
