"""Two players who met, in any kind of play, and what the game counts."""

from __future__ import annotations

from typing import Final

import msgspec

from padd.core.model import PlayerId

WIN: Final = 1.0
TIE: Final = 0.5
LOSS: Final = 0.0
"""What a game counts in a record, whatever a rating makes of it."""


class Meeting(msgspec.Struct, frozen=True):
    """Two players who met, the first one's score, and both results where known."""

    round: int
    players: tuple[PlayerId, PlayerId]
    score: float
    codes: tuple[str, str] = ("", "")
