"""How old players of a Junior event may be."""

from __future__ import annotations

from padd.core.eventlog.state import LogState
from padd.core.model import DeckFormat
from padd.rulebooks.schema import Rulebook


def oldest_junior(state: LogState, book: Rulebook) -> int | None:
    """Return how old a player of a Junior event may be; none in other events."""
    junior = state.event is not None and state.settings.format is DeckFormat.JUNIOR
    return book.formats.oldest_junior if junior else None
