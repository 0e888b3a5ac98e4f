"""A deck list: lines with a quantity, a title and a section."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Section = Literal["missions", "dilemmas", "seed", "deck", "tent", "sideboard", "outside"]

SEEDED: Final[frozenset[Section]] = frozenset({"missions", "dilemmas", "seed"})
PLAYED: Final[frozenset[Section]] = SEEDED | {"deck"}
"""Sections that count for the size of a deck."""
SECTION_NAMES: Final[dict[str, Section]] = {
    "mission": "missions",
    "missions": "missions",
    "missionpile": "missions",
    "dilemma": "dilemmas",
    "dilemmas": "dilemmas",
    "dilemmapile": "dilemmas",
    "seed": "seed",
    "seeds": "seed",
    "seedcards": "seed",
    "seeddeck": "seed",
    "seeddil": "seed",
    "seedanddilemmas": "seed",
    "site": "seed",
    "sites": "seed",
    "deck": "deck",
    "draw": "deck",
    "drawdeck": "deck",
    "maindeck": "deck",
    "main": "deck",
    "tent": "tent",
    "qstent": "tent",
    "qstentsidedeck": "tent",
    "sideboard": "sideboard",
    "sb": "sideboard",
    "outside": "outside",
    "outsidethegame": "outside",
    "outsidegame": "outside",
    "aside": "outside",
    "sidedeck": "outside",
    "sidedecks": "outside",
}
"""Headings by which lists part their cards, folded."""
TYPE_SECTIONS: Final[dict[str, Section]] = {
    **dict.fromkeys(("artifact", "artifacts", "doorway", "doorways"), "seed"),
    **dict.fromkeys(("facility", "facilities", "outpost", "outposts"), "seed"),
    **dict.fromkeys(("personnel", "ship", "ships", "equipment"), "deck"),
    **dict.fromkeys(("event", "events", "interrupt", "interrupts"), "deck"),
}
"""Types as headings of a list that is parted by type, folded, and where they go."""
HEADINGS: Final[dict[Section, str]] = {
    "missions": "Missions",
    "dilemmas": "Dilemmas",
    "seed": "Seed",
    "deck": "Deck",
    "tent": "Q's Tent",
    "sideboard": "Sideboard",
    "outside": "Outside",
}


class DeckLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a deck list."""

    line: int
    quantity: int = 1
    title: str
    section: Section | None = None
    """Null where the list has no headings."""
    text: str = ""
    """The line as written, for titles that begin with a number."""


class DeckList(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a deck, in the order they were given."""

    lines: tuple[DeckLine, ...]
    name: str = ""

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(line.quantity for line in self.lines)

    def counts(self) -> dict[tuple[Section | None, str], int]:
        """Return how many of each title stand in each section."""
        found: dict[tuple[Section | None, str], int] = {}
        for line in self.lines:
            key = (line.section, line.title)
            found[key] = found.get(key, 0) + line.quantity
        return found


class DeckChange(msgspec.Struct, frozen=True, kw_only=True):
    """A title in a section whose number of copies differs."""

    section: Section | None
    title: str
    before: int
    after: int

    @property
    def added(self) -> int:
        """How many copies came in; less than nothing where copies went out."""
        return self.after - self.before


def compare_decks(before: DeckList, after: DeckList) -> tuple[DeckChange, ...]:
    """Return every difference, what went out first; the order of lines is nothing."""
    old, new = before.counts(), after.counts()
    changes = (
        DeckChange(section=key[0], title=key[1], before=old.get(key, 0), after=new.get(key, 0))
        for key in dict.fromkeys((*old, *new))
        if old.get(key, 0) != new.get(key, 0)
    )
    return tuple(sorted(changes, key=lambda one: (one.added > 0, one.title)))
