"""Is an event finished? Only then is it rated (AMB-147)."""

from __future__ import annotations

from padd.core.formats.findings import Finding
from padd.core.formats.ranking import ranking_of
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Event
from padd.rulebooks.schema import Rulebook


def unfinished_reason(event: Event, book: Rulebook) -> Finding | None:
    """Return what says that rounds or results are still to come; None where none are.

    A director may close an event before the rounds planned; whether they are enough
    is for the sanction check to say.
    """
    if event.rounds and ranking_of(event, book).final:
        return None
    text = message(
        "The event is not finished: {played} of {planned} rounds are on record.",
        played=len(event.every_round),
        planned=format_of(event).scheduled_rounds(event),
    )
    if event.rounds and _all_rounds_there(event, book):
        text = message(
            "The event is not finished: the result of at least one game is still to come."
        )
    rule = book.citations["sanctioning.minimum_rounds"].cite
    return Finding("not-finished", "warning", text, rule)


def _all_rounds_there(event: Event, book: Rulebook) -> bool:
    return event.reported is not None or format_of(event).all_rounds_played(event, book)
