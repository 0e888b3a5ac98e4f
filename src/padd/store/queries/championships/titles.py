"""Queries of the titles behind badges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from padd.core.championships.badges import Title, gives_badges
from padd.core.model import ChampionshipKind, Edition
from padd.rulebooks.schema import Rulebook
from padd.store.models.eventlog import EventAction, Placing
from padd.store.models.events import EventState

HEATS = ("heats.planned", "heats.seeded")


def titles_won(book_of: Callable[[str], Rulebook], *, person: str = "") -> tuple[Title, ...]:
    """Return who won championships by processed results; three queries at most.

    An event that seeded a final day was a heat of it, whatever its listing says.
    """
    rows = _first_places(person)
    heats = _heats() if rows else frozenset()
    titles = []
    for event, stage, edition, book, *title in rows:
        is_heat = event in heats
        if gives_badges("heat" if is_heat else stage, edition, book_of(book)):
            owner, championship, name, year, kind, game = title
            titles.append(
                Title(
                    person=owner,
                    championship=championship,
                    name=name,
                    year=year,
                    kind=ChampionshipKind(kind),
                    edition=Edition(game),
                )
            )
    return tuple(titles)


def _first_places(person: str) -> QuerySet[Any, Any]:
    """Return the first places of one person, or of all people."""
    rows = Placing.objects.filter(
        place=1,
        person__anonymised_at=None,
        person__isnull=False,
        finished__event__state=EventState.PROCESSED,
        finished__event__stage__isnull=False,
    )
    if person:
        rows = rows.filter(person__public_id=person)
    event = "finished__event"
    title = f"{event}__stage__championship"
    return rows.values_list(
        *(f"{event}__public_id", f"{event}__stage__stage"),
        *(f"{event}__edition", f"{event}__rulebook", "person"),
        *(f"{title}__{name}" for name in ("public_id", "name", "year", "kind")),
        f"{title}__edition",
    )


def _heats() -> frozenset[str]:
    """Return the events that seeded a final day."""
    payloads = EventAction.objects.filter(kind__in=HEATS)
    return frozenset(
        heat["event"]
        for payload in payloads.values_list("payload", flat=True)
        for heat in payload.get("heats", ())
        if heat.get("event")
    )
