"""What the signs in a league table stand for, where a figure is missing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from padd.presentation.leagues.season_view import LeagueTableRow

SIGNS: Final = {"–": "did not play", "·": "still to come"}


def table_signs(rows: Iterable[LeagueTableRow]) -> str:
    """Explain the signs that the rows contain, in one sentence or none."""
    figures = {figure for row in rows for figure in row.figures}
    said = ", ".join(f"{sign} {words}" for sign, words in SIGNS.items() if sign in figures)
    return f"{said}." if said else ""
