"""Points for a place, by the number of players: Masters and league points."""

from __future__ import annotations

from collections.abc import Sequence

from padd.rulebooks.sections.programme import PointsRow


def points_for_place(
    place: int,
    players: int,
    *,
    rows: Sequence[PointsRow],
    bands: Sequence[tuple[int, int]],
    beyond_last_band: str | None,
) -> int:
    """Return what a place wins; nothing where too few took part (AMB-66, AMB-67)."""
    row = next(
        (row for row in rows if row.least <= players and (row.most is None or players <= row.most)),
        None,
    )
    if row is None:
        return 0
    last = len(bands) - 1
    columns = (at for at, (first, end) in enumerate(bands) if first <= place <= end)
    column = next(columns, last if beyond_last_band == "last-band" else len(bands))
    return row.points[column] if column < len(row.points) else 0
