"""An event as entered in its form, before it is saved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EventForm:
    """An event as its form gives it; all names are slugs, ids or rulebook words."""

    name: str = ""
    rulebook: str = "opg-5"
    edition: str = "2E"
    format: str = "constructed"
    card_pool: str = "complete"
    pool_note: str = ""
    rules: str = ""
    scenario: str = ""
    theme: str = ""
    theme_cards: str = ""
    """A card query: the pool of a deck theme."""
    kind: str = "other"
    release_set: str = ""
    rounds_planned: int = 4
    final_confrontation: bool = False
    pairing_style: str = "swiss"
    league_event: bool = False
    online: bool = False
    starts: datetime | None = None
    """Clock time at the place of the event, without a zone."""
    second_time: bool = False
    """The second of two equal clock times, when clocks go back."""
    time_zone: str = ""
    ends_on: date | None = None
    region: str = ""
    venue: str = ""
    contact_name: str = ""
    contact_email: str = ""
    contact_phone: str = ""
    discussion_thread: str = ""
    entry_fee: str = ""
    prizes: str = ""
    special_rules: str = ""
    deck_lists_required: bool = False
    deck_deadline: datetime | None = None
    """Clock time at the place until which decks are registered."""
    preregistration_required: bool = False
    expected_players: int | None = None
    capacity: int | None = None
    directors: tuple[str, ...] = ()
    """Public ids, the primary director first."""
    copied_from: str = ""
    """The public id of the earlier event that this one repeats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsChangeForm:
    """Why the number of rounds changes: who agreed, or which emergency."""

    ground: str
    agreed: tuple[str, ...] = ()
    """Public ids of the players who agreed."""
    description: str = ""
