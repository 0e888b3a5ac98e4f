"""The decks of an event as in its log: fingerprints and verdicts, no cards."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from padd.core.decks.deck_list import DeckList
from padd.core.model import PlayerId, StrictStruct


class DeckRecord(StrictStruct, frozen=True, kw_only=True):
    """One player's deck: what was registered, and what became of it."""

    digest: str
    """The salted fingerprint of its contents."""
    verdict: str
    registered_at: str
    times: int = 1
    """How often it was registered."""
    reopened: bool = False
    """Whether the director opened it again after the lock."""
    passed: str = ""
    """Why the director lets it pass in spite of objections."""
    checked_at: str | None = None
    differences: int = 0
    """Found in the last check."""
    corrected: str = ""
    """Why the staff put the list right, the last time."""


class HandedInDeck(StrictStruct, frozen=True, kw_only=True):
    """A deck that was registered before the event was opened."""

    player: PlayerId
    digest: str
    verdict: str
    at: str


class EventDecks(StrictStruct, frozen=True, kw_only=True):
    """All decks of an event, and whether they are locked."""

    locked_at: str | None = None
    catalogue: str = ""
    """The fingerprint of the card data that holds for this event."""
    records: dict[PlayerId, DeckRecord] = msgspec.field(default_factory=dict)
    to_check: tuple[PlayerId, ...] = ()
    """Whose deck was drawn or chosen for a check and is not checked yet."""
    opened: tuple[PlayerId, ...] = ()
    """Who may still register the first deck after the lock."""
    waiting: dict[PlayerId, DeckRecord] = msgspec.field(default_factory=dict)
    """Decks registered before the day by people who had no seat at the opening."""

    def with_seat(self, player: PlayerId) -> EventDecks:
        """Return the decks with the waiting one of a player who now has a seat."""
        if player not in self.waiting:
            return self
        rest = {who: deck for who, deck in self.waiting.items() if who != player}
        records = {player: self.waiting[player], **self.records}
        return msgspec.structs.replace(self, waiting=rest, records=records)


def deck_digest(deck: DeckList, salt: str) -> str:
    """Return the salted fingerprint of a deck; the order of its lines is nothing."""
    counted = sorted(
        (section or "", title, number) for (section, title), number in deck.counts().items()
    )
    written = "\n".join(f"{part}\t{title}\t{number}" for part, title, number in counted)
    return sha256(f"{salt}\n{written}".encode()).hexdigest()
