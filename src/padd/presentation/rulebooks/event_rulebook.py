"""Which rulebook applies to an event, as of which day."""

from __future__ import annotations

from padd.core.model import Event
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.rulebooks.event_rulebook import event_start_date, ruling_folders


def rulebook_named(name: str) -> Rulebook | None:
    """Return the rulebook of that name as printed, if there is one."""
    return rulebook(name) if name in rulebook_ids() else None


def book_for(event: Event, name: str | None = None) -> Rulebook:
    """Return an event's rulebook with the rulings in force when it started."""
    return rulebook(name or event.rulebook, on=event_start_date(event), rulings=ruling_folders())


def printed_book_for(event: Event) -> Rulebook:
    """Return an event's rulebook without any interim ruling."""
    return rulebook(event.rulebook)
