"""Which pieces of the platform are in use.

`PADD_WITHOUT` names the pieces to leave out, separated by commas. Every page is the
same without them; it only takes longer, or a limit is missing.
"""

from __future__ import annotations

import os
from typing import Final, Literal

Piece = Literal["body-limit", "compression", "log-cache", "memo", "page-cache", "request-threads"]
PIECES: Final[tuple[Piece, ...]] = (
    "body-limit",
    "compression",
    "log-cache",
    "memo",
    "page-cache",
    "request-threads",
)
_LEFT_OUT: Final = frozenset(os.environ.get("PADD_WITHOUT", "").split(","))


def is_enabled(piece: Piece) -> bool:
    """Tell whether a piece is in use."""
    return piece not in _LEFT_OUT
