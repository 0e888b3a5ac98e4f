"""What a check found: fine, doubtful or wrong, with the rule behind it."""

from __future__ import annotations

from typing import Literal

import msgspec

from padd.core.messages import Message
from padd.core.model import Event
from padd.rulebooks.schema import Rulebook


class Finding(msgspec.Struct, frozen=True):
    """One point that was looked at: fulfilled, worth a word, or missing."""

    code: str
    severity: Literal["ok", "warning", "error"]
    message: Message
    rule: str


class FindingWriter:
    """An event and its rulebook, and the three ways of finding something."""

    def __init__(self, event: Event, book: Rulebook) -> None:
        self.event = event
        self.book = book

    def ok(self, code: str, message: Message, path: str) -> Finding:
        """Return a point that is fulfilled."""
        return Finding(code, "ok", message, self._cite(path))

    def warning(self, code: str, message: Message, path: str) -> Finding:
        """Return a point worth a word; it does not cost the sanction."""
        return Finding(code, "warning", message, self._cite(path))

    def error(self, code: str, message: Message, path: str) -> Finding:
        """Return a point that costs the sanction."""
        return Finding(code, "error", message, self._cite(path))

    def _cite(self, path: str) -> str:
        return self.book.citations[path].cite
