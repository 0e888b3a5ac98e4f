"""Why a rating is what it is: every event, every game, expected and scored."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum

import msgspec

from padd.core.ratings.formula import sides_of_game
from padd.core.ratings.ledger import Change, History, LedgerEntry
from padd.core.ratings.sheet import RatingSheet, Series


class GameReason(msgspec.Struct, frozen=True, kw_only=True):
    """One game: whom a player met, what was expected, and what it changed."""

    round: int
    opponent: str
    opponent_rating: float
    expected: float
    score: float
    k: float
    """The k of the event, in a pod divided by the number of opponents."""
    change: float


class ChangeReason(msgspec.Struct, frozen=True, kw_only=True):
    """One event in the history of a rating."""

    sheet: RatingSheet
    change: Change
    games: tuple[GameReason, ...]
    total: float
    """The sum of the changes, before the rating is kept within its range."""


def history_of(history: History, player: str) -> dict[Series, tuple[ChangeReason, ...]]:
    """Return the whole way of each of a player's ratings, event by event."""
    reasons: dict[Series, list[ChangeReason]] = {}
    for ledger_entry in history.entries:
        for change in ledger_entry.changes:
            if change.player == player:
                reasons.setdefault(change.series, []).append(_reason(ledger_entry, change))
    return {series: tuple(own) for series, own in reasons.items()}


def _reason(ledger_entry: LedgerEntry, change: Change) -> ChangeReason:
    games = tuple(_games(ledger_entry, change))
    return ChangeReason(
        sheet=ledger_entry.sheet,
        change=change,
        games=games,
        total=fsum(game.change for game in games),
    )


def _games(ledger_entry: LedgerEntry, change: Change) -> Iterator[GameReason]:
    sheet = ledger_entry.sheet
    before = {c.player: c.before for c in ledger_entry.changes if c.series == change.series}
    for game in sorted(sheet.games, key=lambda game: game.round):
        first, second = sheet.players[game.first], sheet.players[game.second]
        if change.player not in {first, second}:
            continue
        sides = sides_of_game(
            (before[first], before[second]), game.score, game.weight, sheet.rules.formula
        )
        own, opponent = (sides[0], second) if change.player == first else (sides[1], first)
        yield GameReason(
            round=game.round,
            opponent=opponent,
            opponent_rating=before[opponent],
            expected=own.expected,
            score=own.score,
            k=game.weight,
            change=own.change,
        )
