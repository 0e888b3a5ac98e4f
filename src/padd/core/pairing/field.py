"""What a round is drawn from, and what comes out of a draw."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

import msgspec

from padd.core.model import PlayerId

Pair = tuple[PlayerId, PlayerId]
NOBODY: frozenset[PlayerId] = frozenset()


class PairingField(msgspec.Struct, frozen=True, kw_only=True):
    """Every player who is to be paired in one round, and what happened before.

    `players` are those to be paired now: a player who dropped, is disqualified or uses
    an earned bye in this round is not among them. `totals` are victory points with
    the provisional points of delayed games. `met` holds for each player the
    opponents of games that were begun or are still to be played; a missed or never
    played game is no meeting, and a player without an entry has met no one.
    `had_bye` are the players who were given an ordinary bye by a pairing. `resting`
    are active players who are not paired in this round but will be back;
    `away_later` names, for each later round in turn, who is known to be away (an
    earned bye of the second round, say).
    """

    players: tuple[PlayerId, ...]
    totals: Mapping[PlayerId, int]
    met: Mapping[PlayerId, AbstractSet[PlayerId]]
    had_bye: AbstractSet[PlayerId] = NOBODY
    differentials: Mapping[PlayerId, int] = msgspec.field(default_factory=dict)
    round_number: int = 1
    rounds_after: int = 0
    resting: tuple[PlayerId, ...] = ()
    away_later: tuple[frozenset[PlayerId], ...] = ()

    def have_met(self, first: PlayerId, second: PlayerId) -> bool:
        """Tell whether two players have met in an earlier round."""
        return second in self.met.get(first, NOBODY)

    @property
    def most_met(self) -> int:
        """The largest number of opponents that a player has met."""
        return max(map(len, self.met.values()), default=0)
