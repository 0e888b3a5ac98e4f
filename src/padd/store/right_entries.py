"""Write to the ledger of rights: one line after the other, never two at one place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import IntegrityError, transaction
from django.db.models import Prefetch

from padd.core.championships.ledger import (
    EntryKind,
    FoldedRight,
    RightChange,
    RightFacts,
    folded_right,
)
from padd.core.model import Edition
from padd.store.append_only import TakenError
from padd.store.models import Right, RightEntry

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from padd.store.models import Event

BOOKING: Final = "booking"
"""Who writes what follows from reports; the desk writes under its own name."""


def with_entries() -> QuerySet[Right]:
    """Return the rights with everything that their fold asks for."""
    return to_book().select_related("origin", "person")


def to_book() -> QuerySet[Right]:
    """Return the rights with their entries alone, which is all that booking asks."""
    entries = RightEntry.objects.select_related("event__stage__championship")
    asked = entries.only(
        *("right", "number", "kind", "at", "by", "reason", "event__public_id"),
        "event__stage__championship__public_id",
    )
    return Right.objects.prefetch_related(Prefetch("entries", queryset=asked))


def fold(right: Right) -> FoldedRight:
    """Return how a right stands; events are named by their championship."""
    return folded_right(
        RightChange(kind=EntryKind(entry.kind), event=_where(entry))
        for entry in right.entries.all()
    )


def _where(entry: RightEntry) -> str:
    if entry.event is None:
        return ""
    stage = getattr(entry.event, "stage", None)
    return stage.championship.public_id if stage else entry.event.public_id


def facts_of_right(right: Right) -> RightFacts:
    """Return a right as core knows it."""
    return RightFacts(
        edition=Edition(right.edition),
        target=right.target,
        year=right.year,
        areas=tuple(right.areas),
        won_at=right.won_at,
    )


def add_entry(
    right: Right,
    kind: EntryKind,
    *,
    now: datetime,
    by: str = BOOKING,
    event: Event | None = None,
    reason: str = "",
    after: int | None = None,
) -> RightEntry:
    """Add a line; whoever looked at an older ledger gets `TakenError`.

    `after` is the number of the last line that was looked at.
    """
    last = right.entries.order_by("-number").first()
    number = (last.number if last else 0) if after is None else after
    try:
        with transaction.atomic():
            return RightEntry.objects.create(
                right=right,
                number=number + 1,
                kind=kind,
                event=event,
                at=now,
                by=by,
                reason=reason,
            )
    except IntegrityError as taken:
        raise TakenError from taken
