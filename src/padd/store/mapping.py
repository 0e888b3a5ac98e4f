"""Between rows and values: the one module that knows both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from padd.store.models import Event

PLAIN = (
    "name",
    "rulebook",
    "edition",
    "format",
    "card_pool",
    "pool_note",
    "rules",
    "scenario",
    "kind",
    "release_set",
    "rounds_planned",
    "final_confrontation",
    "pairing_style",
    "league_event",
    "online",
    "time_zone",
    "ends_on",
    "contact_name",
    "contact_email",
    "contact_phone",
    "discussion_thread",
    "entry_fee",
    "prizes",
    "special_rules",
    "deck_lists_required",
    "preregistration_required",
    "expected_players",
    "capacity",
)
"""The fields that a form and a row have alike."""


def form_values(event: Event) -> dict[str, Any]:
    """Return an event as the values of a registration form."""
    local = event.starts_at.astimezone(ZoneInfo(event.time_zone))
    return {
        **{field: getattr(event, field) for field in PLAIN},
        "starts": local.replace(tzinfo=None, fold=0),
        "second_time": bool(local.fold),
        "region": event.region.slug,
        "venue": event.venue.public_id if event.venue else "",
        "directors": tuple(row.person.public_id for row in event.directorships.all()),
    }


def facts_of(event: Event) -> dict[str, Any]:
    """Return an event as the audit keeps it: no names, addresses or numbers."""
    personal = {"contact_name", "contact_email", "contact_phone"}
    values = form_values(event)
    for field in ("starts", "second_time", *personal):
        del values[field]
    values["ends_on"] = event.ends_on.isoformat() if event.ends_on else None
    values["starts_at"] = event.starts_at.isoformat()
    values["state"] = event.state
    values["directors"] = list(values["directors"])
    return values
