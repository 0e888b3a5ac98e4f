"""Calendar entries for events that begin at the table or come from a file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from padd.core import model
from padd.core.text import look_alike_outline
from padd.store.models.events import Event, EventState, Venue
from padd.store.models.people import Area, Region

UNNAMED: Final = "Unnamed event"
NOWHERE: Final = "Not named"


def named_place(place: str) -> str:
    """Return a place as paper shows it: nothing where nobody named one."""
    return "" if place.startswith(NOWHERE) else place


def add_local_event(
    facts: model.Event, *, now: datetime, time_zone: str = "UTC", registrar_id: int | None = None
) -> Event:
    """Add the listing of an event by its settings; its place can be named later.

    Raises Django's `ValidationError` where the table could not hold it.
    """
    starts = now if facts.starts is None else datetime.fromisoformat(facts.starts)
    if starts.tzinfo is None:
        starts = starts.replace(tzinfo=UTC)
    venue = None if facts.online else _nowhere(now)
    region = venue.region if venue else Region.objects.get(slug="online")
    row = Event(
        name=facts.name or UNNAMED,
        state=EventState.LISTED,
        rulebook=facts.rulebook,
        edition=facts.edition,
        format=facts.format,
        card_pool=facts.card_pool,
        rules=facts.rules or "",
        scenario=facts.scenario or "",
        theme=facts.theme.text if facts.theme else "",
        theme_cards=facts.theme.cards if facts.theme else "",
        level=facts.level,
        rounds_planned=facts.rounds_planned,
        final_confrontation=facts.final_confrontation is not None,
        pairing_style=facts.pairing_style,
        online=facts.online,
        starts_at=starts,
        time_zone=time_zone,
        registered_at=now,
        region=region,
        venue=venue,
        created_at=now,
        registrar_id=registrar_id,
    )
    row.full_clean(exclude=["registrar", "copied_from"])
    row.save()
    return row


def _nowhere(now: datetime) -> Venue:
    """Return the venue of events whose place was not named."""
    region, _ = Region.objects.get_or_create(
        slug="not-named", defaults={"name": NOWHERE, "area": Area.ELSEWHERE}
    )
    venue, _ = Venue.objects.get_or_create(
        outline=look_alike_outline(NOWHERE),
        region=region,
        street="",
        defaults={"name": NOWHERE, "town": NOWHERE, "time_zone": "UTC", "created_at": now},
    )
    return venue
