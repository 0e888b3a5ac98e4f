"""The rights that a booking looks at, read at once; only what changes is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from padd.store.right_entries import add_entry, to_book

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from padd.core.championships.ledger import EntryKind
    from padd.store.models import Event, Right


Key = TypeVar("Key")


class RightLedger:
    """Rights with their entries, found by where they were won, by whom, and used."""

    def __init__(self, rights: Iterable[Right]) -> None:
        self._rows = {right.pk: right for right in rights}
        self._won: dict[int, list[int]] = {}
        self._owned: dict[tuple[int, str], list[int]] = {}
        self._noted: dict[int, list[int]] = {}
        for right in self._rows.values():
            self._index(right)

    def _index(self, right: Right) -> None:
        if right.origin_id is not None:
            _note(self._won, right.origin_id, right.pk)
        _note(self._owned, (right.person_id, right.edition), right.pk)
        for entry in right.entries.all():
            if entry.event_id is not None:
                _note(self._noted, entry.event_id, right.pk)

    def __iter__(self) -> Iterator[Right]:
        return iter(list(self._rows.values()))

    def won_at(self, championship: int) -> list[Right]:
        """Return what a championship gave."""
        return [self._rows[pk] for pk in self._won.get(championship, ())]

    def owned_by(self, person: int, edition: str) -> list[Right]:
        """Return the rights of a person, the smallest that would do first."""
        rows = [self._rows[pk] for pk in self._owned.get((person, edition), ())]
        return sorted(rows, key=lambda one: (len(one.rounds), one.points, one.pk))

    def noted_at(self, event: int) -> list[Right]:
        """Return the rights that an entry names an event of."""
        return [self._rows[pk] for pk in self._noted.get(event, ())]

    def add(
        self,
        right: Right,
        kind: EntryKind,
        *,
        now: datetime,
        event: Event | None = None,
    ) -> None:
        """Write a line, and read the right again."""
        add_entry(right, kind, now=now, event=event)
        again = to_book().get(pk=right.pk)
        self._rows[again.pk] = again
        self._index(again)


def _note(index: dict[Key, list[int]], key: Key, row: int) -> None:
    rows = index.setdefault(key, [])
    if row not in rows:
        rows.append(row)
