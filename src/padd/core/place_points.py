"""Points by final place and number of players: leagues and Masters share the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from padd.rulebooks.sections.programme import PointsRow

Band = tuple[int, int]


def points_for_place(
    place: int, players: int, *, bands: Sequence[Band], rows: Sequence[PointsRow]
) -> int:
    """Return the points of a place; a field too small for the table gives none.

    Places below the last band get what the last band gets (AMB-66).
    """
    for row in rows:
        if row.least <= players and (row.most is None or players <= row.most):
            return row.points[min(_band(place, bands), len(row.points) - 1)]
    return 0


def _band(place: int, bands: Sequence[Band]) -> int:
    below = (index for index, (_, last) in enumerate(bands) if place <= last)
    return next(below, len(bands) - 1)
