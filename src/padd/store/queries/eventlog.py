"""Queries of finished events, the latest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from padd.store.models.eventlog import FinishedEvent, Placing
from padd.store.models.events import EventState
from padd.store.models.reports import RatingCorrection
from padd.store.prepared_query import GivenValue, prepared, prepared_models
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
    return frozenset(event for (event,) in _done(events=list(events)))


@prepared
def _done(*, events: GivenValue) -> QuerySet[Any, Any]:
    rows = FinishedEvent.objects.filter(event__public_id__in=[events], event__state__in=DONE)
    return rows.values_list("event__public_id")


def finished_event_of(event: int) -> FinishedEvent | None:
    """Return the final table of an event's row; one query."""
    return next(iter(_finished(event=event)), None)


@prepared_models
def _finished(*, event: GivenValue) -> QuerySet[FinishedEvent]:
    return FinishedEvent.objects.filter(event__pk=event)


def placings_of(finished: int) -> list[Placing]:
    """Return the places of a final table with whoever took them; one query."""
    return _placings(finished=finished)


@prepared_models
def _placings(*, finished: GivenValue) -> QuerySet[Placing]:
    rows = Placing.objects.filter(finished__pk=finished)
    return rows.select_related("person").order_by("place")


def attendance_by_event(events: Iterable[str]) -> dict[str, int]:
    """Return how many played in finished events; one query."""
    return dict(_attended(events=list(events)))


@prepared
def _attended(*, events: GivenValue) -> QuerySet[Any, Any]:
    rows = Placing.objects.filter(finished__event__public_id__in=[events])
    counted = rows.order_by().values_list("finished__event__public_id")
    return counted.annotate(Count("id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingCorrectionRow:
    """A game that counts for ratings in another way than it was played."""

    event: str
    round: int | None
    reason: str


def rating_corrections(person: str) -> tuple[RatingCorrectionRow, ...]:
    """Return the corrections in force that touch the games of a person; two queries."""
    return tuple(
        RatingCorrectionRow(event=event, round=number, reason=reason)
        for event, number, reason in _corrections(own=person_rows(person))
    )


@prepared
def _corrections(*, own: GivenValue) -> QuerySet[Any, Any]:
    touched = Q(first__pk__in=[own]) | Q(second__pk__in=[own])
    rows = RatingCorrection.objects.filter(touched, withdrawn_at=None)
    return rows.values_list("event__public_id", "round", "reason")
