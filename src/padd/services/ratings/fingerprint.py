"""The fingerprint of a full run: all that it read, and all that it made of it.

As long as the tables have the fingerprint that the last full run left, rating
everything again would write what is there. Whatever is another, on record or in the
ratings, gives another fingerprint: a result, a start, somebody merged, a rule, the
program that rates, a rating that somebody changed by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, cast

from padd.core import ratings as core_ratings
from padd.core.ratings.ledger import LedgerEntry
from padd.core.ratings.sheet import EventKey, RatedGame, RatingSheet, Series
from padd.rulebooks.loader import rulebook
from padd.rulebooks.sections.programme import RatingRules
from padd.services.rulebooks.event_rulebook import ruling_folders
from padd.store.columns.packed_ratings import (
    PackedChanges,
    PackedRules,
    PackedSheet,
    SeriesName,
    decode_rules,
    pack,
)
from padd.store.writes import rating_generations
from padd.store.writes.rating_generations import RatingTuple, RecordKey


def unpack_sheet(packed: PackedSheet, key: RecordKey) -> RatingSheet:
    """Return the sheet that a record keeps, with its place in time."""
    return RatingSheet(
        key=EventKey(key.starts_at, f"{key.event}/{key.part}"),
        name="",
        k=packed.k,
        rulebook=packed.rulebook,
        rules=rating_rules(packed),
        series=tuple(Series(*name) for name in packed.series),
        players=tuple(map(str, packed.players)),
        counts=packed.counts,
        # A packed game has the fields of a rated one, and a million are not copied.
        games=cast("tuple[RatedGame, ...]", packed.games),
    )


def rating_rules(packed: PackedSheet | PackedRules) -> RatingRules:
    """Return the rules by which a sheet is rated."""
    day = packed.day if packed.rulings else ""
    rules = _rules_of(packed.rulebook, packed.rulings, day)
    if rules is None:
        message = f"{packed.rulebook} has no ratings."
        raise LookupError(message)
    return rules


@cache
def _rules_of(book: str, rulings: tuple[str, ...], day: str) -> RatingRules | None:
    on = date.fromisoformat(day) if day else None
    return rulebook(book, on=on, rulings=ruling_folders(), only=rulings).ratings


def pack_changes(sheet: PackedSheet, ledger_entry: LedgerEntry) -> PackedChanges:
    """Return what an event did to ratings, as a row keeps it."""
    size = len(sheet.players)
    changes = ledger_entry.changes
    parts = [changes[at : at + size] for at in range(0, len(changes), size or 1)]
    formula = ledger_entry.sheet.rules.formula
    return PackedChanges(
        k=sheet.k,
        rulebook=sheet.rulebook,
        base=float(formula.base),
        scale=float(formula.scale),
        series=sheet.series,
        players=sheet.players,
        counts=sheet.counts,
        before=tuple(tuple(change.before for change in part) for part in parts),
        after=tuple(tuple(change.after for change in part) for part in parts),
        games=sheet.games,
    )


SIZE: Final = 32
PROGRAMS: Final = (Path(core_ratings.__file__).parent, Path(__file__).parent)


class Fingerprint:
    """Grows with what is read and made, in any order."""

    def __init__(self) -> None:
        self._rows: list[bytes] = []
        self._rules: set[PackedRules] = set()

    def add_record(
        self, record: int, starts_at: datetime, event: str, part: int, sheet: bytes
    ) -> None:
        """Take in the rated games of a part of an event, and its place in time."""
        self._rules.add(decode_rules(sheet))
        self._add(b"record", (record, starts_at, event, part, sheet))

    def add_changes(self, record: int, starts_at: datetime, changes: bytes) -> None:
        """Take in what a part of an event does to ratings."""
        self._add(b"changes", (record, starts_at, changes))

    def _add(self, kind: bytes, row: tuple[object, ...]) -> None:
        self._rows.append(blake2b(pack(row), digest_size=SIZE, key=kind).digest())

    def value(
        self,
        ratings: Iterable[RatingTuple],
        series: Mapping[int, SeriesName],
        merged: Mapping[int, int],
    ) -> str:
        """Return the fingerprint, with the ratings that all of it comes to."""
        rows = sorted(ratings)
        used = {series_row for series_row, *_ in rows}
        rules = {pack(one): repr(rating_rules(one)) for one in self._rules}
        whole = blake2b(_program(), digest_size=SIZE)
        whole.update(b"".join(sorted(self._rows)))
        whole.update(pack(rows))
        names = [(row, *name) for row, name in sorted(series.items()) if row in used]
        whole.update(pack((names, sorted(merged.items()), sorted(rules.items()))))
        return whole.hexdigest()


@cache
def _program() -> bytes:
    """Return a digest of what rates: other code may come to other ratings."""
    files = sorted(file for folder in PROGRAMS for file in folder.glob("*.py"))
    return blake2b(pack([file.read_bytes() for file in files])).digest()


def fingerprint_of_tables() -> tuple[str, int]:
    """Return the fingerprint of what is there now, and how many records it covers."""
    found, records = Fingerprint(), 0
    for row in rating_generations.rated_records():
        found.add_record(*row)
        records += 1
    for changes in rating_generations.rated_changes():
        found.add_changes(*changes)
    value = found.value(
        rating_generations.rating_tuples(),
        rating_generations.series_names(),
        rating_generations.merged_person_rows(),
    )
    return value, records
