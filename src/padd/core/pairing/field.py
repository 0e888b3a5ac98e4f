"""What a round is drawn from, and what comes out of a draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import IntEnum

from padd.core.model import PlayerId

Pair = tuple[PlayerId, PlayerId]
NOBODY: frozenset[PlayerId] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingField:
    """Everybody who is to be paired in one round, and what happened before.

    `players` are those to be paired now: whoever dropped, is disqualified or uses
    an earned bye in this round is not among them. `totals` are victory points with
    the provisional points of delayed games. `met` holds for each player the
    opponents of games that were begun or are still to be played; a missed or never
    played game is no meeting, and a player without an entry has met nobody.
    `had_bye` are the players who were given an ordinary bye by a pairing. `resting`
    are active players who are not paired in this round but will be back;
    `away_later` names, for each later round in turn, who is known to be away (an
    earned bye of the second round, say).
    """

    players: tuple[PlayerId, ...]
    totals: Mapping[PlayerId, int]
    met: Mapping[PlayerId, AbstractSet[PlayerId]]
    had_bye: AbstractSet[PlayerId] = NOBODY
    differentials: Mapping[PlayerId, int] = field(default_factory=dict)
    round_number: int = 1
    rounds_after: int = 0
    resting: tuple[PlayerId, ...] = ()
    away_later: tuple[frozenset[PlayerId], ...] = ()

    def have_met(self, first: PlayerId, second: PlayerId) -> bool:
        """Tell whether two players have met in an earlier round."""
        return second in self.met.get(first, NOBODY)

    @property
    def most_met(self) -> int:
        """The most opponents that anybody has met."""
        return max(map(len, self.met.values()), default=0)


class FutureRounds(IntEnum):
    """How the rounds to come look after this one, the best last."""

    DEAD_END = 0
    UNKNOWN = 1
    SECOND_BYES = 2
    OPEN = 3

    @property
    def figure(self) -> bool | None:
        """The rounds to come as the last figure of a round."""
        return None if self is FutureRounds.UNKNOWN else self is not FutureRounds.DEAD_END


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a round is judged by, in the order of the criteria.

    `future` says whether the rounds still planned can all be paired without a
    rematch, and whether a second bye is needed for it.
    """

    rematches: int
    byes: int
    second_byes: int
    bye_vp: int
    distant_pairs: int
    unequal_pairs: int
    total_difference: int
    future: FutureRounds = FutureRounds.UNKNOWN

    @property
    def future_rounds(self) -> bool | None:
        """Whether the rounds to come can be paired; None where nothing shows it."""
        return self.future.figure

    @property
    def key(self) -> tuple[int, ...]:
        """The first seven figures in their order; the smaller, the better."""
        return (
            self.rematches,
            self.byes,
            self.second_byes,
            self.bye_vp,
            self.distant_pairs,
            self.unequal_pairs,
            self.total_difference,
        )

    def first_worse(self, best: Figures) -> str | None:
        """Return the first criterion in which this round falls short of the best."""
        for name, mine, least in zip(CRITERIA, self.key, best.key, strict=False):
            if mine != least:
                return name if mine > least else None
        if FutureRounds.UNKNOWN in {self.future, best.future}:
            return None
        dead_end = self.future is FutureRounds.DEAD_END
        worse = "future_rounds" if dead_end else "future_byes"
        return worse if self.future < best.future else None


CRITERIA = (
    "rematches",
    "byes",
    "second_byes",
    "bye_vp",
    "distant_pairs",
    "unequal_pairs",
    "total_difference",
    "future_rounds",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A complete round: everybody sits at one table or has a bye.

    Tables stand in their order, the highest totals first. `optimal` is None for the
    systems that pair by rank or at random. `by_counting` says that the bound of
    odd boundaries alone proves the round best (see `certificate`).
    """

    tables: tuple[Pair, ...]
    byes: tuple[PlayerId, ...]
    figures: Figures
    seed: int
    optimal: bool | None
    by_counting: bool = False


@dataclass(frozen=True, slots=True)
class NoLegalPairing:
    """Why no round can be drawn, as a code the interface turns into words."""

    reason: str


def meetings(pairs: Iterable[Pair]) -> dict[PlayerId, set[PlayerId]]:
    """Return who has met whom, from the pairs of all earlier rounds."""
    met: dict[PlayerId, set[PlayerId]] = {}
    for first, second in pairs:
        met.setdefault(first, set()).add(second)
        met.setdefault(second, set()).add(first)
    return met
