"""From sheets to ratings: one event after the other, exactly the same every time.

Ratings before an event count for all its games; the changes are added at its end.
The sum of a player's changes is rounded once (`math.fsum`), and what one player of
a game wins the other loses, so neither the order of the games in a file nor the
way an event came in can be seen in the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum

import msgspec

from padd.core.ratings.formula import sides_of_game, strength, within_range
from padd.core.ratings.sheet import EventKey, RatingSheet, Series


class Rating(msgspec.Struct, frozen=True, gc=False):
    """A rating, unrounded, and the number of games behind it."""

    rating: float
    games: int


class Change(msgspec.Struct, frozen=True, gc=False):
    """What one event did to one rating of one player."""

    player: str
    series: Series
    before: float
    after: float
    games: int
    """The player's rated games in this event."""


class LedgerEntry(msgspec.Struct, frozen=True):
    """One event in the history, with every change that it made."""

    sheet: RatingSheet
    changes: tuple[Change, ...]

    @property
    def key(self) -> EventKey:
        """The place of the event in the history."""
        return self.sheet.key


class Ledger(msgspec.Struct, frozen=True):
    """Every rating as it stands; players without a rated game have none."""

    ratings: Mapping[Series, Mapping[str, Rating]] = {}

    def take(self, sheet: RatingSheet) -> tuple[Ledger, LedgerEntry]:
        """Return the ratings after one more event, and what it changed."""
        ledger, (ledger_entry,) = self.take_all([sheet])
        return ledger, ledger_entry

    def take_all(self, sheets: Iterable[RatingSheet]) -> tuple[Ledger, tuple[LedgerEntry, ...]]:
        """Return the ratings after more events, given in their order."""
        books = self._opened()
        posted = tuple(LedgerEntry(sheet, _posted(sheet, books)) for sheet in sheets)
        return _closed(books), posted

    def without(self, posted: Sequence[LedgerEntry]) -> Ledger:
        """Return the ratings as they were before the latest entries."""
        books = self._opened()
        for ledger_entry in reversed(posted):
            for change in ledger_entry.changes:
                book = books[change.series]
                games = book[change.player].games - change.games
                if games:
                    book[change.player] = Rating(change.before, games)
                else:
                    del book[change.player]
        return _closed(books)

    def _opened(self) -> _Books:
        return {series: dict(book) for series, book in self.ratings.items()}


_Books = dict["Series", dict[str, Rating]]
"""The ratings while they are being worked on; never seen from outside."""


def _closed(books: _Books) -> Ledger:
    return Ledger({series: book for series, book in books.items() if book})


def _posted(sheet: RatingSheet, books: _Books) -> tuple[Change, ...]:
    """Add an event to the ratings and return what it changed."""
    changes: list[Change] = []
    new = Rating(float(sheet.rules.start), 0)
    for series in sheet.series:
        book = books.setdefault(series, {})
        ratings = [book.get(player, new) for player in sheet.players]
        gains = swings(sheet, [rating.rating for rating in ratings])
        for player, rating, gain, count in zip(
            sheet.players, ratings, gains, sheet.counts, strict=True
        ):
            before = rating.rating
            after = within_range(before + fsum(gain), sheet.rules)
            book[player] = Rating(after, rating.games + count)
            changes.append(Change(player, series, before, after, count))
    return tuple(changes)


def swings(sheet: RatingSheet, ratings: Sequence[float]) -> list[list[float]]:
    """Return what each game adds to the rating of each player of a sheet."""
    formula = sheet.rules.formula
    strengths = [strength(rating, formula) for rating in ratings]
    gains: list[list[float]] = [[] for _ in ratings]
    for game in sheet.games:
        first, second = game.first, game.second
        mine = strengths[first]
        # The expected score, without a call: this line runs for every game.
        swing = game.weight * (game.score - mine / (mine + strengths[second]))
        gains[first].append(swing)
        gains[second].append(-swing)
    return gains


class History(msgspec.Struct, frozen=True):
    """All rated events in their order, and the ratings after the last of them."""

    entries: tuple[LedgerEntry, ...] = ()
    ledger: Ledger = Ledger()

    @property
    def sheets(self) -> tuple[RatingSheet, ...]:
        """The events, in their order."""
        return tuple(ledger_entry.sheet for ledger_entry in self.entries)

    def take(self, sheet: RatingSheet) -> History:
        """Return the history with one more event, or with one corrected."""
        return self.rerated((*self._others(sheet.key.id), sheet))

    def void(self, id_: str) -> History:
        """Return the history as if an event had never been rated."""
        return self.rerated(self._others(id_))

    def rerated(self, sheets: Iterable[RatingSheet]) -> History:
        """Return the history of these events, in order of their start.

        What comes before the first event that is new here stays as it is;
        everything after it is rated again.
        """
        ordered = sorted(sheets, key=lambda sheet: sheet.key)
        same = 0
        for ledger_entry, sheet in zip(self.entries, ordered, strict=False):
            if ledger_entry.sheet is not sheet and ledger_entry.sheet != sheet:
                break
            same += 1
        before = self.ledger.without(self.entries[same:])
        ledger, posted = before.take_all(ordered[same:])
        return History((*self.entries[:same], *posted), ledger)

    def _others(self, id_: str) -> tuple[RatingSheet, ...]:
        return tuple(sheet for sheet in self.sheets if sheet.key.id != id_)


def refresh(sheets: Iterable[RatingSheet]) -> History:
    """Rate all events anew, whatever order they came in."""
    return History().rerated(sheets)


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
