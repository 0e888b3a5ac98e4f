"""The outcome of one random event beyond Swiss: how it went, what did not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from padd.core.event_file import (
    read_event,
    write_event,
)
from padd.presentation.event_rulebook import book_named
from padd.presentation.formats.registry import way_of

if TYPE_CHECKING:
    from padd.presentation.formats.answer import FormatPresenter

Facts = dict[str, Any]


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One event played to its end, and every promise that was broken."""

    seed: int
    rulebook: str
    style: str
    players: int
    rounds: int
    problems: tuple[str, ...]
    facts: Facts
    """The event file, so that a trial with problems can be looked at."""


class GrowingEvent:
    """An event file that grows round by round through the real commands."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.problems: list[str] = []

    def pair(self, seed: int) -> Facts:
        """Return the document of the next round."""
        event, way = self._read()
        return way.pair(event, seed, None).answer.document

    def standings(self, seed: int) -> Facts:
        """Return the document of the standings."""
        event, way = self._read()
        return way.standings(event, seed).document

    def score(self) -> Facts:
        """Return the document of all results."""
        event, way = self._read()
        return way.score(event).document

    def explain(self, player: str, seed: int) -> str:
        """Return the sentence that answers why a player stands there."""
        event, way = self._read()
        found = {one.id: one.id for one in event.players}
        return way.why(event, found[player], seed).answer

    def reads_back(self) -> bool:
        """Tell whether the file is written as it was read."""
        event, _ = self._read()
        written = write_event(event)
        return write_event(read_event(written, book_of=book_named)) == written

    def expect(self, holds: bool, promise: str) -> None:  # noqa: FBT001 -- a promise
        """Note a promise that does not hold."""
        if not holds:
            self.problems.append(promise)

    def _read(self) -> tuple[Any, FormatPresenter]:
        data = msgspec.json.encode(self.facts)
        event = read_event(data, book_of=book_named)
        way = way_of(event)
        if way is None:
            raise ValueError(event.pairing_style)
        return event, way
