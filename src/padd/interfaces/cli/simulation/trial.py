"""The outcome of one random bracket or Tribbles event: how it went, what was wrong."""

from __future__ import annotations

from typing import Any

import msgspec

from padd.core.event_file import read_event, write_event
from padd.core.formats.registry import format_of
from padd.core.model import Event, PlayerId
from padd.presentation.formats.presenter import presenter_of, results_view, standings_with_rulings
from padd.presentation.formats.results import results_document
from padd.presentation.formats.standings import standings_document
from padd.presentation.rulebooks.event_rulebook import book_for, rulebook_named

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
        event = self._read()
        paired = presenter_of(event).pair(event, book_for(event), seed=seed)
        return paired.answer.document

    def standings(self, seed: int) -> Facts:
        """Return the document of the standings."""
        return standings_document(standings_with_rulings(self._read(), seed=seed))

    def score(self) -> Facts:
        """Return the document of all results."""
        event = self._read()
        return results_document(results_view(event, book_for(event)))

    def explain(self, player: str, seed: int) -> str:
        """Return the sentence that answers why a player stands there."""
        event = self._read()
        book = book_for(event)
        places = format_of(event).standings(event, book, seed=seed)
        return presenter_of(event).reasons(event, book, places)(PlayerId(player)).answer

    def reads_back(self) -> bool:
        """Tell whether the file is written as it was read."""
        written = write_event(self._read())
        return write_event(read_event(written, book_of=rulebook_named)) == written

    def expect(self, holds: bool, promise: str) -> None:  # noqa: FBT001 -- a promise
        """Note a promise that does not hold."""
        if not holds:
            self.problems.append(promise)

    def _read(self) -> Event:
        return read_event(msgspec.json.encode(self.facts), book_of=rulebook_named)
