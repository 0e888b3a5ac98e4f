"""Queries of event reports: of one event, and those that wait for a decision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from padd.store.models.messages import Reason, read_reasons
from padd.store.models.ratings import RatingRun
from padd.store.models.reports import Contest, RatingCorrection, Report, ReportState


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLine:
    """One report, how it came in and what became of it."""

    public_id: str
    event: str
    event_name: str
    region: str
    starts_at: datetime
    state: str
    state_name: str
    source_name: str
    at: datetime
    sequence: int
    head: str
    corrects: bool
    reasons: tuple[Reason, ...]
    director: str
    director_handle: str
    decision: str
    decided_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestLine:
    """A player who says that a result is not right."""

    public_id: str
    event: str
    event_name: str
    person: str
    handle: str
    round: int
    words: str
    at: datetime
    answer: str
    settled_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionLine:
    """A game that is rated in another way than it is on record."""

    public_id: str
    round: int | None
    first: str
    second: str
    score: float | None
    reason: str
    at: datetime


def _line(row: Report) -> ReportLine:
    directing = row.event.directorships.all()
    first = min(directing, key=lambda director: director.rank, default=None)
    return ReportLine(
        public_id=row.public_id,
        event=row.event.public_id,
        event_name=row.event.name,
        region=row.event.region.name,
        starts_at=row.event.starts_at,
        state=row.state,
        state_name=ReportState(row.state).label,
        source_name=row.get_source_display(),
        at=row.at,
        sequence=row.sequence,
        head=row.head,
        director=first.person.public_id if first else "",
        director_handle=first.person.handle if first else "",
        corrects=row.state == ReportState.HELD and _corrects(row),
        reasons=read_reasons(row.reasons),
        decision=row.decision,
        decided_at=row.decided_at,
    )


def _corrects(row: Report) -> bool:
    """Tell a correction of what is processed, sent in or made here."""
    return row.file is not None or any(
        reason["code"] == "corrects-processed" for reason in row.reasons
    )


def _with_event(rows: QuerySet[Report]) -> QuerySet[Report]:
    return rows.select_related("event__region").prefetch_related("event__directorships__person")


def reports_of(event: str) -> tuple[ReportLine, ...]:
    """Return every report of an event, the latest first; two queries."""
    rows = _with_event(Report.objects.filter(event__public_id=event))
    return tuple(_line(row) for row in rows.order_by("-at", "-id"))


def _of_areas(areas: Iterable[str]) -> Q:
    """Return what picks the events of some desks; online play has its own."""
    names = list(areas)
    reports = Q(event__online=False, event__region__area__in=names)
    return reports | Q(event__online=True) if "online" in names else reports


def waiting_reports(areas: Iterable[str], limit: int = 200) -> tuple[ReportLine, ...]:
    """Return what waits at some desks, the oldest first; two queries."""
    waits = (ReportState.HELD, ReportState.PLAYERS)
    rows = _with_event(Report.objects.filter(_of_areas(areas), state__in=waits))
    return tuple(_line(row) for row in rows.order_by("at", "id")[:limit])


def awaiting_refresh(areas: Iterable[str]) -> int:
    """Return how many reports await the refresh; one query."""
    rows = Report.objects.filter(_of_areas(areas), state=ReportState.AWAITING)
    return rows.count()


def any_awaiting() -> bool:
    """Tell whether any report awaits the refresh; one query."""
    return Report.objects.filter(state=ReportState.AWAITING).exists()


def last_refresh() -> datetime | None:
    """Return when the last refresh of everything began that came to its end."""
    done = RatingRun.objects.filter(cause="refresh", ended_well=True)
    return done.order_by("-id").values_list("started_at", flat=True).first()


def _contest(row: Contest) -> ContestLine:
    return ContestLine(
        public_id=row.public_id,
        event=row.event.public_id,
        event_name=row.event.name,
        person=row.person.public_id,
        handle=row.person.handle,
        round=row.round,
        words=row.words,
        at=row.at,
        answer=row.answer,
        settled_at=row.settled_at,
    )


def contests_of(event: str) -> tuple[ContestLine, ...]:
    """Return what players contest in an event; one query."""
    rows = Contest.objects.filter(event__public_id=event)
    return tuple(_contest(row) for row in rows.select_related("event", "person"))


def open_contests(areas: Iterable[str]) -> tuple[ContestLine, ...]:
    """Return what is contested at some desks and not answered; one query."""
    rows = Contest.objects.filter(_of_areas(areas), settled_at=None)
    return tuple(_contest(row) for row in rows.select_related("event", "person"))


def corrections_of(event: str) -> tuple[CorrectionLine, ...]:
    """Return the rating corrections of an event that are in force; one query."""
    return tuple(
        CorrectionLine(
            public_id=public_id,
            round=round_,
            first=first or "",
            second=second or "",
            score=score,
            reason=reason,
            at=at,
        )
        for public_id, round_, first, second, score, reason, at in _in_force(event)
    )


def _in_force(event: str) -> QuerySet[Any, Any]:
    rows = RatingCorrection.objects.filter(event__public_id=event, withdrawn_at=None)
    return rows.values_list(
        *("public_id", "round", "first__handle", "second__handle"), *("score", "reason", "at")
    )
