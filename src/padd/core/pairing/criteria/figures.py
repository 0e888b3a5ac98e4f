"""The figures by which two rounds are compared: one or more for each criterion."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.criteria.byes import bye_points, count_second_byes
from padd.core.pairing.criteria.distant_pairs import count_distant_pairs
from padd.core.pairing.criteria.future_rounds import FutureRounds
from padd.core.pairing.criteria.rematches import count_rematches
from padd.core.pairing.criteria.total_difference import total_difference
from padd.core.pairing.criteria.unequal_pairs import count_unequal_pairs
from padd.core.pairing.field import Pair, PairingField

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


class Figures(msgspec.Struct, frozen=True, kw_only=True):
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


def figures_of(
    field: PairingField,
    tables: Sequence[Pair],
    byes: Collection[PlayerId],
    future: FutureRounds = FutureRounds.UNKNOWN,
) -> Figures:
    """Return the figures of a round, drawn or paired by hand."""
    return Figures(
        rematches=count_rematches(field, tables),
        byes=len(byes),
        second_byes=count_second_byes(field, byes),
        bye_vp=bye_points(field, byes),
        distant_pairs=count_distant_pairs(field, tables),
        unequal_pairs=count_unequal_pairs(field, tables),
        total_difference=total_difference(field, tables),
        future=future,
    )
