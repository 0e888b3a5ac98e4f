"""The parts of a bracket: sides, matches and rounds, as values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

import msgspec

from padd.core.model import MatchId, StrictStruct

FINAL_ROUND: Final = "Final"


class Seed(StrictStruct, frozen=True):
    """A side taken by the player with this seed; 1 is the best."""

    seed: int


class WinnerOf(StrictStruct, frozen=True):
    """A side taken by the winner of an earlier match."""

    winner: MatchId


class LoserOf(StrictStruct, frozen=True):
    """A side taken by the loser of an earlier match: a second chance."""

    loser: MatchId


class Bye(StrictStruct, frozen=True):
    """An empty side: the player opposite advances without a game."""

    bye: bool = True


Side: TypeAlias = Seed | WinnerOf | LoserOf | Bye


class BracketMatch(StrictStruct, frozen=True):
    """One match of a bracket: two sides under a name."""

    id: MatchId
    sides: tuple[Side, Side]

    @property
    def feeders(self) -> tuple[MatchId, ...]:
        """The matches whose players come here."""
        return tuple(match for side in self.sides if (match := feeding_match(side)) is not None)


class BracketRound(StrictStruct, frozen=True):
    """The matches that are played at the same time."""

    number: int
    name: str
    matches: tuple[BracketMatch, ...]


class Bracket(StrictStruct, frozen=True):
    """A whole tree, from the seeds to the one final."""

    title: str
    players: int
    rounds: tuple[BracketRound, ...]

    @property
    def matches(self) -> Iterator[BracketMatch]:
        """All matches, round by round."""
        return (match for round_ in self.rounds for match in round_.matches)

    @property
    def final(self) -> BracketMatch:
        """The match whose winner wins the event."""
        return self.rounds[-1].matches[-1]


def feeding_match(side: Side) -> MatchId | None:
    """Return the match a side waits for, if it waits for one."""
    if isinstance(side, WinnerOf):
        return side.winner
    if isinstance(side, LoserOf):
        return side.loser
    return None


def winner_goes_to(bracket: Bracket) -> dict[MatchId, MatchId]:
    """Return, for each match but the final, where its winner plays next."""
    return {
        side.winner: match.id
        for match in bracket.matches
        for side in match.sides
        if isinstance(side, WinnerOf)
    }


def loser_goes_to(bracket: Bracket) -> dict[MatchId, MatchId]:
    """Return, for each match with a second chance, where its loser plays next."""
    return {
        side.loser: match.id
        for match in bracket.matches
        for side in match.sides
        if isinstance(side, LoserOf)
    }


def bracket_as_document(bracket: Bracket) -> dict[str, object]:
    """Return the bracket as the command line prints it for programs."""
    return {
        "rounds": [
            {
                "number": round_.number,
                "matches": [msgspec.to_builtins(match) for match in round_.matches],
            }
            for round_ in bracket.rounds
        ]
    }
