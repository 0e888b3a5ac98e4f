"""One pass through the events on record: ratings as they come to stand.

A pass begins with the ratings before the first event that is rated again, rates the
events in their order, and says what is not as it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import msgspec

from padd.core.ratings.ledger import Ledger
from padd.core.ratings.ledger import Rating as Rated
from padd.core.ratings.sheet import Series
from padd.services.ratings.fingerprint import Fingerprint, pack_changes, unpack_sheet
from padd.store.columns.packed_ratings import (
    PackedChanges,
    PackedSheet,
    SeriesName,
    decode_changes,
    decode_sheet,
    pack,
)
from padd.store.models.ratings import FOREVER, RatedEvent
from padd.store.writes import rating_generations
from padd.store.writes.rating_generations import RatingRow, RecordKey, stored_moment

NEVER: Final = RecordKey(datetime.max.replace(tzinfo=UTC), "", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is rated again, and how ratings were before it."""

    first: RecordKey | None
    """The place from which on it is; None means from the beginning."""
    order: tuple[int, ...]
    """The records to rate, the earliest first."""
    keys: Mapping[int, RecordKey]
    gone: tuple[int, ...]
    """Rows of events that are no longer rated."""
    undone: tuple[PackedChanges, ...]
    """What is taken back, the latest first."""


