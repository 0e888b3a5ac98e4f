"""The pairing systems, by their names in rulebooks."""

from __future__ import annotations

from typing import Protocol

from padd.core.pairing.best import best_pairings
from padd.core.pairing.field import PairingField
from padd.core.pairing.ranked import random_any, random_no_rematch, ranked_neighbours, ranked_shift
from padd.core.pairing.round import NoLegalPairing, Pairing


class System(Protocol):
    """A way to draw a round."""

    def __call__(self, field: PairingField, *, seed: int) -> Pairing | NoLegalPairing:
        """Draw the round that the seed gives."""


SYSTEMS: dict[str, System] = {
    "best-pairings": best_pairings,
    "ranked-shift": ranked_shift,
    "ranked-neighbours": ranked_neighbours,
    "random-any": random_any,
    "random-no-rematch": random_no_rematch,
}
