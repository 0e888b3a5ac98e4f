"""Compare two versions of a deck: which cards went out, and which came in."""

from __future__ import annotations

import msgspec

from padd.core.decks.deck_list import DeckList, Section


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
