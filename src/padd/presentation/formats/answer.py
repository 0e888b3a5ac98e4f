"""An answer in both forms: a document for programs, sheets for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from padd.core.model import Event, PlayerId, Round
    from padd.presentation.documents import Document
    from padd.presentation.reasons import Why


class TextTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as people see it, with the lines below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


class FormatAnswer(msgspec.Struct, frozen=True):
    """What one command says about one event."""

    document: Document
    sheets: tuple[TextTable, ...]


class NewRound(msgspec.Struct, frozen=True):
    """The next round, as an answer and as it goes into the event file."""

    answer: FormatAnswer
    round: Round


class FormatPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """How the commands answer for one kind of play."""

    standings: Callable[[Event, int], FormatAnswer]
    rescored: Callable[[Event, str, int], FormatAnswer]
    score: Callable[[Event], FormatAnswer]
    pair: Callable[[Event, int, int | None], NewRound]
    """The event, the seed of the draw, and how many pods the director wants."""
    why: Callable[[Event, PlayerId, int], Why]


def names_of(event: Event) -> dict[PlayerId, str]:
    """Return what people call the players."""
    return {player.id: player.name or player.id for player in event.players}


def title_of(event: Event) -> str:
    """Return what people call the event."""
    return event.name or "Event"
