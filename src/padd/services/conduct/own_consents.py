"""Where a person agreed to be filmed, from the logs of events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from padd.core.eventlog.actions.action import kind_of
from padd.core.eventlog.actions.setup import FilmingAgreed
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.store.models.eventlog import EventAction

MOST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmConsent:
    """An event at which somebody lets their matches be filmed and published."""

    event: str
    event_name: str


def own_consents(*, by: Actor) -> tuple[FilmConsent, ...]:
    """Return where whoever asks has agreed and not taken it back, the latest first."""
    if by.person_id is None:
        return ()
    agreed = EventAction.objects.filter(kind=kind_of(FilmingAgreed), payload__player=by.person)
    events = agreed.values_list("event__public_id", "event__name").distinct()
    return tuple(
        FilmConsent(event=event, event_name=name)
        for event, name in events.order_by("-event__starts_at")[:MOST]
        if by.person in eventlog.state(event_id=event).film_agreed
    )