class RatingPass:
    """One way through the events, with the ratings as they come to stand."""

    def __init__(self, plan: Plan, others: dict[int, PackedSheet] | None = None) -> None:
        self._plan = plan
        self._others = others or {}
        """Sheets that are not on record, by numbers that no row has."""
        self._merged = rating_generations.merged_person_rows()
        self._series: dict[SeriesName, int] = {}
        self._sheets: dict[int, PackedSheet] = {}
        self._before: dict[tuple[int, int], tuple[int, RatingRow]] = {}
        self._held: defaultdict[SeriesName, dict[int, RatingRow]] = defaultdict(dict)
        self._lost: set[tuple[SeriesName, int]] = set()
        """Ratings whose last event was taken back, and no other has come since."""
        self._ledger = Ledger()
        self._fingerprint = Fingerprint()
        self._prepare()

    def _prepare(self) -> None:
        """Load how ratings were before the first event that is rated again."""
        plan = self._plan
        if plan.first is None:
            self._before = rating_generations.current_ratings(None)
            return
        self._sheets = self._read(plan.order)
        people = {player for sheet in self._sheets.values() for player in sheet.players}
        people |= {player for changes in plan.undone for player in changes.players}
        self._before = rating_generations.current_ratings(sorted(people))
        names = rating_generations.series_names()
        for (series, person), (_, rating) in self._before.items():
            self._held[names[series]][person] = rating
        self._take_back()
        books = {
            Series(*name): {
                str(person): Rated(rating.rating, rating.games) for person, rating in book.items()
            }
            for name, book in self._held.items()
        }
        self._ledger = Ledger(books)

    def _take_back(self) -> None:
        """Put ratings back to what they were before the events that are undone."""
        lost = self._lost
        for changes in self._plan.undone:
            for number, name in enumerate(changes.series):
                book = self._held[name]
                for at, person in enumerate(changes.players):
                    rating = book[person]
                    if rating.events == 1:
                        del book[person]
                        lost.discard((name, person))
                        continue
                    book[person] = msgspec.structs.replace(
                        rating,
                        rating=changes.before[number][at],
                        games=rating.games - changes.counts[at],
                        events=rating.events - 1,
                    )
                    lost.add((name, person))

    def _with_last(self, name: SeriesName, person: int) -> RatingRow:
        """Return a rating with the last event before those that are taken back."""
        rating = self._held[name][person]
        first = self._plan.first or NEVER
        rows = (
            RatedEvent.objects.filter(
                died=FOREVER,
                starts_at__lte=first.starts_at,
                record__event__edition=name.edition,
                record__played__person__in=self._own(person),
            )
            .order_by("-starts_at", "-record__event__public_id", "-record__part")
            .values_list(*("starts_at", "record__event__public_id", "record__part", "changes"))
        )
        for *key, data in rows.iterator(20):
            changes = decode_changes(data)
            if RecordKey(*key) < first and name in changes.series and person in changes.players:
                number, at = changes.series.index(name), changes.players.index(person)
                change = changes.after[number][at] - changes.before[number][at]
                return msgspec.structs.replace(rating, last_at=key[0], last_change=change)
        return rating

    def _own(self, person: int) -> list[int]:
        return [person, *(other for other, into in self._merged.items() if into == person)]

    def _read(self, records: Sequence[int]) -> dict[int, PackedSheet]:
        stored = rating_generations.packed_sheets(records)
        for pk, data in stored.items():
            starts_at, event, part = self._plan.keys[pk]
            self._fingerprint.add_record(pk, stored_moment(starts_at), event, part, data)
        sheets = {pk: decode_sheet(data) for pk, data in stored.items()} | self._others
        return {pk: self._as_merged(sheet) for pk, sheet in sheets.items()}

    def _as_merged(self, sheet: PackedSheet) -> PackedSheet:
        """Let a duplicate count as whom it was merged into, unless both played."""
        if not any(player in self._merged for player in sheet.players):
            return sheet
        sheet_players = set(sheet.players)
        players = []
        for player in sheet.players:
            into = self._merged.get(player, player)
            players.append(player if into != player and into in sheet_players else into)
            sheet_players.add(players[-1])
        return msgspec.structs.replace(sheet, players=tuple(players))

    def rate(self, records: Sequence[int]) -> tuple[dict[int, tuple[datetime, bytes]], list[int]]:
        """Rate some events; return what is new, and the rows that it replaces."""
        keys = self._plan.keys
        old = rating_generations.rated_rows(records)
        new: dict[int, tuple[datetime, bytes]] = {}
        dead: list[int] = []
        for pk, changes in self.changes(records).items():
            self._follow(keys[pk].starts_at, changes)
            row, starts_at, packed = old.get(pk), keys[pk].starts_at, pack(changes)
            self._fingerprint.add_changes(pk, stored_moment(starts_at), packed)
            if row and (row.starts_at, row.changes) == (starts_at, packed):
                continue
            new[pk] = starts_at, packed
            if row is not None:
                dead.append(row.pk)
        return new, dead

    def changes(self, records: Sequence[int]) -> dict[int, PackedChanges]:
        """Rate some events; return what each did to ratings, in their order."""
        known = self._sheets or self._read(records)
        keys = self._plan.keys
        sheets = [unpack_sheet(known[pk], keys[pk]) for pk in records]
        self._ledger, ledger_entries = self._ledger.take_all(sheets)
        return {
            pk: pack_changes(known[pk], ledger_entry)
            for pk, ledger_entry in zip(records, ledger_entries, strict=True)
        }

    def _follow(self, starts_at: datetime, changes: PackedChanges) -> None:
        """Let the ratings be what an event made of them; runs for a million games."""
        lost = self._lost
        for name, before, after in zip(changes.series, changes.before, changes.after, strict=True):
            book = self._held[name]
            if lost:
                lost.difference_update((name, person) for person in changes.players)
            for person, count, was, now in zip(
                changes.players, changes.counts, before, after, strict=True
            ):
                rating = book.get(person)
                games, events = (rating.games, rating.events) if rating else (0, 0)
                book[person] = RatingRow(now, games + count, events + 1, starts_at, now - was)

    def fingerprint(self) -> str:
        """Return the fingerprint of all that was read and rated, by a full run."""
        rows = rating_generations.series_rows(self._held)
        books = self._held.values()
        moments = {rating.last_at for book in books for rating in book.values()}
        stored = {moment: stored_moment(moment) for moment in moments}
        ratings = (
            (
                *(rows[name], person, rating.rating, rating.games, rating.events),
                *(stored[rating.last_at], rating.last_change),
            )
            for name, book in self._held.items()
            for person, rating in book.items()
        )
        names = {row: name for name, row in rows.items()}
        return self._fingerprint.value(ratings, names, self._merged)

    def differences(self) -> tuple[dict[tuple[int, int], RatingRow], list[int]]:
        """Return the ratings that are not what they were, and the rows they replace."""
        for name, person in self._lost:
            self._held[name][person] = self._with_last(name, person)
        rows = rating_generations.series_rows(self._held)
        now = {
            (rows[name], person): rating
            for name, book in self._held.items()
            for person, rating in book.items()
        }
        new = {
            key: rating
            for key, rating in now.items()
            if key not in self._before or self._before[key][1] != rating
        }
        dead = [pk for key, (pk, _) in self._before.items() if key not in now or key in new]
        return new, dead
