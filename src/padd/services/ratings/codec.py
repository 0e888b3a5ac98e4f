"""Encode and decode packed rating sheets and changes."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import cast

from padd.core.ratings.ledger import LedgerEntry
from padd.core.ratings.sheet import EventKey, RatedGame, RatingSheet, Series
from padd.rulebooks.loader import rulebook
from padd.rulebooks.sections.programme import RatingRules
from padd.services.rulebooks.event_rulebook import ruling_folders
from padd.store.columns.packed_ratings import PackedChanges, PackedRules, PackedSheet
from padd.store.writes.rating_generations import RecordKey


def unpacked(packed: PackedSheet, key: RecordKey) -> RatingSheet:
    """Return the sheet that a record keeps, with its place in time."""
    return RatingSheet(
        key=EventKey(key.starts_at, f"{key.event}/{key.part}"),
        name="",
        k=packed.k,
        rulebook=packed.rulebook,
        rules=rules_of(packed),
        series=tuple(Series(*name) for name in packed.series),
        players=tuple(map(str, packed.players)),
        counts=packed.counts,
        # A packed game has the fields of a rated one, and a million are not copied.
        games=cast("tuple[RatedGame, ...]", packed.games),
    )


def rules_of(packed: PackedSheet | PackedRules) -> RatingRules:
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


def packed_changes(sheet: PackedSheet, ledger_entry: LedgerEntry) -> PackedChanges:
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
