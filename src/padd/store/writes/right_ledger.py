"""Write to the ledger of rights: entries in order, never two with the same number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Prefetch, QuerySet

from padd.core.championships.ledger import (
    EntryKind,
    FoldedRight,
    RightChange,
    RightFacts,
    fold_right_entries,
)
from padd.core.model import Edition
from padd.store.models.championships import Right, RightEntry
from padd.store.models.events import Event
from padd.store.writes.event_log import TakenError

BOOKING: Final = "booking"
"""Who writes what follows from reports; the desk writes under its own name."""


def rights_with_entries() -> QuerySet[Right]:
    """Return the rights with everything that their fold asks for."""
    entries = RightEntry.objects.select_related("event__stage__championship")
    asked = entries.only(
        *("right", "number", "kind", "at", "by", "reason", "event__public_id"),
        "event__stage__championship__public_id",
    )
    rows = Right.objects.select_related("origin", "person")
    return rows.prefetch_related(Prefetch("entries", queryset=asked))


class LedgerLine(NamedTuple):
    """As much of an entry as booking asks for."""

    right: int
    kind: str
    by: str
    event: int | None
    where: str
    """The championship of the event, or the event by itself."""


def ledger_lines(rights: Sequence[int] | None = None) -> list[LedgerLine]:
    """Return the lines of these rights, or of all, in the order they were written."""
    rows = RightEntry.objects.order_by("right_id", "number")
    if rights is not None:
        rows = rows.filter(right__in=rights)
    return [
        LedgerLine(right, kind, by, event, title or event_id or "")
        for right, kind, by, event, title, event_id in rows.values_list(
            *("right_id", "kind", "by", "event_id"),
            *("event__stage__championship__public_id", "event__public_id"),
        )
    ]


def fold_ledger_lines(lines: Iterable[LedgerLine]) -> FoldedRight:
    """Return how a right stands after these lines."""
    return fold_right_entries(
        RightChange(kind=EntryKind(line.kind), event=line.where) for line in lines
    )


def fold_right(right: Right) -> FoldedRight:
    """Return how a right stands; events are named by their championship."""
    return fold_right_entries(
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


def add_right_entry(
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
                right=right, number=number + 1, kind=kind, event=event, at=now, by=by, reason=reason
            )
    except IntegrityError as taken:
        raise TakenError from taken
