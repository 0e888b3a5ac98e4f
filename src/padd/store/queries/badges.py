"""Queries of the titles that badges are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.championships.badges import Title, gives_badges
from padd.core.model import ChampionshipKind, Edition
from padd.store.models import EventAction, EventState, Placing

if TYPE_CHECKING:
    from collections.abc import Callable

    from padd.rulebooks.schema import Rulebook

HEATS = ("heats.planned", "heats.seeded")


def titles_won(
    book_of: Callable[[str], Rulebook], *, person: str = ""
) -> tuple[Title, ...]:
    """Return who won championships by processed results; three queries at most.

    An event that seeded a final day was a heat of it, whatever its listing says.
    """
    won = Placing.objects.filter(
        place=1,
        person__anonymised_at=None,
        person__isnull=False,
        finished__event__state=EventState.PROCESSED,
        finished__event__stage__isnull=False,
    ).select_related("person", "finished__event__stage__championship")
    if person:
        won = won.filter(person__public_id=person)
    rows = list(won)
    heats = _heats() if rows else frozenset()
    titles = []
    for row in rows:
        event = row.finished.event
        title = event.stage.championship
        is_heat = event.public_id in heats
        stage = "heat" if is_heat else event.stage.stage
        if gives_badges(stage, event.edition, book_of(event.rulebook)):
            titles.append(
                Title(
                    person=row.person_id or 0,
                    championship=title.public_id,
                    name=title.name,
                    year=title.year,
                    kind=ChampionshipKind(title.kind),
                    edition=Edition(title.edition),
                )
            )
    return tuple(titles)


def _heats() -> frozenset[str]:
    """Return the events that seeded a final day."""
    payloads = EventAction.objects.filter(kind__in=HEATS)
    return frozenset(
        heat["event"]
        for payload in payloads.values_list("payload", flat=True)
        for heat in payload.get("heats", ())
        if heat.get("event")
    )
