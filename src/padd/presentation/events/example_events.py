"""The example events that come with the program, one for each rulebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from padd.core.event_file import read_event
from padd.core.model import Event
from padd.presentation.rulebooks.event_rulebook import rulebook_named
from padd.rulebooks.loader import rulebook, rulebook_ids

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
