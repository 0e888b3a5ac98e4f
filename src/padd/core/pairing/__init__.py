"""From the field of a round to who meets whom: one file for each way of pairing."""

from padd.core.pairing.best import best_pairings
from padd.core.pairing.field import Draw, Field, Figures, NoLegalDraw, Pair, meetings
from padd.core.pairing.ranked import (
    random_any,
    random_no_rematch,
    ranked_neighbours,
    ranked_shift,
)
from padd.core.pairing.systems import SYSTEMS

__all__ = [
    "SYSTEMS",
    "Draw",
    "Field",
    "Figures",
    "NoLegalDraw",
    "Pair",
    "best_pairings",
    "meetings",
    "random_any",
    "random_no_rematch",
    "ranked_neighbours",
    "ranked_shift",
]
