"""Compare two versions of an event: which games are on record differently."""

from __future__ import annotations

import msgspec

from padd.core.model import Event, Match, PlayerId, Pod

Played = Match | Pod


class GameKey(msgspec.Struct, frozen=True, order=True):
    """What makes two games the same one: the round, and who sat at the table."""

    round: int
    players: tuple[PlayerId, ...]


class ChangedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is on record in another way; None where it is not on record."""

    round: int
    before: Played | None
    after: Played | None

    @property
    def table(self) -> int | None:
        """The table, as the later state has it."""
        game = self.after or self.before
        return None if game is None else game.table


class ComparedGames(msgspec.Struct, frozen=True, kw_only=True):
    """The games that differ between two states of an event, and how many do not."""

    changed: tuple[ChangedGame, ...]
    same: int


def compare_games(before: Event, after: Event) -> ComparedGames:
    """Return the games that are on record in another way, round by round."""
    was, now = _games(before), _games(after)
    keys = sorted({*was, *now})
    changed = tuple(
        ChangedGame(round=key.round, before=was.get(key), after=now.get(key))
        for key in keys
        if _result(was.get(key)) != _result(now.get(key))
    )
    return ComparedGames(changed=changed, same=len(keys) - len(changed))


def _games(event: Event) -> dict[GameKey, Played]:
    games: dict[GameKey, Played] = {}
    for round_ in event.every_round:
        at_tables: tuple[Played, ...] = (*round_.matches, *round_.pods)
        for game in at_tables:
            games[GameKey(round_.number, tuple(sorted(game.players)))] = game
    return games


def _result(game: Played | None) -> Played | None:
    """Return a game without what says nothing about its result."""
    if game is None:
        return None
    return msgspec.structs.replace(game, table=None, note=None)
