"""Games that are rated differently from the record, or not at all."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from padd.core.ratings.sheet import RatedGame, RatingSheet


class Fix(msgspec.Struct, frozen=True, order=True):
    """What counts for ratings instead of a game on record."""

    round: int
    first: str
    second: str
    score: float | None
    """What the first is taken to have scored; None means not rated."""


def corrected(sheet: RatingSheet, fixes: Iterable[Fix]) -> RatingSheet:
    """Return a sheet with the corrections of its games; the latest one counts."""
    seats = {name: index for index, name in enumerate(sheet.players)}
    fix_of: dict[tuple[int, int, int], float | None] = {}
    for fix in fixes:
        if fix.first in seats and fix.second in seats:
            first, second, score = seats[fix.first], seats[fix.second], fix.score
            if first > second:
                first, second = second, first
                score = None if score is None else 1 - score
            fix_of[fix.round, first, second] = score
    if not fix_of:
        return sheet
    games = tuple(sorted(_corrected(sheet.games, fix_of)))
    players_left = sorted({seat for game in games for seat in (game.first, game.second)})
    moved = {seat: index for index, seat in enumerate(players_left)}
    rounds: list[set[int]] = [set() for _ in players_left]
    seated = tuple(
        msgspec.structs.replace(game, first=moved[game.first], second=moved[game.second])
        for game in games
    )
    for game in seated:
        rounds[game.first].add(game.round)
        rounds[game.second].add(game.round)
    return msgspec.structs.replace(
        sheet,
        players=tuple(sheet.players[seat] for seat in players_left),
        counts=tuple(map(len, rounds)),
        games=seated,
    )


def _corrected(
    games: Iterable[RatedGame], fixes: dict[tuple[int, int, int], float | None]
) -> Iterable[RatedGame]:
    for game in games:
        key = game.round, game.first, game.second
        if key not in fixes:
            yield game
            continue
        score = fixes[key]
        if score is not None:
            yield msgspec.structs.replace(game, score=score)
