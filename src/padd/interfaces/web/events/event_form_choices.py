"""The choices of the registration form, with their labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from padd.interfaces.web.events.event_form import FROM_MATRIX, FilledForm
from padd.presentation import page_words
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.events.sanction_adviser import Choices, FormChoice, choices
from padd.services.local_time import zone_names
from padd.store.queries.events.venues import find_venues, list_regions

CONTINENTS: Final = (
    "Africa",
    "America",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
MOST_VENUES: Final = 500


def form_context(filled: FilledForm) -> dict[str, Any]:
    """Return what the template of the form needs beside the values."""
    book = rulebook(filled.draft.rulebook)
    offered = choices(book, filled.draft.edition)
    return {
        "filled": filled,
        "draft": filled.draft,
        "typed": filled.typed,
        "wrong": filled.wrong,
        "books": [rulebook(name) for name in rulebook_ids()],
        "book": book,
        "offered": titled(offered, book.rules_sets),
        "zones": zones(),
        "regions": list_regions(),
        "known_venues": find_venues("", limit=MOST_VENUES),
    }


def titled(offered: Choices, rules_sets: Mapping[str, str]) -> dict[str, list[FormChoice]]:
    """Return the choices under words for people."""
    return {
        name: [
            replace(choice, title=_title(name, choice, rules_sets))
            for choice in getattr(offered, name)
        ]
        for name in FROM_MATRIX.values()
    }


def _title(name: str, choice: FormChoice, rules_sets: Mapping[str, str]) -> str:
    if name == "rules":
        return rules_sets.get(choice.value, choice.title)
    if name == "styles":
        return page_words.capitalised(page_words.STYLES[choice.value])
    if name in {"formats", "card_pools"}:
        return page_words.capitalised(choice.title.replace("-", " "))
    return choice.title


def zones() -> list[tuple[str, list[str]]]:
    """Return the time zones by continent."""
    names = sorted(zone_names())
    return [(part, [name for name in names if name.startswith(f"{part}/")]) for part in CONTINENTS]
