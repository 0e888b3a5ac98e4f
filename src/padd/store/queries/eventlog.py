"""Queries of finished events, the latest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from padd.store.models.eventlog import FinishedEvent, Placing
from padd.store.models.events import EventState
from padd.store.models.reports import RatingCorrection
from padd.store.queries.events.calendar import DONE, EventRow, event_rows_by_id
from padd.store.queries.ratings.generation import person_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedEventRow:
    """An event with its final table, and since when that stands."""

    line: EventRow
    at: datetime


def recently_finished_events(
    *, now: datetime, processed: bool, limit: int = 30
) -> tuple[FinishedEventRow, ...]:
    """Return the latest events that are over; three queries.

    A laptop tells of its own at once, headquarters (`processed`) of what counts.
    """
    states = (EventState.PROCESSED,) if processed else DONE
    ended = FinishedEvent.objects.filter(event__state__in=states, event__starts_at__lte=now)
    rows = ended.order_by("-event__starts_at", "-pk")
    found = list(rows.values_list("event", "finished_at")[:limit])
    lines = event_rows_by_id(event for event, _ in found)
    return tuple(
        FinishedEventRow(line=line, at=at) for (_, at), line in zip(found, lines, strict=True)
    )


def events_with_results(events: Iterable[str]) -> frozenset[str]:
    """Return which of some events have a final table; one query."""
    rows = FinishedEvent.objects.filter(event__public_id__in=list(events), event__state__in=DONE)
    return frozenset(rows.values_list("event__public_id", flat=True))


def finished_event_of(event: int) -> FinishedEvent | None:
    """Return the final table of an event's row; one query."""
    return FinishedEvent.objects.filter(event=event).first()


def placings_of(finished: int) -> list[Placing]:
    """Return the places of a final table with whoever took them; one query."""
    rows = Placing.objects.filter(finished=finished)
    return list(rows.select_related("person").order_by("place"))


def attendance_by_event(events: Iterable[str]) -> dict[str, int]:
    """Return how many played in finished events; one query."""
    rows = Placing.objects.filter(finished__event__public_id__in=list(events))
    return dict(rows.order_by().values_list("finished__event__public_id").annotate(Count("id")))


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingCorrectionRow:
    """A game that counts for ratings in another way than it was played."""

    event: str
    round: int | None
    reason: str


def rating_corrections(person: str) -> tuple[RatingCorrectionRow, ...]:
    """Return the corrections in force that touch the games of a person; two queries."""
    own = person_rows(person)
    touched = Q(first__in=own) | Q(second__in=own)
    rows = RatingCorrection.objects.filter(touched, withdrawn_at=None)
    return tuple(
        RatingCorrectionRow(event=event, round=number, reason=reason)
        for event, number, reason in rows.values_list("event__public_id", "round", "reason")
    )
