"""Queries of complaints: as a coordinator sees them, and as their author does."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from padd.store.models.conduct import Complaint, ComplaintState

MOST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ComplaintRow:
    """One complaint."""

    public_id: str
    about: str
    handle: str
    event: str
    event_name: str
    raised_by: str
    text: str
    state: str
    area: str
    created_at: datetime
    answer: str
    held_back: bool
    """Whether the director is still held back by it."""


def area_complaints(areas: Collection[str]) -> tuple[ComplaintRow, ...]:
    """Return what waits at some desks, then what holds somebody back, then the rest."""
    rows = _rows(area__in=list(areas))
    return tuple(sorted(rows, key=lambda row: (row.state != "open", not row.held_back)))


def own_complaints(*, account_id: int) -> tuple[ComplaintRow, ...]:
    """Return the concerns that an account has raised."""
    return tuple(_rows(raised_by=account_id))


def complaint_area(public_id: str) -> str | None:
    """Return whose desk a concern lies on, if there is one."""
    complaints = Complaint.objects.filter(public_id=public_id)
    return complaints.values_list("area", flat=True).first()


def _rows(**conditions: object) -> Iterable[ComplaintRow]:
    complaints = Complaint.objects.filter(**conditions).select_related(
        "about", "event", "raised_by__person"
    )
    for row in complaints.order_by("-created_at", "-id")[:MOST]:
        account = row.raised_by
        yield ComplaintRow(
            public_id=row.public_id,
            about=row.about.public_id,
            handle=row.about.handle,
            event=row.event.public_id if row.event else "",
            event_name=row.event.name if row.event else "",
            raised_by=account.person.handle if account and account.person else "",
            text=row.text,
            state=ComplaintState(row.state).value,
            area=row.area,
            created_at=row.created_at,
            answer=row.answer,
            held_back=row.held_back and row.lifted_at is None,
        )
