"""The rights for a booking, read at once; only changes are written. Rights expire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TypeVar

from django.db.models import QuerySet

from padd.core.championships.ledger import (
    EntryKind,
    FoldedRight,
    RightState,
    TargetEvent,
    is_expired,
)
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.store.models.championships import Right
from padd.store.models.events import Event
from padd.store.queries.championships.championships import target_events
from padd.store.writes.right_ledger import (
    LedgerLine,
    add_right_entry,
    facts_of_right,
    fold_ledger_lines,
    ledger_lines,
)

Key = TypeVar("Key")


class RightLedger:
    """Rights with their lines, found by where they were won, by whom, and used.

    Without a choice of rights it has all of them.
    """

    def __init__(self, rights: QuerySet[Right] | None = None) -> None:
        rows = Right.objects.all() if rights is None else rights
        self._rows = {right.pk: right for right in rows}
        self._lines: dict[int, list[LedgerLine]] = {}
        self._won: dict[int, list[int]] = {}
        self._owned: dict[tuple[int, str], list[int]] = {}
        self._noted: dict[int, list[int]] = {}
        for right in self._rows.values():
            self._index(right)
        if self._rows:
            self._read(None if rights is None else list(self._rows))

    def _index(self, right: Right) -> None:
        if right.origin_id is not None:
            _note(self._won, right.origin_id, right.pk)
        _note(self._owned, (right.person_id, right.edition), right.pk)

    def _read(self, rights: Sequence[int] | None) -> None:
        for line in ledger_lines(rights):
            self._lines.setdefault(line.right, []).append(line)
            if line.event is not None:
                _note(self._noted, line.event, line.right)

    def __iter__(self) -> Iterator[Right]:
        return iter(list(self._rows.values()))

    def lines(self, right: Right) -> Sequence[LedgerLine]:
        """Return what was written about a right, the oldest first."""
        return self._lines.get(right.pk, ())

    def fold(self, right: Right) -> FoldedRight:
        """Return how a right stands."""
        return fold_ledger_lines(self.lines(right))

    def won_at(self, championship: int) -> list[Right]:
        """Return what a championship gave."""
        return [self._rows[pk] for pk in self._won.get(championship, ())]

    def owned_by(self, person: int, edition: str) -> list[Right]:
        """Return the rights of a person, the smallest that would do first."""
        rows = [self._rows[pk] for pk in self._owned.get((person, edition), ())]
        return sorted(rows, key=lambda one: (len(one.rounds), one.points, one.pk))

    def noted_at(self, event: int) -> list[Right]:
        """Return the rights that a line names an event of."""
        return [self._rows[pk] for pk in self._noted.get(event, ())]

    def add(
        self, right: Right, kind: EntryKind, *, now: datetime, event: Event | None = None
    ) -> None:
        """Write a line, and read those of the right again."""
        add_right_entry(right, kind, now=now, event=event)
        self._rows[right.pk] = right
        self._index(right)
        self._lines.pop(right.pk, None)
        self._read([right.pk])


def _note(index: dict[Key, list[int]], key: Key, row: int) -> None:
    rows = index.setdefault(key, [])
    if row not in rows:
        rows.append(row)


def record_expired_rights(
    ledger: RightLedger | None = None,
    targets: Sequence[TargetEvent] | None = None,
    *,
    now: datetime,
) -> int:
    """Note what has expired, and what came back; return how many lines were added.

    A right comes back where a championship that it covers was announced late.
    """
    ledger = RightLedger() if ledger is None else ledger
    targets = target_events() if targets is None else targets
    rules = rulebook(rulebook_ids()[0]).championships
    added = 0
    for right in ledger:
        folded, facts = ledger.fold(right), facts_of_right(right)
        over = is_expired(facts, folded, targets, rules=rules, on=now.date())
        kind = None
        if over and folded.state is RightState.OPEN:
            kind = EntryKind.EXPIRED
        elif not over and folded.state is RightState.EXPIRED:
            kind = EntryKind.RETURNED
        if kind is not None:
            ledger.add(right, kind, now=now)
            added += 1
    return added
