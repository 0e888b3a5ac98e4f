"""Queries of rating runs: how new the ratings are, and how they were calculated."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from padd.store.models.ratings import RatingRun, RatingsNow
from padd.store.writes.rating_generations import worker_is_gone


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLine:
    """A run of the rating system."""

    generation: int
    cause: str
    by: str
    started_at: datetime
    ended_at: datetime | None
    ended_well: bool
    events: int
    done: int
    changed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsStatus:
    """How new the ratings are, and whether somebody works on the next."""

    generation: int
    changed_at: datetime | None
    behind: int
    """How many changes of the record the ratings do not show yet."""
    working: bool


def ratings_status(*, now: datetime) -> RatingsStatus:
    """Return how new the ratings are; one query."""
    row = RatingsNow.objects.filter(pk=1).first() or RatingsNow()
    return RatingsStatus(
        generation=row.generation,
        changed_at=row.changed_at,
        behind=row.wanted - row.covered,
        working=bool(row.holder) and not worker_is_gone(row, now=now),
    )


def rating_runs(limit: int = 20) -> tuple[RunLine, ...]:
    """Return the last runs of the rating system, the latest first."""
    fields = RunLine.__slots__
    rows = RatingRun.objects.order_by("-id").values_list(*fields)[:limit]
    return tuple(RunLine(**dict(zip(fields, row, strict=True))) for row in rows)
