"""How many players a Swiss-Elimination event takes into its bracket (AMB-39)."""

from __future__ import annotations

SMALLEST_CUT = 4
SHARE = 3
"""Not more than one player in so many should go on."""


def advised_cut(participants: int) -> int | None:
    """Return the largest power of two that is at most a third of the field."""
    size = SMALLEST_CUT
    if size * SHARE > participants:
        return None
    while 2 * size * SHARE <= participants:
        size *= 2
    return size


def needs_confirmation(size: int, participants: int) -> bool:
    """Tell whether a cut of this size goes beyond the advised third."""
    return size * SHARE > participants


def possible_cuts(participants: int) -> tuple[int, ...]:
    """Return every size that a bracket of these participants can have."""
    sizes = []
    size = SMALLEST_CUT
    while size <= participants:
        sizes.append(size)
        size *= 2
    return tuple(sizes)
