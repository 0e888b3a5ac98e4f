"""From the field of a round to its pairings: one file for each pairing method."""

from padd.core.pairing.best import best_pairings
from padd.core.pairing.field import Figures, NoLegalPairing, Pair, Pairing, PairingField, meetings
from padd.core.pairing.ranked import random_any, random_no_rematch, ranked_neighbours, ranked_shift
from padd.core.pairing.systems import SYSTEMS

__all__ = [
    "SYSTEMS",
    "Figures",
    "NoLegalPairing",
    "Pair",
    "Pairing",
    "PairingField",
    "best_pairings",
    "meetings",
    "random_any",
    "random_no_rematch",
    "ranked_neighbours",
    "ranked_shift",
]
